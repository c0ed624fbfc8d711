// The maps from the lamp and from above: depth, and the light that passes.
in vec3 v_normal;
in vec3 v_world;
flat in vec4 v_piece;
uniform vec4 u_glass[18];
uniform float u_clear;
out vec4 colour;

void main() {
  if (u_clear == 0.) { colour = vec4(0., 0., 0., 1.); return; }
  // Light that enters in the middle is gathered behind the ball, at its edge little gets through.
  vec3 way = normalize(v_world - lamp_at[0].xyz);
  float middle = max(dot(normalize(v_normal), -way), 0.);
  vec3 tint = u_glass[int(v_piece.w) * 3].rgb;
  colour = vec4(tint * u_clear * (.14 + .86 * pow(middle, 4.)), .4);
}

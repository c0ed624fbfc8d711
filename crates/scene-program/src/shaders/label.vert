layout(location = 0) in vec2 a_corner;
layout(location = 2) in vec4 a_place;
layout(location = 3) in vec4 a_size;
out vec2 v_at;
out vec3 v_world;

void main() {
  // It reads as lying on the board, and rises a little towards a low seat. More, and it would hide what is behind it.
  vec3 flat_up = normalize(cross(vec3(0., 1., 0.), right.xyz));
  vec3 up = normalize(flat_up + upwards.y * upwards.y * .18 * vec3(0., 1., 0.));
  // A cell is about twice as high as its digit.
  vec2 at = a_corner * a_size.x;
  float foot = .5 * a_size.x;
  v_world = a_place.xyz - flat_up * foot + right.xyz * (at.x + a_size.y) + up * (at.y + foot);
  v_world.y += .01;
  float cell = a_place.w;
  vec2 corner = a_corner * vec2(.5, -.5) + .5;
  v_at = (vec2(mod(cell, 8.), floor(cell / 8.)) + corner) / 8.;
  gl_Position = view_projection * vec4(v_world, 1.);
}

layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec4 a_place;
layout(location = 3) in vec4 a_turn;
layout(location = 4) in vec4 a_scale;
layout(location = 5) in vec4 a_near_a;
layout(location = 6) in vec4 a_near_b;
layout(location = 7) in vec4 a_near_c;

uniform float u_swell;

out vec3 v_world;
out vec3 v_own;         // in the body's own space, not scaled to 1: textures keep their size
out vec3 v_normal;
out vec3 v_own_normal;
flat out vec4 v_piece;  // centre and colour
flat out vec4 v_more;   // glow, radius, a number of its own from 0 to 1
flat out vec4 v_near_a; // stones that lie near: centre, and colour from 1, 0 for none
flat out vec4 v_near_b;
flat out vec4 v_near_c;

void main() {
  vec3 scale = a_scale.xyz;
  // A ball's mesh is made a little larger, so that the ball lies within it: its shader finds the ball itself.
  v_own = a_position * scale * u_swell;
  v_own_normal = a_normal / scale;
  v_world = turned(a_turn, v_own) + a_place.xyz;
  v_normal = turned(a_turn, v_own_normal);
  v_near_a = a_near_a;
  v_near_b = a_near_b;
  v_near_c = a_near_c;
  v_piece = vec4(a_place.xyz, a_scale.w);
  v_more = vec4(a_place.w, .5 * scale.x, fract(float(gl_InstanceID) * .618034 + .17), 0.);
  gl_Position = view_projection * vec4(v_world, 1.);
}

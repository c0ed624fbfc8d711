layout(location = 0) in vec2 a_corner;
layout(location = 2) in vec4 a_place;
layout(location = 3) in vec4 a_size;
out vec2 v_at;
flat out vec4 v_mark;   // half sizes, round or not, stroke

void main() {
  vec2 half_size = a_size.xy + .12;
  v_at = a_corner * half_size;
  v_mark = vec4(a_size.xyz, a_place.w);
  // Far from the eye a mark has to lie a little higher, or the board shows through.
  vec3 world = a_place.xyz + vec3(v_at.x, .004, v_at.y);
  world += (eye.xyz - world) * .0008;
  gl_Position = view_projection * vec4(world, 1.);
}

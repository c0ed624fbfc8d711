layout(location = 0) in vec2 a_corner;
layout(location = 2) in vec4 a_place;
layout(location = 3) in vec4 a_size;
out vec2 v_at;          // in the texture; of a badge, from its middle in heights of a digit
out vec3 v_world;
flat out vec2 v_label;  // ground, half the width of a badge in heights of a digit, 0 for a character

void main() {
  // It reads as lying on the board, and rises a little towards a low seat. More, and it would hide what is behind it.
  vec3 flat_up = normalize(cross(vec3(0., 1., 0.), right.xyz));
  vec3 up = normalize(flat_up + upwards.y * upwards.y * .18 * vec3(0., 1., 0.));
  // Beside the middle of the picture it would lean outwards, as what lies there does: upright on the screen, it is read.
  vec3 forwards = cross(upwards.xyz, right.xyz), away = a_place.xyz - eye.xyz;
  float aside = dot(right.xyz, away) / dot(forwards, away);
  flat_up += right.xyz * aside * dot(forwards, flat_up);
  up += right.xyz * aside * dot(forwards, up);
  // A cell is about twice as high as its digit, a badge one and a half times.
  float cell = a_place.w;
  bool is_badge = cell < 0.;
  vec2 at = a_corner * (is_badge ? vec2(a_size.w, .78 * a_size.x) : a_size.xx);
  float foot = .5 * a_size.x;
  v_world = a_place.xyz - flat_up * foot + right.xyz * (at.x + a_size.y) + up * (at.y + foot);
  v_world.y += .01;
  vec2 corner = a_corner * vec2(.5, -.5) + .5;
  v_at = is_badge ? at / a_size.x : (vec2(mod(cell, 8.), floor(cell / 8.)) + corner) / 8.;
  v_label = vec2(a_size.z, is_badge ? a_size.w / a_size.x : 0.);
  gl_Position = view_projection * vec4(v_world, 1.);
}

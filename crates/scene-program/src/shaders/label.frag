in vec2 v_at;
in vec3 v_world;
flat in vec2 v_label;
uniform sampler2D u_glyphs;
uniform vec4 u_figure[6];  // the figure and the shade about it with its strength, the same on felt, both colours of badges
out vec4 colour;

void main() {
  // It is lit as the board is, but never so little that it could not be read.
  float light = 0.;
  for (int i = 0; i < int(screen.z); i++) light += dot(lamp_colour[i].rgb, vec3(.3, .5, .2)) * min(lamp_colour[i].w / dot(lamp_at[i].xyz - v_world, lamp_at[i].xyz - v_world), 2.);
  light = mix(clamp(light * .6 + dot(ambient.rgb, vec3(.33)), .45, 1.3), 1., step(.5, ambient.w));
  int ground = int(v_label.x);
  vec3 figure = u_figure[ground < 2 ? 2 * ground : 7 - ground].rgb;
  float ink = smoothstep(.05, .95, texture(u_glyphs, v_at, -.6).r);
  if (v_label.y > 0.) {
    // Half circles at both ends.
    vec2 d = vec2(max(abs(v_at.x) - v_label.y + .74, 0.), v_at.y);
    float off = length(d) - .74, soft = fwidth(off) * .75;
    float cover = 1. - smoothstep(-soft, soft, off);
    if (cover < .01) discard;
    // A line about it, where the badge has the colour of what it lies on.
    vec3 ground_colour = mix(u_figure[ground + 2].rgb, figure, .4 * smoothstep(-.12, -.06, off));
    colour = vec4(encode(ground_colour * light), cover);
    return;
  }
  vec4 shadow = ground < 2 ? u_figure[2 * ground + 1] : vec4(0.);
  float shade = smoothstep(.02, .45, textureLod(u_glyphs, v_at, 3.6).r) * shadow.w;
  float alpha = ink + shade * (1. - ink);
  if (alpha < .01) discard;
  colour = vec4(encode(mix(shadow.rgb, figure * light, ink / alpha)), alpha);
}

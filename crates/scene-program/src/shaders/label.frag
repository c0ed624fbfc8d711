in vec2 v_at;
in vec3 v_world;
uniform sampler2D u_glyphs;
uniform vec4 u_figure[2];  // the figure, and the shade about it with its strength
out vec4 colour;

void main() {
  float ink = smoothstep(.05, .95, texture(u_glyphs, v_at, -.6).r);
  float shade = smoothstep(.02, .45, textureLod(u_glyphs, v_at, 3.6).r) * u_figure[1].w;
  // It is lit as the board is, but never so little that it could not be read.
  float light = 0.;
  for (int i = 0; i < int(screen.z); i++) light += dot(lamp_colour[i].rgb, vec3(.3, .5, .2)) * min(lamp_colour[i].w / dot(lamp_at[i].xyz - v_world, lamp_at[i].xyz - v_world), 2.);
  light = mix(clamp(light * .6 + dot(ambient.rgb, vec3(.33)), .45, 1.3), 1., step(.5, ambient.w));
  float alpha = ink + shade * (1. - ink);
  if (alpha < .01) discard;
  colour = vec4(encode(mix(u_figure[1].rgb, u_figure[0].rgb * light, ink / alpha)), alpha);
}

// The finished picture: a little light spreads about what shines, then tone mapping, as a photograph is developed.
in vec2 v_at;
uniform sampler2D u_picture;
out vec4 colour;

// Khronos PBR Neutral: base colours keep their hue, only what is brighter than paper is compressed.
vec3 neutral(vec3 light) {
  const float begin = .8 - .04, desaturation = .15;
  float x = min(light.r, min(light.g, light.b));
  float offset = x < .08 ? x - 6.25 * x * x : .04;
  light -= offset;
  float peak = max(light.r, max(light.g, light.b));
  if (peak < begin) return light;
  const float d = 1. - begin;
  float next = 1. - d * d / (peak + d - begin);
  light *= next / peak;
  return mix(light, vec3(next), 1. - 1. / (desaturation * (peak - next) + 1.));
}

void main() {
  vec3 light = decode(textureLod(u_picture, v_at, 0.).rgb);
  if (ambient.w < .5) {
    vec3 spread = vec3(0.);
    for (int i = 0; i < 8; i++) {
      float angle = float(i) * .785 + .3, level = 2. + float(i & 3);
      vec2 way = vec2(cos(angle), sin(angle)) / screen.xy * exp2(level);
      vec3 near = decode(textureLod(u_picture, v_at + way, level).rgb);
      spread += max(near - .9, 0.) * .125;
    }
    light += min(spread, 2.) * .22;
    vec2 off = (v_at - .5) * vec2(1., .9);
    light *= backdrop.w;
    light *= 1. - .42 * smoothstep(.1, .75, dot(off, off) * 1.6);
    light = neutral(light);
  }
  vec3 shown = mix(1.055 * pow(max(light, 0.), vec3(1. / 2.4)) - .055, light * 12.92, lessThanEqual(light, vec3(.0031308)));
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(.06711056, .00583715)))) - .5;
  colour = vec4(shown + grain / 255., 1.);
}

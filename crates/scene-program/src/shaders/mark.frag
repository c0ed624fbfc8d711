in vec2 v_at;
flat in vec4 v_mark;
uniform vec4 u_ink[6];  // lines, their shade and its strength, the line of the focus, what surrounds it, lines and shade on felt
out vec4 colour;

// Where a point lies along the outline, about in units of length.
float along(vec2 p, vec2 half_size, bool is_round) {
  vec2 beyond = abs(p) - half_size;
  if (!is_round) return beyond.x > beyond.y ? p.y : p.x;
  float straight = max(half_size.y - half_size.x, 0.), wide = max(half_size.x - half_size.y, 0.);
  vec2 from_end = p - vec2(clamp(p.x, -wide, wide), clamp(p.y, -straight, straight));
  float r = min(half_size.x, half_size.y);
  return atan(from_end.y, from_end.x) * r + (straight > 0. ? clamp(p.y, -straight, straight) * sign(p.x) : -clamp(p.x, -wide, wide) * sign(p.y));
}

void main() {
  vec2 half_size = v_mark.xy;
  bool is_round = v_mark.z > .5;
  int stroke = int(v_mark.w);
  float corner = is_round ? min(half_size.x, half_size.y) : .1;
  vec2 d = abs(v_at) - half_size + corner;
  float off = length(max(d, 0.)) + min(max(d.x, d.y), 0.) - corner;
  // Beside the opening of a hole, or within its square.
  off += is_round ? -.035 : .06;
  float soft = fwidth(off) * .75 + .001;
  float run = along(v_at, half_size, is_round);
  float thin = max(.012, soft * .8), strong = max(.021, soft * 1.2);
  float line;
  float width = stroke == 2 || stroke == 6 ? strong : thin;
  if (stroke == 1) {
    float step_size = .13;
    vec2 dot_at = vec2((fract(run / step_size) - .5) * step_size, off);
    line = 1. - smoothstep(.028 - soft, .028 + soft, length(dot_at));
    width = .028;
  } else if (stroke == 3) {
    line = 1. - smoothstep(-soft, soft, min(abs(off - .03), abs(off + .03)) - .011);
    width = .045;
  } else if (stroke == 4 || stroke == 5) {
    float period = stroke == 4 ? .2 : .3;
    float dash = abs(fract(run / period) - .5) * period - period * .29;
    float along_soft = soft;
    line = (1. - smoothstep(-soft, soft, abs(off) - strong * .75)) * (1. - smoothstep(-along_soft, along_soft, dash));
    width = strong;
  } else if (stroke == 7) {
    // A line of light that fades towards its ends.
    bool lies = half_size.x > half_size.y;
    float way = lies ? v_at.x / half_size.x : v_at.y / half_size.y, beside = lies ? v_at.y : v_at.x;
    line = exp(-beside * beside / (.018 * .018 + soft * soft)) * smoothstep(1., .55, abs(way));
    colour = vec4(encode(u_ink[0].rgb * 2.2), line);
    return;
  } else {
    line = 1. - smoothstep(-soft, soft, abs(off) - width);
  }
  // Squares are of felt, holes of what the board is made of.
  int ground = is_round ? 0 : 4;
  vec3 ink = stroke == 6 ? u_ink[2].rgb : u_ink[ground].rgb;
  // A shade beside the line keeps it readable upon pale and dark ground alike.
  float shade = (1. - smoothstep(width, width + .05, abs(off))) * (stroke == 6 ? 1. : u_ink[ground + 1].w);
  if (stroke == 6) shade = 1. - smoothstep(-soft, soft, abs(off) - width - .035);
  if (stroke == 4 || stroke == 5 || stroke == 1) shade *= .35 + .65 * line;
  vec3 under = stroke == 6 ? u_ink[3].rgb : u_ink[ground + 1].rgb;
  float alpha = line + shade * (1. - line);
  if (alpha < .01) discard;
  colour = vec4(encode(mix(under, ink, line / alpha)), alpha);
}

// Everything but glass.
in vec3 v_world;
in vec3 v_own;
in vec3 v_normal;
in vec3 v_own_normal;
flat in vec4 v_piece;
flat in vec4 v_more;
out vec4 colour;

// The distance to a line along a rectangle with round corners.
float rectangle(vec2 p, vec2 half_size, float corner) {
  vec2 d = abs(p) - half_size + corner;
  return length(max(d, 0.)) + min(max(d.x, d.y), 0.) - corner;
}

// Boards have a line of metal let into their upper face; Mapello's has felt, and lines between its squares.
Surface board_face(Surface s, vec3 p, vec3 n, float px) {
  if (n.y < .8) return s;
  vec4 inlay = u_material[4];
  if (u_kind == 2) {
    vec2 square = abs(fract(p.xz) - .5);
    float field = max(abs(p.x), abs(p.z));
    if (field < 4. && p.y < .02) {
      s = felt(p, px, s, THIRD);
      float line = min(.5 - square.x, .5 - square.y);
      float shade = 1. - smoothstep(.012, .02 + px, line);
      shade = max(shade, .5 * (1. - smoothstep(0., .05, line)));
      s.colour = mix(s.colour, u_material[5].rgb, shade * (ambient.w > .5 ? 1. : .8) * step(.02, 4. - field + .02));
      // The points where the inner squares meet, two from the edge.
      vec2 corner = abs(abs(p.xz) - 2.);
      s.colour = mix(s.colour, u_material[5].rgb, 1. - smoothstep(.055, .065 + px, length(corner)));
      return s;
    }
    float run = abs(rectangle(p.xz, vec2(4.075), .02));
    float on = 1. - smoothstep(inlay.z, inlay.z + px, run);
    if (on > .01) { Surface metal = brass(p, px, s, LINE); s.colour = mix(s.colour, metal.colour, on); s.metal = on; s.rough = mix(s.rough, metal.rough, on); s.coat *= 1. - on; }
    return s;
  }
  float run = abs(rectangle(p.xz, board.xy - inlay.x, .48 - inlay.x));
  float on = (1. - smoothstep(inlay.z, inlay.z + px, run)) * smoothstep(-.02, -.005, p.y);
  if (on > .01) {
    Surface metal = brass(p, px, s, LINE);
    s.colour = mix(s.colour, metal.colour, on);
    s.metal = on;
    s.rough = mix(s.rough, metal.rough, on);
    s.coat *= 1. - on;
  }
  return s;
}

// Two faces of lacquer with a seam between them; `upper` is the first side's.
Surface disc(Surface s, vec3 p, float px) {
  bool upper = p.y > 0.;
  float r = length(p.xz);
  vec4 fine = noise(vec3(r * 40., atan(p.x, p.z) * 2., 3.5), px * 40.), soft = noise(p * 3. + v_more.z * 20., px * 3.);
  s.colour = upper ? PALE : DARK;
  s.colour *= 1. + (soft.x - .5) * .1;
  s.rough = ROUGH;
  s.coat = COAT;
  s.follows = 1.;
  float groove = smoothstep(.012, .0, abs(r - .31)) * step(.055, abs(p.y));
  s.colour *= 1. - .35 * groove;
  // A little domed, as if turned by hand: a lamp then shows as a spot upon it, not as a grey face.
  s.normal = normalize(s.normal + vec3(p.x, 0., p.z) * .55 * step(.05, abs(p.y)) + vec3(p.x, 0., p.z) / max(r, .01) * ((fine.x - .5) * .012 + groove * .12));
  float seam = 1. - smoothstep(.004, .006 + px, abs(p.y));
  s.colour = mix(s.colour, LINE, seam * step(.3, r));
  return s;
}

void main() {
  vec3 n = normalize(v_normal);
  vec3 to_eye = eye.xyz - v_world;
  float away = length(to_eye);
  vec3 v = to_eye / away;
  // The footprint of a pixel, wider where the surface is seen at a slant.
  float px = eye.w * away * min(inversesqrt(max(dot(n, v), .03)), 4.);
  vec3 own = v_own;
  if (u_kind >= 3) own += v_more.z * vec3(11., 7., 5.);
  Surface s = Surface(PALE, ROUGH, 0., 0., COAT, normalize(v_own_normal), .25);
  if (u_kind == 3) s = disc(s, v_own, px);
  else if (u_kind == 6) {
    // A ring of both faces, half and half.
    float half_turn = v_own.x;
    s.colour = half_turn > 0. ? PALE : DARK;
    float seam = 1. - smoothstep(.008, .01 + px, abs(half_turn));
    s.colour = mix(s.colour, LINE, seam);
  } else {
    s = made_of(PATTERN, own, px, s);
    if (u_kind == 1 || u_kind == 2) s = board_face(s, v_own, v_own_normal, px);
  }
  // The textures' normals belong to the body: turned as it is.
  vec3 tilt = s.normal - normalize(v_own_normal);
  s.normal = normalize(n + tilt);
  if (ambient.w > .5) {
    // High contrast: plain colours, what looks aside or lies deep is darker, and each edge is a line.
    float side = n.y > .75 ? 1. : .7;
    float shade = side * mix(1., .8, smoothstep(-.02, -.25, v_own.y) * (u_kind == 1 ? 1. : 0.));
    vec3 own_normal = normalize(v_own_normal);
    float line = u_kind == 0 || u_kind == 6 ? 0. : smoothstep(.985, .94, abs(own_normal.y)) * smoothstep(.04, .1, abs(own_normal.y));
    if (u_kind == 5) line = step(own_normal.y, .3);
    if (u_kind == 6) line = step(dot(n, v), .4);
    if (u_kind == 1 || u_kind == 2) line *= smoothstep(-.075, -.06, v_own.y);
    // Black upon black would not be seen.
    vec3 edge = u_kind == 3 && s.colour.g < .2 ? vec3(.2) : LINE;
    colour = vec4(encode(mix(s.colour * shade + s.colour * v_more.x * .5, edge, line)), 1.);
    return;
  }
  vec3 light = lit(s, v_world, n, v, v_more.x);
  if (u_kind == 0) light = mix(light, backdrop.rgb * ambient.rgb, smoothstep(7., 24., length(v_world.xz * vec2(.8, 1.))));
  colour = vec4(encode(light), 1.);
}

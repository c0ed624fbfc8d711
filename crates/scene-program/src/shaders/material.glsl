// Solid textures: what a body is made of is a formula of the place inside of it, so grain runs on over edges and into bowls.
uniform vec4 u_material[6];
uniform int u_kind;
#define PALE u_material[0].rgb
#define DARK u_material[1].rgb
#define THIRD u_material[2].rgb
#define LINE u_material[3].rgb
#define PATTERN int(u_material[0].w)
#define ROUGH u_material[1].w
#define COAT u_material[2].w
#define GRAIN u_material[3].w

// A plank sawn beside the heart of a tree that lies along x: rings, fibres, pores; at its ends one sees the rings from the front.
Surface wood(vec3 p, float px, Surface s) {
  vec3 q = p * GRAIN;
  px *= GRAIN;
  vec4 wide = noise(q * vec3(.2, .55, .55) + 3.7, px * .6);
  vec4 wave = noise(q * vec3(.8, 2.1, 2.1) + 9.1, px * 2.);
  vec2 heart = vec2(q.y + 2.9 + .1 * q.x, q.z - 1.3 - .05 * q.x) + (wide.xy - .5) * 1.1 + (wave.xy - .5) * .1;
  float rings = length(heart) * 8.5 + (wide.z - .5) * 1.8;
  float ring = fract(rings);
  float late = pow(ring, 2.) * (1. - smoothstep(.82, 1., ring)) * 1.6;
  late = mix(late, .22, clamp(px * 12. - .3, 0., 1.));
  float thick = noise(vec3(floor(rings) * 7.3, 1.5, 4.5), 0.).y;
  vec4 fibre = noise(q * vec3(2.1, 52., 52.), px * 52.);
  vec4 fine = noise(q * vec3(4.2, 120., 120.) + 5.3, px * 120.);
  vec4 streak = noise(q * vec3(.45, 11., 11.) + 2.2, px * 11.);
  float tone = late * mix(.1, .46, thick) + (fibre.x - .5) * .3 + (fine.y - .5) * .26 + (wide.w - .5) * .45 + (streak.x - .5) * .4 + (noise(q * vec3(.16, 3.1, 3.1) + 6.6, px * 3.).x - .5) * .5;
  s.colour = mix(PALE, DARK, clamp(tone + .22, 0., 1.));
  s.colour = mix(s.colour, s.colour * THIRD * 1.9, wave.w * .3 + streak.y * .2);
  float pore = (1. - .75 * abs(s.normal.x)) * smoothstep(.64, .84, noise(q * vec3(5.5, 88., 88.) + 7.9, px * 88.).z) * (1. - .7 * late) * smoothstep(.2, .6, streak.z + .2);
  s.colour *= 1. - .5 * pore * u_material[4].w;
  s.rough = ROUGH + .14 * pore + (fine.z - .5) * .14 - .06 * late;
  // Fibres rise and sink a little on their way: silk in the gloss.
  s.normal = normalize(s.normal + vec3(.2, 1., 1.) * (fibre.wyz - .5) * .035 + vec3(.5, .6, 1.) * (wave.xyz - .5) * .05);
  return s;
}

// Boards of such a plank side by side: a table.
Surface planks(vec3 p, float px, Surface s) {
  float row = p.z / 2.3 + .37, number = floor(row), across = min(fract(row), 1. - fract(row)) * 2.3;
  vec4 own = noise(vec3(number * 5.7 + .5, 3.5, 8.5), 0.);
  s = wood(vec3(p.x + own.x * 40., p.y + (own.y - .5) * 3., p.z * (own.z > .5 ? 1. : -1.) + own.w * 9.), px, s);
  s.colour *= .88 + .24 * own.y;
  float seam = 1. - smoothstep(.008, .014 + px, across);
  s.colour *= 1. - .75 * seam;
  s.normal = normalize(s.normal + vec3(0., 0., (fract(row) > .5 ? 1. : -1.) * .5 * (1. - smoothstep(.0, .03 + px, across))));
  return s;
}

// Veins where noise crosses its middle, thin and deep, and clouds that lie along them.
Surface marble(vec3 p, float px, Surface s) {
  vec3 q = vec3(p.x * .8 + p.z * .6, p.y, p.z * .8 - p.x * .6) * GRAIN;
  px *= GRAIN;
  vec4 bend = noise(q * vec3(.3, .5, .45) + 1.3, px) - .5, more = noise(q * 1.2 + 8., px) - .5, fine = noise(q * 3.7, px * 4.) - .5, grit = noise(q * 11., px * 11.) - .5;
  vec3 w = q + bend.xyz * 2.4 + more.xyz * .8 + fine.xyz * .22 + grit.xyz * .05;
  vec3 flow = w * vec3(.32, .8, .85);
  float run = noise(flow, px).x - .5 + .16 * more.w + .05 * fine.w;
  float second = noise(flow * 2.3 + 17., px).y - .5 + .14 * fine.w + .05 * grit.w;
  float where = smoothstep(.3, .75, noise(q * .45 + 5., px).z), where_second = smoothstep(.4, .8, noise(q * .6 + 25., px).w);
  float width = .012 + .03 * where * (.6 + fine.x);
  float vein = pow(1. - smoothstep(0., width + px * .5, abs(run)), 1.3) * (.3 + .7 * where);
  float thin = pow(1. - smoothstep(0., .014 + px, abs(second)), 1.6) * where_second * .6;
  float cloud = exp(-abs(run) * 9.) * (.3 + .5 * where) + exp(-abs(second) * 16.) * .25 * where_second + more.x * .3 + fine.y * .16 + bend.y * .3;
  s.colour = mix(PALE, THIRD, clamp(cloud * .9, 0., .8));
  s.colour = mix(s.colour, DARK, clamp(vein * .8 + thin, 0., .85));
  s.rough = ROUGH + .06 * fine.x;
  return s;
}

// Lacquer with clouds in its depth, or worn stone.
Surface lacquer(vec3 p, float px, Surface s) {
  vec3 q = p * GRAIN;
  px *= GRAIN;
  vec4 wide = noise(q * .8, px), mid = noise(q.zxy * 3.1 + wide.xyz, px * 4.), fine = noise(q.yzx * 27. + mid.xyz * 3., px * 30.);
  s.colour = mix(DARK, PALE, clamp(.5 + 1.1 * (wide.x - .5) + .6 * (mid.x - .5) + .5 * u_material[4].w * (fine.x - .5), 0., 1.));
  s.colour *= 1. + u_material[4].w * (smoothstep(.7, .3, fine.y) - .5) * .5;
  s.rough = ROUGH + .1 * (mid.y - .5);
  s.normal = normalize(s.normal + (mid.xyz - .5) * .01 + (fine.zwx - .5) * .12 * u_material[4].w);
  return s;
}

// Bamboo: strips glued side by side, with their fibres and the knots where leaves grew.
Surface bamboo(vec3 p, float px, Surface s) {
  float wide = .24 / GRAIN;
  float row = p.z / wide, number = floor(row), across = fract(row);
  vec4 own = noise(vec3(number * 3.7, floor(p.y * 2.) + .5, 7.5), 0.);
  float along = p.x * .23 + own.x * 9.;
  float knot = abs(fract(along) - .5 + (across - .5) * .006) / .23;
  float band = (1. - smoothstep(.012, .045 + px, knot)) * .8 + (1. - smoothstep(.06, .2, knot)) * .22;
  vec4 fibre = noise(vec3(p.x * 1.3, p.yz * 60.) + own.y * 40., px * 60.), soft = noise(vec3(p.x * .5, p.yz * 7.) + own.z * 20., px * 7.);
  float tone = (own.w - .5) * .75 + (fibre.x - .5) * .5 + (soft.x - .5) * .35 + band * .55 + .36;
  s.colour = mix(PALE, DARK, clamp(tone, 0., 1.));
  float seam = 1. - smoothstep(.02, .035 + px / wide, min(across, 1. - across));
  s.colour *= 1. - seam * .35;
  s.rough = ROUGH + (fibre.y - .5) * .1;
  s.normal = normalize(s.normal + vec3(0., 0., 1.) * (fibre.y - .5) * .05);
  return s;
}

// Felt: short hairs in every direction.
Surface felt(vec3 p, float px, Surface s, vec3 base) {
  if (ambient.w > .5) { s.colour = base; return s; }
  vec4 wide = noise(p * 1.1, px), hair = noise(p * vec3(64., 30., 34.), px * 64.), cross_hair = noise(p.zyx * vec3(110., 30., 52.) + 3., px * 110.);
  float tone = (hair.x - .5) * .5 + (cross_hair.y - .5) * .55 + (wide.x - .5) * .16;
  s.colour = base * (1. + tone * .55);
  s.rough = .95;
  s.sheen = .22;
  s.coat = 0.;
  s.metal = 0.;
  s.normal = normalize(s.normal + (hair.xyz + cross_hair.xyz - 1.) * .16);
  return s;
}

// Linen: threads over and under each other.
Surface linen(vec3 p, float px, Surface s) {
  vec2 at = p.xz * 24. * GRAIN;
  vec4 wide = noise(p * .7, px);
  vec4 slub = noise(vec3(at.x * .12, 1.5, floor(at.y)), px * 20.), slub_across = noise(vec3(floor(at.x), 4.5, at.y * .12), px * 20.);
  vec2 cell = fract(at) - .5;
  float over = mod(floor(at.x) + floor(at.y), 2.);
  float round_thread = over > .5 ? 1. - cell.y * cell.y * 3.2 : 1. - cell.x * cell.x * 3.2;
  float far = clamp(px * 24. * GRAIN * 1.4 - .25, 0., 1.);
  float tone = mix(.74, round_thread, (1. - far) * .55) * (.86 + .28 * mix(over > .5 ? slub.x : slub_across.y, .5, far * .5));
  s.colour = mix(DARK, PALE, clamp(tone + (wide.x - .5) * .14, 0., 1.2));
  s.rough = .95;
  s.sheen = .25;
  s.coat = 0.;
  vec2 tilt = over > .5 ? vec2(0., cell.y) : vec2(cell.x, 0.);
  s.normal = normalize(s.normal + vec3(tilt.x, 0., tilt.y) * .5 * (1. - far) * step(.5, s.normal.y));
  return s;
}

Surface brass(vec3 p, float px, Surface s, vec3 base) {
  vec4 wide = noise(p * 3., px * 3.), fine = noise(p * vec3(20., 20., 20.), px * 20.);
  s.colour = base * (.92 + .16 * wide.x);
  s.metal = 1.;
  s.rough = .24 + .1 * fine.x;
  s.coat = 0.;
  s.sheen = 0.;
  return s;
}

Surface plain(Surface s) { s.colour = PALE; s.rough = ROUGH; return s; }

Surface made_of(int pattern, vec3 p, float px, Surface s) {
  if (pattern == 1 && u_kind == 0) return planks(p, px, s);
  if (pattern == 1) return wood(p, px, s);
  if (pattern == 2) return marble(p, px, s);
  if (pattern == 3) return lacquer(p, px, s);
  if (pattern == 4) return bamboo(p, px, s);
  if (pattern == 5) return felt(p, px, s, PALE);
  if (pattern == 6) return linen(p, px, s);
  if (pattern == 7) return brass(p, px, s, PALE);
  return plain(s);
}

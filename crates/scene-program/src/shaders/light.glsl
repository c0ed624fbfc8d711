uniform sampler2DShadow u_shadow;
uniform sampler2D u_shadow_depth;
uniform sampler2D u_tint;
uniform sampler2D u_above;

// Interleaved gradient noise: turns the taps differently at each pixel, so that soft edges show no bands.
float turn_of_pixel() { return 6.2832 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(.06711056, .00583715)))); }

float height_at(vec2 xz) {
  return mix(above.w, above.z, textureLod(u_above, xz / above.xy * .5 + .5, 0.).r);
}

// How much of the sky over a point is open, from 0 to 1, by the horizon in some directions (horizon-based ambient occlusion,
// against the map from above).
float open_sky(vec3 p, vec3 n) {
  // Nothing stands near what is far from the board.
  if (any(greaterThan(abs(p.xz), above.xy - .4))) return 1.;
  float turn = turn_of_pixel();
  vec3 from = p + n * .025;
  int directions = int(screen.w);
  float sum = 0.;
  for (int i = 0; i < directions; i++) {
    // Within a part of its own of the circle, and always as far: what changes from pixel to pixel is seen as grain in bright bowls,
    // and what does not change at all as spokes about what stands on the board.
    float angle = (.4 * turn + 6.2832 * float(i)) / float(directions);
    vec2 way = vec2(cos(angle), sin(angle));
    float stretch = .75 + .5 * fract(float(i) * .618);
    float horizon = 0.;
    for (int j = 0; j < 3; j++) {
      float reach = stretch * (j == 0 ? .07 : j == 1 ? .2 : .55);
      float rise = height_at(from.xz + way * reach) - from.y - .012;
      // What flies high over a point hides little of the sky.
      float counts = 1. - .8 * smoothstep(.4, .9, rise);
      horizon = max(horizon, counts * rise * inversesqrt(rise * rise + reach * reach));
    }
    sum += 1. - horizon * horizon;
  }
  return sum / float(directions);
}

float distance_of(float depth) { return lens.x * lens.y / (lens.y - depth * (lens.y - lens.x)); }

// What arrives of the first lamp's light: 1 is all, coloured behind glass. Soft by the lamp's size (percentage-closer soft shadows).
vec3 shadow_of_lamp(vec3 p, vec3 n) {
  int taps = int(lens.w);
  if (taps == 0) return vec3(1.);
  vec3 to = normalize(lamp_at[0].xyz - p);
  if (dot(n, to) < -.2) return vec3(0.);
  // Where the light passes beside all that stands on the table the map need not be read.
  vec2 begins = p.xz, ends = p.xz + to.xz * clamp((.6 - p.y) / max(to.y, .05), 0., 20.);
  vec2 side = above.xy - .8 + lamp_at[0].w * .08;
  if (any(greaterThan(min(begins, ends), side)) || any(lessThan(max(begins, ends), -side))) return vec3(1.);
  float slope = 1. - max(dot(n, to), 0.);
  vec4 clip = from_lamp * vec4(p + n * (.008 + .02 * slope), 1.);
  vec3 at = clip.xyz / clip.w * .5 + .5;
  if (clip.w < lens.x || any(greaterThan(abs(at.xy - .5), vec2(.5)))) return vec3(1.);
  float away = distance_of(at.z);
  float to_map = .5 / (away * lens.z);
  float turn = turn_of_pixel();
  float wide = lamp_at[0].w * min(1.1 / max(away - 1.1, .2), .5) * to_map;
  float nearer = 0., found = 0.;
  for (int i = 0; i < 10; i++) {
    float angle = turn + 2.39996 * float(i);
    vec2 tap = at.xy + vec2(cos(angle), sin(angle)) * sqrt((float(i) + .5) / 10.) * wide;
    float blocker = textureLod(u_shadow_depth, tap, 0.).r;
    if (blocker < at.z - .0004) { nearer += distance_of(blocker); found += 1.; }
  }
  if (found == 0.) return vec3(1.);
  float between = nearer / found;
  float soft = clamp(lamp_at[0].w * (away - between) / between * .5, .012, .6) * to_map;
  // Glass colours what lies near it. What lies further away lies behind the board as well, which the map cannot tell.
  float close = 1. - smoothstep(.5, .9, away - between);
  vec3 light = vec3(0.);
  for (int i = 0; i < taps; i++) {
    float angle = turn + 2.39996 * float(i);
    vec2 tap = at.xy + vec2(cos(angle), sin(angle)) * sqrt((float(i) + .5) / float(taps)) * soft;
    float open = textureLod(u_shadow, vec3(tap, at.z - .0003), 0.);
    light += open < 1. ? mix(textureLod(u_tint, tap, 0.).rgb * close, vec3(1.), open) : vec3(1.);
  }
  return light / float(taps);
}

// The colour and strength of a lamp as it arrives at a point.
vec3 lamp_light(int i, vec3 p) {
  vec3 to = lamp_at[i].xyz - p;
  return lamp_colour[i].rgb * min(lamp_colour[i].w / dot(to, to), 2.6);
}

// The room without its lamps: a pale ceiling, walls, the table below.
vec3 room(vec3 way) {
  float up = way.y;
  vec3 ceiling = mix(vec3(.55), vec3(1.25), smoothstep(-.05, .85, up));
  float corner = .12 * sin(atan(way.x, way.z) * 2. + .6) * smoothstep(1., .2, up);
  vec3 below = backdrop.rgb * 1.2;
  return ambient.rgb * mix(below, ceiling + corner, smoothstep(-.22, .06, up));
}

// A lamp as a polished surface mirrors it: a window with its bars if it is large, else a round one.
vec3 mirrored(int i, vec3 p, vec3 way, float blur) {
  vec3 to = lamp_at[i].xyz - p;
  float away = length(to);
  to /= away;
  float facing = dot(way, to);
  if (facing < .2) return vec3(0.);
  vec3 side = normalize(cross(to, vec3(0., 1., .02)));
  vec3 up = cross(side, to);
  float size = lamp_at[i].w * (lamp_at[i].w > 2. ? 1.05 : .7);
  vec2 at = vec2(dot(way, side), dot(way, up)) / facing * away / size;
  float edge = blur * away / size + .04;
  float shape;
  if (lamp_at[i].w > 2.) {
    // Two casements with three panes each, brighter towards the sky.
    at.y *= .7;
    vec2 frame = 1. - smoothstep(1. - edge, 1. + edge, abs(at));
    float bar = min(abs(at.x), min(abs(at.y - .33), abs(at.y + .33)) * 1.4);
    float bars = smoothstep(.0, .03 + edge, bar + .008);
    shape = frame.x * frame.y * mix(bars, 1., smoothstep(.05, .4, edge)) * (.72 + .28 * at.y);
  } else {
    shape = 1. - smoothstep(1. - edge, 1. + edge, length(at));
  }
  // As bright as makes the light that arrives, spread over what it takes up, within bounds a screen can show.
  float solid = size * size * 4. / (away * away);
  float brightness = clamp(3.6 / max(solid, .01), 8., 30.) / (1. + edge * 1.5);
  return lamp_colour[i].rgb * brightness * shape;
}

// What a surface is made of, at one point.
struct Surface {
  vec3 colour;
  float rough;
  float metal;
  float sheen;   // cloth: brighter towards its edge
  float coat;    // a polish over it, from 0 to 1
  vec3 normal;
  float follows; // how far the polish follows the normal, from 0 to 1
};

float ggx(float nh, float rough) {
  float a = rough * rough, d = nh * nh * (a * a - 1.) + 1.;
  return a * a / (3.1416 * d * d);
}

// The light that a surface sends to the eye.
vec3 lit(Surface s, vec3 p, vec3 n, vec3 v, float glow) {
  float nv = max(dot(s.normal, v), .02);
  vec3 f0 = mix(vec3(.04), s.colour, s.metal);
  vec3 matte = s.colour * (1. - s.metal);
  float open = open_sky(p, n);
  // Light between the walls of a hollow takes on their colour.
  vec3 many = max(vec3(open), ((open * (2.0404 * matte - .3324) - (4.7951 * matte - .6417)) * open + (2.7552 * matte + .6903)) * open);
  vec3 sky = ambient.rgb * mix(vec3(.5), vec3(1.12), s.normal.y * .5 + .5);
  vec3 light = matte * sky * many;

  vec3 way = reflect(-v, s.normal);
  float fresnel = pow(1. - nv, 5.);
  float hidden = clamp(pow(nv + open, exp2(-16. * s.rough - 1.)) - 1. + open, 0., 1.);
  vec3 mirror = mix(room(way), sky, s.rough * s.rough);
  mirror *= 1. + .9 * s.metal;
  vec3 gloss = f0 + (max(vec3(1. - s.rough), f0) - f0) * fresnel;
  light += mirror * gloss * hidden * mix(1., .75, s.rough);
  light += s.sheen * s.colour * sky * pow(1. - nv, 3.) * many;

  int lamps = int(screen.z);
  for (int i = 0; i < lamps; i++) {
    vec3 to = lamp_at[i].xyz - p;
    float away = length(to);
    to /= away;
    vec3 shadow = i == 0 ? shadow_of_lamp(p, n) : vec3(mix(.35, 1., open));
    vec3 arrives = lamp_light(i, p) * shadow;
    float wrap = min(lamp_at[i].w / away * .3, .3);
    float nl = dot(s.normal, to);
    float soft = max((nl + wrap) / (1. + wrap), 0.) * smoothstep(-.15, .1, dot(n, to));
    light += matte * arrives * soft;
    light += s.sheen * s.colour * arrives * pow(1. - nv, 3.) * soft * .5;
    vec3 h = normalize(to + v);
    float rough = min(s.rough + lamp_at[i].w / away * .22, 1.);
    float k = rough * rough * .5;
    float visible = 1. / ((nv * (1. - k) + k) * (max(nl, 0.) * (1. - k) + k) * 4.);
    float ratio = s.rough / rough;
    vec3 fl = f0 + (1. - f0) * pow(1. - max(dot(to, h), 0.), 5.);
    light += arrives * fl * min(ggx(max(dot(s.normal, h), 0.), rough) * visible, 12.) * max(nl, 0.) * mix(ratio, 1., .4);
    if (s.coat > 0.) {
      float mirror_share = s.coat * (.04 + .96 * pow(1. - max(dot(n, v), 0.), 5.));
      light += mirrored(i, p, reflect(-v, normalize(mix(n, s.normal, s.follows))), .05 + .25 * s.rough) * mirror_share * shadow;
    }
  }
  if (s.coat > 0.) light += s.coat * (.04 + .96 * pow(1. - max(dot(n, v), 0.), 5.)) * room(reflect(-v, normalize(mix(n, s.normal, s.follows)))) * hidden;
  return light + s.colour * glow;
}

// Stones of glass: what one sees through them is the picture of everything else, bent, coloured and turned round.
in vec3 v_world;
in vec3 v_own;
in vec3 v_normal;
flat in vec4 v_piece;
flat in vec4 v_more;
flat in vec4 v_near_a;
flat in vec4 v_near_b;
flat in vec4 v_near_c;
uniform vec4 u_glass[18];  // for each colour: what passes, what is scattered, what glows
uniform vec4 u_nature;     // clearness, roughness, scattering, glow
uniform sampler2D u_behind;
out vec4 colour;

// The light of a lamp at a point in the ball, in radii from its centre: a ball gathers what comes in to a cone.
float cone(vec3 at, vec3 to) {
  float deep = dot(at, -to);
  float aside = max(dot(at, at) - deep * deep, 0.);
  float wide = mix(1., .34, smoothstep(-.6, .9, deep));
  return exp(-aside / (wide * wide)) / (wide * wide) * smoothstep(-.55, .8, deep);
}

// What one sees of another stone on a way through this one, in place of what is behind it: its colour, lit from above, and what
// comes through it.
vec3 stone_behind(vec4 stone, vec3 from, vec3 way, float radius, vec3 behind, vec3 sky) {
  if (stone.w < .5) return behind;
  vec3 to = stone.xyz - from;
  float along = dot(to, way), miss = sqrt(max(dot(to, to) - along * along, 0.));
  // Its edge is soft, as of what lies out of focus.
  float cover = smoothstep(radius, radius * .72, miss) * step(0., along);
  if (cover == 0.) return behind;
  float half_chord = sqrt(max(radius * radius - miss * miss, 0.));
  vec3 n = (way * (along - half_chord) - to) / radius;
  int number = (int(stone.w) - 1) * 3;
  vec3 own = u_glass[number + 1].rgb;
  vec3 light = behind * pow(u_glass[number].rgb, vec3(half_chord / radius)) * u_nature.x * (1. - .6 * miss / radius);
  vec3 lamp = lamp_light(0, stone.xyz) * max(dot(n, normalize(lamp_at[0].xyz - stone.xyz)) * .5 + .3, 0.);
  light += own * (sky * (.3 + .3 * n.y) + lamp * .2) + u_glass[number + 2].rgb * u_nature.w * .5;
  return mix(behind, light, cover);
}

void main() {
  vec3 centre = v_piece.xyz;
  float radius = v_more.y;
  int number = int(v_piece.w) * 3;
  vec3 passes = u_glass[number].rgb, body = u_glass[number + 1].rgb, bright = u_glass[number + 2].rgb;

  // The ball itself, which lies within its mesh: round to the last pixel.
  vec3 v = normalize(eye.xyz - v_world);
  vec3 from = v_world - centre;
  float along = dot(from, v);
  float miss = dot(from, from) - along * along;
  float away = length(eye.xyz - v_world), px = eye.w * away;
  float cover = clamp((radius - sqrt(max(miss, 0.))) / px + .5, 0., 1.);
  if (cover < .02) discard;
  float half_chord = sqrt(max(radius * radius - miss, radius * radius * .0004));
  vec3 world = v_world + v * (half_chord - along);
  vec3 n = normalize(world - centre);
  float nv = max(dot(n, v), .02);
  float open = open_sky(world, n);
  // Textures turn with the ball.
  vec3 own = v_own;
  vec4 wide = noise(own * 5. + v_more.z * 30., px * 5.);
  body *= .85 + .3 * fract(v_more.z * 7.);
  // Pebbles are speckled and have bands, as stone has.
  vec4 speck = noise(own * 21. + v_more.z * 17., px * 21.);
  float band = noise(own * vec3(3., 11., 3.) + v_more.z * 40. + wide.xyz, px * 11.).x;
  body = mix(body, mix(body * (.6 + .5 * band), vec3(.35, .32, .28), .16 + .16 * smoothstep(.45, .8, speck.x)), u_nature.y);
  if (ambient.w > .5) {
    // High contrast: a plain colour with a dark edge and one light.
    float edge = smoothstep(.38, .5, nv);
    vec3 light = mix(vec3(0.), body * 1.4 + .02, edge);
    light = mix(light, vec3(1.6), smoothstep(.90, .93, dot(n, normalize(vec3(-.35, .8, -.2) + v * .6))));
    colour = vec4(encode(light), cover);
    return;
  }
  vec3 bumped = normalize(n + (wide.xyz - .5) * .04 * (1. + 4. * u_nature.y));

  // Through the ball, in at the front and out at the back.
  vec3 inside = refract(-v, bumped, 1. / 1.5);
  float chord = 2. * radius * max(dot(-inside, n), .02);
  vec3 leaves = world + inside * chord;
  vec3 back = normalize(leaves - centre);
  vec3 outside = refract(inside, -back, 1.5);
  if (dot(outside, outside) < .5) outside = inside;
  float floor_below = centre.y - radius;
  vec3 seen = leaves + outside * clamp((leaves.y - floor_below) / max(-outside.y, .12), .02, 1.2);
  vec4 clip = view_projection * vec4(seen, 1.);
  vec2 at = clamp(clip.xy / clip.w * .5 + .5, .002, .998);
  vec3 behind = decode(textureLod(u_behind, at, 1. + 3. * u_nature.y + 3.5 * smoothstep(.55, .1, nv)).rgb);
  behind = mix(behind, room(outside), smoothstep(-.05, .35, outside.y));
  behind = stone_behind(v_near_c, leaves, outside, radius, behind, ambient.rgb);
  behind = stone_behind(v_near_b, leaves, outside, radius, behind, ambient.rgb);
  behind = stone_behind(v_near_a, leaves, outside, radius, behind, ambient.rgb);
  vec3 middle = (world + inside * chord * .5 - centre) / radius;
  float swirl = noise(middle * vec3(2.2, 3.6, 2.2) + v_more.z * 30., 0.).x;
  vec3 filter_colour = pow(passes, vec3(chord / radius * (.34 + .3 * swirl)));
  // Towards its edge one looks along the ball's side, where little light comes from.
  float rim = smoothstep(.05, .62, nv);
  vec3 light = behind * filter_colour * u_nature.x * mix(.4, 1.5, rim);

  // What the glass itself scatters, so that its colour shows upon dark wood as well.
  vec3 sky = ambient.rgb * mix(.5, 1.1, n.y * .5 + .5);
  light += body * sky * u_nature.z * (.2 + .8 * open) * mix(.6, 1., rim);
  light += bright * u_nature.w * (.3 + .7 * nv);

  int lamps = int(screen.z);
  vec3 mirror = reflect(-v, bumped);
  // At the edge, a pixel sees the mean of what changes within it.
  float fresnel = .04 + .96 * pow(1. - max(nv, .9 * sqrt(px / radius)), 5.);
  vec3 gloss = vec3(0.);
  for (int i = 0; i < lamps; i++) {
    vec3 to = normalize(lamp_at[i].xyz - centre);
    // Light comes in on the lamp's side: there its shadow counts.
    vec3 enters = centre + radius * 1.06 * normalize(n + to * 1.6);
    vec3 shadow = i == 0 ? shadow_of_lamp(enters, to) : vec3(mix(.4, 1., open));
    vec3 arrives = lamp_light(i, centre) * shadow;
    light += body * arrives * u_nature.z * (.3 * max(dot(n, to), 0.) + .05);
    vec3 entry = (world - centre) / radius, exit = (leaves - centre) / radius;
    float glow = (cone(mix(entry, exit, .15), to) + cone(mix(entry, exit, .5), to) + cone(mix(entry, exit, .85), to)) / 3.;
    light += mix(body, bright, clamp(glow * .3 - .12, 0., .8)) * arrives * glow * .5 * (.6 + .8 * swirl) * u_nature.x;
    float spot = exp(-9. * (1. - dot(back, -to)));
    light += bright * arrives * spot * .9 * u_nature.x;
    gloss += mirrored(i, world, mirror, .01 + 1.6 * px / radius + u_nature.y * .5) * shadow;
    // Once more from the back of the ball, weak and upside down.
    vec3 inner = reflect(inside, -back);
    vec3 up_again = normalize(leaves + inner * chord - centre);
    vec3 again = refract(inner, -up_again, 1.5);
    if (dot(again, again) > .5) light += mirrored(i, world, again, .2) * filter_colour * .03 * u_nature.x * shadow;
  }
  vec3 around = room(mirror);
  if (mirror.y < .1) around = mix(around, decode(textureLod(u_behind, gl_FragCoord.xy / screen.xy, 4.).rgb), clamp(.3 - mirror.y * 2., 0., .8));
  float hidden = mix(.3, 1., open);
  light = mix(light, around * hidden, fresnel * (1. - .6 * u_nature.y)) + gloss * fresnel;
  colour = vec4(encode(light + bright * v_more.x), cover);
}

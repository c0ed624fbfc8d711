uniform sampler3D u_noise;

// Four independent noises at `p`; `px` is what a pixel covers there. Smooth between the lattice's points.
vec4 noise(vec3 p, float px) {
  vec3 i = floor(p), f = p - i;
  f = f * f * (3. - 2. * f);
  return textureLod(u_noise, (i + f + .5) / 32., max(log2(px) + .5, 0.));
}

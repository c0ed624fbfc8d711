layout(std140) uniform Frame {
  mat4 view_projection;
  mat4 from_lamp;
  vec4 eye;             // w: what a pixel covers at a distance of 1
  vec4 ambient;         // w: how flat it is drawn
  vec4 lamp_at[3];      // w: size
  vec4 lamp_colour[3];  // w: square of its distance from the origin
  vec4 above;           // half of what the map from above shows in x and z, its lowest and highest point
  vec4 lens;            // near, far, tangent of half the angle, taps
  vec4 screen;          // width, height, lamps, directions
  vec4 board;           // half of it in x and z, height of the table
  vec4 backdrop;        // w: exposure
  vec4 right;           // the picture's axes in the world
  vec4 upwards;
};

vec3 turned(vec4 q, vec3 v) { return v + 2. * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

// Light is stored by its square root between 0 and 1, brighter than white too: ten bits are enough, and edges between bright and
// dark are smooth when samples are averaged.
vec3 encode(vec3 light) { return sqrt(light / (light + 1.)); }
vec3 decode(vec3 stored) { vec3 s = min(stored * stored, .985); return s / (1. - s); }

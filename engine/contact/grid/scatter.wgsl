fn soundOr0(value: f32) -> f32 {
  if (isSound(vec3f(value, 0.0, 0.0))) { return value; }
  return 0.0;
}

fn scatter(i: u32) {
  let place = 4u * (starts[binOf[i].x] + binOf[i].y);
  let way = delta[i].xyz + params.h * v[i].xyz;
  places[place] = vec4f(x[i].xyz - params.h * v[i].xyz, masses[i].z);
  places[place + 1u] = vec4f(soundOr0(way.x), soundOr0(way.y), soundOr0(way.z), f32(i));
  places[place + 2u] = rest[i];
  places[place + 3u] = vec4f(masses[i].y, masses[i].w, 0.0, 0.0);
}

fn soundOr0(value: f32) -> f32 {
  if (isSound(vec3f(value, 0.0, 0.0))) { return value; }
  return 0.0;
}

fn setOut(i: u32) {
  let way = delta[i].xyz + params.h * v[i].xyz;
  let sound = vec3f(soundOr0(way.x), soundOr0(way.y), soundOr0(way.z));
  let weight = masses[i].y;
  let ground = select(0.0, 1.0, any(touch[params.particles + i].xyz != vec3f(0.0)));
  free[i] = vec4f(sound, weight);
  free[params.particles + i] = vec4f(sound, 0.0);
  ways[i] = vec4f(sound, weight * max(1.0, f32(rowStarts[i + 1u] - rowStarts[i]) + ground));
  touch[3u * params.particles + i] = vec4f(0.0);
  touch[4u * params.particles + i] = vec4f(0.0);
}

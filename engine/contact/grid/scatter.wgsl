fn soundOr0(value: f32) -> f32 {
  if (isSound(vec3f(value, 0.0, 0.0))) { return value; }
  return 0.0;
}

fn scatter(member: u32) {
  let i = members[member].x;
  let bin = members[member].y;
  let begin = rest[i];
  var rank = member;
  if (begin.w >= 0.0) {
    rank = starts[bin];
    let end = starts[bin + 1u];
    for (var k = starts[bin]; k < end; k++) { rank += select(0u, 1u, members[k].x < i); }
  }
  let place = 4u * rank;
  let way = delta[i].xyz + params.h * v[i].xyz;
  places[place] = vec4f(x[i].xyz - params.h * v[i].xyz, masses[i].z);
  places[place + 1u] = vec4f(soundOr0(way.x), soundOr0(way.y), soundOr0(way.z), f32(i));
  places[place + 2u] = begin;
  places[place + 3u] = vec4f(masses[i].y, masses[i].w, 0.0, 0.0);
}

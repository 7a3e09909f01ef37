fn placeAhead(i: u32) {
  var d = vec3f(0.0);
  if (params.ahead != 0u) { d = delta[i].xyz; }
  let place = x[i].xyz + d;
  let pace = v[i].xyz + params.rate * d;
  if (isSound(place) && isSound(pace)) {
    placed[i] = vec4f(place, 0.0);
    paced[i] = vec4f(pace, 0.0);
  } else {
    placed[i] = vec4f(x[i].xyz, 0.0);
    paced[i] = vec4f(v[i].xyz, 0.0);
  }
}

fn springPulls(i: u32) {
  var sum = vec3f(0.0);
  if (masses[i].y == 0.0) {
    for (var e = neighbours[params.entries + i]; e < neighbours[params.entries + i + 1u]; e++) {
      let spring = springs[springOf[e]];
      if (neighbours[e] == i || spring.y == 0.0) { continue; }
      let span = x[neighbours[e]].xyz - x[i].xyz;
      let length = sqrt(dot(span, span));
      if (length > 0.0) { sum += spring.y * (1.0 - spring.x / length) * span; }
    }
  }
  pulls[i] = vec4f(sum, 0.0);
}

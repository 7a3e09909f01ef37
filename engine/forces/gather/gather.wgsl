fn gather(i: u32) {
  var sum = vec3f(0.0);
  for (var k = incidentStarts[i]; k < incidentStarts[i + 1u]; k++) { sum += contributions[incidents[k]].xyz; }
  rhs[i] += vec4f(scales[i] * sum, 0.0);
}

fn dampen(s: u32) {
  let length = distance(x[ends[s].x].xyz, x[ends[s].y].xyz);
  let ratio = params.ratio;
  damped[s] = vec2f((springs[s].x + ratio * length) / (1.0 + ratio), springs[s].y * (1.0 + ratio));
}

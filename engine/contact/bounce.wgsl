fn bounce(i: u32) {
  let added = v[i].xyz + touch[i].xyz;
  if (isSound(added)) { v[i] = vec4f(added, v[i].w); }
}

fn isWhole(entry: u32) -> bool {
  if (entry == 0xffffffffu) { return true; }
  return weights[entry] != 0.0;
}

fn isReached(k: u32) -> bool {
  for (var path = 10u * k; path < 10u * k + 10u; path += 5u) {
    let hasSecond = isWhole(links[path + 1u]) || isWhole(links[path + 2u]);
    let hasThird = isWhole(links[path + 3u]) || isWhole(links[path + 4u]);
    if (isWhole(links[path]) && hasSecond && hasThird) { return true; }
  }
  return false;
}

fn attach(i: u32) {
  var shares = array<u32, 4>();
  var sum = 0u;
  for (var k = 0u; k < 4u; k++) {
    if (isReached(4u * i + k)) { shares[k] = allParents[4u * i + k].y; }
    sum += shares[k];
  }
  if (sum > 0u && sum < 65536u) {
    var left = 65536u;
    var heir = 4u;
    for (var k = 0u; k < 4u; k++) {
      if (shares[k] == 0u) { continue; }
      heir = min(heir, k);
      shares[k] = 2u * (shares[k] * 32768u / sum);
      left -= shares[k];
    }
    shares[heir] += left;
  }
  for (var k = 0u; k < 4u; k++) {
    let parent = vec2u(allParents[4u * i + k].x, shares[k]);
    if (any(parents[4u * i + k] != parent)) { changed[i] = 1u; }
    parents[4u * i + k] = parent;
  }
}

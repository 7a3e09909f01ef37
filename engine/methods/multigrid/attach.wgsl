fn isWhole(entry: u32) -> bool {
  if (entry == 0xffffffffu) { return true; }
  return weights[entry] != 0.0;
}

fn isReached(k: u32) -> bool {
  for (var path = 6u * k; path < 6u * k + 6u; path += 3u) {
    if (isWhole(links[path]) && (isWhole(links[path + 1u]) || isWhole(links[path + 2u]))) { return true; }
  }
  return false;
}

fn attach(i: u32) {
  var sum = 0u;
  for (var k = 4u * i; k < 4u * i + 4u; k++) {
    parents[k] = vec2u(allParents[k].x, select(0u, allParents[k].y, isReached(k)));
    sum += parents[k].y;
  }
  if (sum == 0u || sum == 65536u) { return; }
  var left = 65536u;
  var first = 4u * i + 4u;
  for (var k = 4u * i; k < 4u * i + 4u; k++) {
    if (parents[k].y == 0u) { continue; }
    first = min(first, k);
    parents[k].y = 2u * (parents[k].y * 32768u / sum);
    left -= parents[k].y;
  }
  parents[first].y += left;
}

fn isWhole(link: u32) -> bool {
  return weights[links[link]] != 0.0;
}

// A bit for each parent: whether a path to it is whole, or there is none.
fn reachedFrom(i: u32) -> u32 {
  let head = links[links[i]];
  var at = links[i] + 1u;
  var missed = 0u;
  var reached = 0u;
  for (var path = 0u; path < 8u; path++) {
    let length = (head >> (2u * path)) & 3u;
    if (length == 0u) { continue; }
    let parent = 1u << (path / 2u);
    missed |= parent;
    let hasSecond = length < 2u || isWhole(at + 1u) || isWhole(at + 2u);
    let hasThird = length < 3u || isWhole(at + 3u) || isWhole(at + 4u);
    if (isWhole(at) && hasSecond && hasThird) { reached |= parent; }
    at += 2u * length - 1u;
  }
  return reached | ~missed;
}

fn attach(i: u32) {
  var shares = array<u32, 4>();
  var sum = 0u;
  let reached = reachedFrom(i);
  for (var k = 0u; k < 4u; k++) {
    if ((reached & (1u << k)) != 0u) { shares[k] = allShares[4u * i + k]; }
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
    if (parents[4u * i + k].y != shares[k]) { changed[i] = 1u; }
    parents[4u * i + k].y = shares[k];
  }
}

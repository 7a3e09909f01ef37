fn isWhole(i: u32) -> bool { return spares[i].x != i && sectors[i] == 0u; }

fn worstSpring(i: u32) {
  var most = 1.0;
  var which = 0xffffffffu;
  if (isWhole(i)) {
    let stop = neighbours[params.entries + i + 1u];
    for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
      let j = neighbours[entry];
      let s = springOf[entry];
      if (j == i || springs[s].y == 0.0 || strengths[s] == 0.0 || !isWhole(j)) { continue; }
      let longest = 0.5 * (strengths[s] + 1.0) * springs[s].x;
      let e = x[i].xyz - x[j].xyz;
      let stretch = dot(e, e) / (longest * longest);
      if (stretch > most || (stretch == most && s < which)) {
        most = stretch;
        which = s;
      }
    }
  }
  worst[i] = which;
}

fn countContacts(item: u32) {
  let own = seenAt(item);
  var met = 0u;
  lookAround(item);
  while (run < runCount) {
    var others: array<u32, TOGETHER>;
    var seen: array<Seen, TOGETHER>;
    for (var k = 0u; k < TOGETHER; k++) {
      others[k] = nextAround(item);
      seen[k] = seenAt(others[k]);
    }
    for (var k = 0u; k < TOGETHER; k++) {
      if (others[k] == item || !mayMeet(own, seen[k])) { continue; }
      if (met < NOTED) { noted[NOTED * item + met] = others[k]; }
      met++;
    }
  }
  counts[u32(own.way.w)] = met;
}

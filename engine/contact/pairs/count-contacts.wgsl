var<private> met = 0u;

fn meet(item: u32, other: u32) {
  if (met < NOTED) { noted[NOTED * item + met] = other; }
  met++;
}

fn countContacts(item: u32) {
  lookAround(item);
  counts[u32(places[4u * item + 1u].w)] = met;
}

fn collectSums(item: u32) {
  var sum = 0.0;
  for (var block = 0u; block < params.blocks; block++) {
    let next = totals[block][params.column];
    sum += next;
  }
  if (!(abs(sum) <= 3e38)) { return; }
  addTo(params.row, sum);
  if (params.against != params.row) { addTo(params.against, -sum); }
}

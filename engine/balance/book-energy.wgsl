fn bookEnergy(item: u32) {
  let isOpen = ledger[12].x != 0.0;
  var change = 0.0;
  for (var c = 0u; c < 4u; c++) {
    let now = ledger[c].x;
    change += now - ledger[4u + c].x;
    if (!isOpen) { ledger[8u + c].x = now; }
    ledger[4u + c].x = now;
    ledger[c] = vec4f(0.0);
  }
  if (isOpen) { addTo(params.row, change); }
  ledger[12].x = 1.0;
}

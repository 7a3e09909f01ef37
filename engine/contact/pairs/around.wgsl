// Whoever begins in the 27 cells around a particle, and all balls, as runs of places from the first to the end. Cells that follow
// each other in x lie side by side, up to a multiple of four: nine rows of cells make two runs each at most.
var<private> runs: array<vec2u, 19>;
var<private> run = 0u;
var<private> runCount = 0u;

fn addRun(first: u32, end: u32) {
  if (first == end) { return; }
  runs[runCount] = vec2u(first, end);
  runCount++;
}

fn lookAround(item: u32) {
  let gridded = starts[params.bins];
  if (item < gridded && params.cells > 0u) {
    let corner = cellAt(places[4u * item].xyz, cell[0].xyz) - 1;
    let inFirst = min(3, 4 - (corner.x & 3));
    for (var row = 0; row < 9; row++) {
      let c = corner + vec3i(0, row % 3, row / 3);
      let first = binAt(c, params.bins);
      let second = binAt(c + vec3i(inFirst, 0, 0), params.bins);
      addRun(starts[first], starts[first + u32(inFirst)]);
      addRun(starts[second], starts[second + u32(3 - inFirst)]);
    }
  }
  addRun(gridded, params.count);
}

// The next of them; the item itself where there is none left.
fn nextAround(item: u32) -> u32 {
  if (run == runCount) { return item; }
  let other = runs[run].x;
  runs[run].x = other + 1u;
  if (other + 1u == runs[run].y) { run++; }
  return other;
}

// So many are looked at together: each is long to wait for.
const TOGETHER = 4u;

/** Cuts particles into tiles of nearly equal size, each compact in space: coordinate bisection. */

/** By tile its slots, tile after tile; `starts` has one number more than there are tiles. */
export interface Partition {
  readonly slots: Uint32Array;
  readonly starts: Uint32Array;
}

/**
 * So many tiles of the slots; `places` are three coordinates a slot. Each cut is across the longest side of a bounding box, so that a
 * cloth comes in rectangles and a tile has few neighbours.
 */
export function partitionOf(places: Float32Array, tiles: number): Partition {
  const count = places.length / 3;
  const slots = Uint32Array.from({ length: count }, (_, slot) => slot);
  const starts = new Uint32Array(tiles + 1);
  const cut = (first: number, end: number, tile: number, parts: number): void => {
    starts[tile] = first;
    if (parts === 1) return;
    const left = parts >> 1;
    const middle = first + Math.round(((end - first) * left) / parts);
    selectAt(slots, places, longestSide(slots, places, first, end), first, end, middle);
    cut(first, middle, tile, left);
    cut(middle, end, tile + left, parts - left);
  };
  cut(0, count, 0, tiles);
  starts[tiles] = count;
  return { slots, starts };
}

function longestSide(slots: Uint32Array, places: Float32Array, first: number, end: number): number {
  let [longest, axis] = [-1, 0];
  for (let c = 0; c < 3; c++) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = first; k < end; k++) {
      const value = places[3 * slots[k] + c];
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (most - least > longest) [longest, axis] = [most - least, c];
  }
  return axis;
}

/** Orders `slots` so that those before `middle` are no further along the axis than those from there on: Hoare's selection. */
function selectAt(
  slots: Uint32Array,
  places: Float32Array,
  axis: number,
  first: number,
  end: number,
  middle: number,
): void {
  let [low, high] = [first, end - 1];
  while (low < high) {
    // Slots break ties, so that no run of equal places makes the search long, and the order is the same everywhere.
    const pivot = slots[(low + high) >> 1];
    const at = places[3 * pivot + axis];
    const isBefore = (a: number) => {
      const value = places[3 * a + axis];
      return value < at || (value === at && a < pivot);
    };
    const isBehind = (a: number) => {
      const value = places[3 * a + axis];
      return value > at || (value === at && a > pivot);
    };
    let [i, j] = [low, high];
    while (i <= j) {
      while (isBefore(slots[i])) i++;
      while (isBehind(slots[j])) j--;
      if (i <= j) {
        const kept = slots[i];
        slots[i++] = slots[j];
        slots[j--] = kept;
      }
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

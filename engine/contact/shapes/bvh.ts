/** A tree of boxes over things that have boxes, to find the nearest of them. */

/** Most things in a leaf. */
export const LEAF = 4;
/** Levels below the root: a traversal keeps its trail in the bits of a u32. */
export const MOST_LEVELS = 31;
const BINS = 16;

export interface Bvh {
  /**
   * Eight numbers a node: the box's least x, y, z, the first child (the second is next to it) or a leaf's first thing; its
   * greatest x, y, z, 8 times the parent plus a leaf's count of things (0: not a leaf). Node 0 is the root; children come
   * in pairs from even numbers on, so that the sibling of node i is node i ^ 1.
   */
  readonly nodes: Float64Array;
  /** Things in the order of the leaves. */
  readonly order: Uint32Array;
}

/** `boxes` are least x, y, z and greatest x, y, z, one after the other; at least one. */
export function buildBvh(boxes: Float64Array): Bvh {
  const count = boxes.length / 6;
  const order = Uint32Array.from({ length: count }, (_, k) => k);
  const nodes = new Float64Array(8 * (2 * count + 2));
  let used = 2;
  const work = [{ node: 0, parent: 0, first: 0, end: count, level: 0 }];
  for (let task = work.pop(); task; task = work.pop()) {
    const { node, parent, first, end, level } = task;
    const isLeaf = end - first <= LEAF;
    const [ax, ay, az, bx, by, bz] = boxAround(boxes, order, first, end);
    nodes.set([ax, ay, az, isLeaf ? first : used], 8 * node);
    nodes.set([bx, by, bz, 8 * parent + (isLeaf ? end - first : 0)], 8 * node + 4);
    if (isLeaf) continue;
    const isDeep = level + Math.ceil(Math.log2(end - first)) >= MOST_LEVELS;
    const middle = split(boxes, order, first, end, isDeep);
    work.push({ node: used, parent: node, first, end: middle, level: level + 1 });
    work.push({ node: used + 1, parent: node, first: middle, end, level: level + 1 });
    used += 2;
  }
  return { nodes: nodes.slice(0, 8 * used), order };
}

function boxAround(boxes: Float64Array, order: Uint32Array, first: number, end: number): Float64Array {
  const around = emptyBox();
  for (let k = first; k < end; k++) enclose(around, boxes, 6 * order[k]);
  return around;
}

const emptyBox = (): Float64Array =>
  Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);

function enclose(around: Float64Array, boxes: Float64Array, at: number): void {
  for (let c = 0; c < 3; c++) {
    around[c] = Math.min(around[c], boxes[at + c]);
    around[c + 3] = Math.max(around[c + 3], boxes[at + c + 3]);
  }
}

/** Half the surface of a box; 0 of one with nothing in it. */
function areaOf(box: Float64Array): number {
  const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  return x >= 0 ? x * y + y * z + z * x : 0;
}

/**
 * Sorts the things [first, end) into two parts and gives where the second begins: by the plane, of 16 a direction, with the
 * least Σ (surface × things); by the median of the longest direction where none parts them or the tree would get deep.
 */
function split(boxes: Float64Array, order: Uint32Array, first: number, end: number, isDeep: boolean): number {
  const centre = (thing: number, axis: number) => boxes[6 * thing + axis] + boxes[6 * thing + axis + 3];
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let k = first; k < end; k++)
    for (let axis = 0; axis < 3; axis++) {
      least[axis] = Math.min(least[axis], centre(order[k], axis));
      most[axis] = Math.max(most[axis], centre(order[k], axis));
    }
  const binOf = (thing: number, axis: number) =>
    Math.min(BINS - 1, Math.floor((BINS * (centre(thing, axis) - least[axis])) / (most[axis] - least[axis])));
  let best = { cost: Infinity, axis: 0, bin: 0 };
  for (let axis = 0; axis < 3 && !isDeep; axis++) {
    if (!(most[axis] > least[axis])) continue;
    const bins = Array.from({ length: BINS }, () => ({ box: emptyBox(), count: 0 }));
    for (let k = first; k < end; k++) {
      const bin = bins[binOf(order[k], axis)];
      enclose(bin.box, boxes, 6 * order[k]);
      bin.count++;
    }
    const behind = new Float64Array(BINS);
    const right = { box: emptyBox(), count: 0 };
    for (let bin = BINS - 1; bin > 0; bin--) {
      enclose(right.box, bins[bin].box, 0);
      right.count += bins[bin].count;
      behind[bin] = right.count * areaOf(right.box);
    }
    const left = { box: emptyBox(), count: 0 };
    for (let bin = 1; bin < BINS; bin++) {
      enclose(left.box, bins[bin - 1].box, 0);
      left.count += bins[bin - 1].count;
      const isParted = left.count > 0 && left.count < end - first;
      const cost = left.count * areaOf(left.box) + behind[bin];
      if (isParted && cost < best.cost) best = { cost, axis, bin };
    }
  }
  const part = order.subarray(first, end);
  if (best.cost < Infinity) {
    const isLeft = (thing: number) => binOf(thing, best.axis) < best.bin;
    const left = part.filter(isLeft);
    part.set([...left, ...part.filter((thing) => !isLeft(thing))]);
    return first + left.length;
  }
  const sizes = most.map((value, axis) => value - least[axis]);
  const longest = sizes.indexOf(Math.max(...sizes));
  part.sort((a, b) => centre(a, longest) - centre(b, longest) || a - b);
  return (first + end) >> 1;
}

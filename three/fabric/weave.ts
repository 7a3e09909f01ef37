/** The surface of a fabric as a normal map that repeats: a tile of eight threads by eight. */
import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping } from 'three';

export type WeaveKind = 'plain' | 'twill' | 'knit' | 'grain' | 'fibre' | 'smooth';

/** Threads along each side of the tile. */
export const THREADS = 8;
/** Texels along each side. */
const SIZE = 128;

/** Height over the tile at x, y from 0 to `THREADS`, in widths of a thread. It repeats after `THREADS`. */
type Height = (x: number, y: number) => number;

const fraction = (value: number) => value - Math.floor(value);
/** Height of a round thread at so far from its middle, −1 to 1. */
const round = (across: number) => Math.sqrt(Math.max(0, 1 - across * across)) / 2;

/** From 0 to 1, the same for the same cell of the tile. */
function random(x: number, y: number, salt: number): number {
  const wrap = (value: number) => ((value % THREADS) + THREADS) % THREADS;
  const mixed = Math.sin(127.1 * wrap(x) + 311.7 * wrap(y) + 74.7 * salt) * 43758.5453;
  return fraction(mixed);
}

/** Warp over weft where `isWarp` says so: the upper thread is round across and dips at both ends of where it shows. */
const woven =
  (isWarp: (column: number, row: number) => boolean): Height =>
  (x, y) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [2 * fraction(x) - 1, 2 * fraction(y) - 1];
    const [across, along] = isWarp(column, row) ? [u, v] : [v, u];
    const uneven = 0.9 + 0.2 * random(isWarp(column, row) ? column : row, isWarp(column, row) ? 0 : 1, 3);
    return uneven * round(0.95 * across) + 0.25 * Math.cos((Math.PI / 2) * along);
  };

/** Stitches: two slanting bows to a column. */
const knit: Height = (x, y) => {
  const [u, v] = [fraction(x / 2), fraction(y / 2)];
  const side = u < 0.5 ? 1 : -1;
  const within = 2 * fraction(2 * u) - 1;
  const bow = fraction(v + 0.25 * side * within);
  return round(0.9 * within) * (0.6 + 0.4 * Math.sin(2 * Math.PI * bow)) + 0.2 * Math.sin(2 * Math.PI * bow);
};

/** Cells round scattered points, with furrows between: the distance to the two nearest. */
const grain: Height = (x, y) => {
  let [nearest, second] = [Infinity, Infinity];
  for (let row = Math.floor(y) - 1; row <= Math.floor(y) + 1; row++)
    for (let column = Math.floor(x) - 1; column <= Math.floor(x) + 1; column++) {
      const distance = Math.hypot(column + random(column, row, 1) - x, row + random(column, row, 2) - y);
      if (distance < nearest) [nearest, second] = [distance, nearest];
      else second = Math.min(second, distance);
    }
  return Math.min(0.4, second - nearest);
};

/** Smooth noise of two scales. */
const fibre: Height = (x, y) => {
  const value = (scale: number, salt: number) => {
    const [column, row] = [Math.floor(x * scale), Math.floor(y * scale)];
    const [u, v] = [x * scale - column, y * scale - row].map((t) => t * t * (3 - 2 * t));
    const at = (dx: number, dy: number) => random((column + dx) / scale, (row + dy) / scale, salt);
    const [lower, upper] = [0, 1].map((dy) => at(0, dy) * (1 - u) + at(1, dy) * u);
    return lower * (1 - v) + upper * v;
  };
  return 0.6 * value(1, 5) + 0.3 * value(2, 6);
};

const HEIGHTS: Readonly<Record<WeaveKind, Height>> = {
  plain: woven((column, row) => (column + row) % 2 === 0),
  // Warp over two, under two, one further with each row.
  twill: woven((column, row) => (column + row) % 4 < 2),
  knit,
  grain,
  fibre,
  smooth: () => 0,
};

const kept = new Map<string, Uint8Array>();

/** Normals as colours, with slopes up to `relief`. */
function normals(kind: WeaveKind, relief: number): Uint8Array {
  const key = `${kind} ${relief}`;
  const before = kept.get(key);
  if (before) return before;
  const step = THREADS / SIZE;
  const wrapped = (texel: number) => (texel + SIZE) % SIZE;
  const heights = Float64Array.from({ length: SIZE * SIZE }, (_, k) =>
    HEIGHTS[kind]((k % SIZE) * step, Math.floor(k / SIZE) * step),
  );
  const at = (column: number, row: number) => heights[wrapped(row) * SIZE + wrapped(column)];
  const texels = new Uint8Array(4 * SIZE * SIZE);
  for (let row = 0; row < SIZE; row++)
    for (let column = 0; column < SIZE; column++) {
      const slopes = [
        at(column + 1, row) - at(column - 1, row),
        at(column, row + 1) - at(column, row - 1),
      ].map((rise) => -relief * Math.min(1, Math.max(-1, rise / (2 * step))));
      const length = Math.hypot(1, ...slopes);
      const texel = [slopes[0], slopes[1], 1].map((part) => Math.round(127.5 + (127.5 * part) / length));
      texels.set([...texel, 255], 4 * (row * SIZE + column));
    }
  kept.set(key, texels);
  return texels;
}

/**
 * The normal map of a weave, where uvs from 0 to 1 span `size` metres. Its mipmaps are flatter the coarser they are, so that threads
 * finer than a pixel fade instead of shimmering.
 */
export function weaveTexture(
  kind: WeaveKind,
  relief: number,
  thread: number,
  size: readonly [number, number],
): DataTexture {
  const texture = new DataTexture(normals(kind, relief), SIZE, SIZE);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 8;
  texture.repeat.set(size[0] / (THREADS * thread), size[1] / (THREADS * thread));
  texture.needsUpdate = true;
  return texture;
}

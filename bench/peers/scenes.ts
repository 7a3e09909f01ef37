/** The scenes, as numbers that every engine understands: a cloth of a square metre and one kilogram, held at two corners. */
export interface ClothScene {
  readonly id: SceneId;
  readonly title: string;
  /** Particles along a side. */
  readonly side: number;
  /** x, y, z a particle, row by row. Metres; y is up. Springs are at rest. */
  readonly positions: Float64Array;
  /** Two ends a spring. */
  readonly springs: Uint32Array;
  /** Three corners a triangle, for engines that want a surface. */
  readonly triangles: Uint32Array;
  /** Held in place. */
  readonly pins: readonly number[];
  /** kg of all particles together, shared evenly. */
  readonly mass: number;
}

export const SCENES = {
  hanging: 'hanging from two corners, let go from a slant',
  drop: 'let go horizontally, held at two corners',
  irregular: 'a triangle mesh of uneven vertices, hanging from two corners',
} as const;

export type SceneId = keyof typeof SCENES;

/** Degrees from the vertical in which a cloth starts. Starting in its own plane it would fold in that plane. */
export const SLANT: Readonly<Record<SceneId, number>> = { hanging: 30, drop: 90, irregular: 30 };

/** N/m, of every spring. */
export const STIFFNESS = 1e5;

/** m/s², along y. */
export const GRAVITY = -9.81;
/** 1/s: velocities decay with exp(−t); the same for all. */
export const DAMPING = 1;

export function sceneOf(id: SceneId, side: number): ClothScene {
  const spacing = 1 / (side - 1);
  const slant = (SLANT[id] * Math.PI) / 180;
  const random = numbers(side);
  const positions = new Float64Array(3 * side * side);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const edge = row === 0 || column === 0 || row === side - 1 || column === side - 1;
      const off = () => (id === 'irregular' && !edge ? 0.5 * (random() - 0.5) : 0);
      const [across, along] = [(column + off()) * spacing, (row + off()) * spacing];
      positions.set([across, -along * Math.cos(slant), along * Math.sin(slant)], 3 * (row * side + column));
    }
  }
  const [springs, triangles]: number[][] = [[], []];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const i = row * side + column;
      const [right, below] = [column + 1 < side, row + 1 < side];
      if (right) springs.push(i, i + 1);
      if (below) springs.push(i, i + side);
      if (!right || !below) continue;
      const falling = id !== 'irregular' || random() < 0.5;
      const [a, b, c, d] = [i, i + 1, i + side, i + side + 1];
      triangles.push(...(falling ? [a, c, d, a, d, b] : [a, c, b, b, c, d]));
      if (id === 'irregular') springs.push(...(falling ? [a, d] : [b, c]));
    }
  }
  return {
    id,
    title: SCENES[id],
    side,
    positions,
    springs: Uint32Array.from(springs),
    triangles: Uint32Array.from(triangles),
    pins: [0, side - 1],
    mass: 1,
  };
}

/** Numbers in [0, 1), the same every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

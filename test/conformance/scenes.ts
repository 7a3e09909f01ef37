/** Two small bodies that meet everything: two colours and more, a pin, unequal masses, stiffnesses and rest lengths. */
import { type Body, cloth, network, type Vec3 } from 'selvedge';
import { seeded } from './seeded.ts';

/** Structural springs only: red and black. */
export const redBlackCloth = (): Body =>
  cloth({
    particles: [17, 13],
    size: [0.8, 0.6],
    stiffness: 1000,
    rotation: [90, 0, 0],
    pins: ['top-left', 'top-right'],
  });

/** Shear and bend springs: more colours, wider rows. */
export const wovenCloth = (): Body =>
  cloth({
    particles: [15, 11],
    size: [0.7, 0.5],
    velocity: [0.3, 0, 0.2],
    rotation: [70, 10, 0],
    pins: ['top'],
  });

/** A random net: every particle and spring different. */
export function unevenNet(): Body {
  const random = seeded(7);
  const vertices = Array.from({ length: 60 }, (): Vec3 => [random(), random(), random()]);
  const springs = vertices.slice(1).flatMap((_, k) => {
    const i = k + 1;
    return [[i, Math.floor(random() * i)] as const, ...(i > 2 ? [[i, (i * 7) % i || i - 2] as const] : [])];
  });
  const unique = [
    ...new Map(springs.filter(([i, j]) => i !== j).map((pair) => [pair.join(), pair])).values(),
  ];
  return network({
    vertices,
    springs: unique,
    stiffness: unique.map(() => 100 + 900 * random()),
    restLengths: unique.map(() => 0.2 + 0.5 * random()),
    masses: vertices.map(() => 0.005 + 0.01 * random()),
    pins: [0],
  });
}

export const BODIES: Readonly<Record<string, () => Body>> = { redBlackCloth, wovenCloth, unevenNet };

/** Four particles and all springs between them, none like another. */
export const unevenTetrahedron = (): Body =>
  network({
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    springs: [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ],
    stiffness: [10, 100, 1000, 1e4, 1e5, 50],
    masses: [0.1, 1, 0.01, 0.5],
  });

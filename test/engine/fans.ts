/** Meshes with one vertex of any valence, by hand. */
import { type Body, network, type Vec3 } from 'selvedge';
import { seeded } from '../conformance/seeded.ts';

/** A disc of triangles about its middle, vertex 0, which so many spokes lead to; every eighth of the rim is pinned. */
export function fan(spokes: number): Body {
  const around = (k: number): Vec3 => {
    const angle = (2 * Math.PI * k) / spokes;
    return [Math.cos(angle), 0, Math.sin(angle)];
  };
  const rim = Array.from({ length: spokes }, (_, k) => k + 1);
  const next = (id: number) => (id === spokes ? 1 : id + 1);
  return network({
    name: 'fan',
    vertices: [[0, 0, 0], ...rim.map(around)],
    springs: [
      ...rim.map((id) => [0, id] as const),
      ...(spokes > 2 ? rim.map((id) => [id, next(id)] as const) : []),
    ],
    triangles: rim.map((id) => [0, next(id), id] as const),
    stiffness: 100,
    mass: 1,
    pins: rim.filter((id) => id % 8 === 1),
  });
}

/** A triangle mesh of n × n vertices with diagonals either way, and one vertex more that is joined to so many of them. */
export function meshWithHub(n: number, valence: number): Body {
  const random = seeded(3);
  const springs: [number, number][] = [];
  for (let k = 0; k < n * n; k++) {
    const [isInner, isAbove] = [k % n < n - 1, k + n < n * n];
    if (isInner) springs.push([k, k + 1]);
    if (isAbove) springs.push([k, k + n]);
    if (isInner && isAbove) springs.push(random() < 0.5 ? [k, k + n + 1] : [k + 1, k + n]);
  }
  const hub = n * n;
  for (let k = 0; k < valence; k++) springs.push([hub, Math.floor((k * hub) / valence)]);
  const vertices = Array.from({ length: hub }, (_, k): Vec3 => [0.01 * (k % n), 0.01 * Math.floor(k / n), 0]);
  return network({ vertices: [...vertices, [0.5, 0.5, 0.3]], springs, stiffness: 1e4, pins: [0] });
}

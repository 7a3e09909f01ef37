/** Bodies without a grid, as uneven as people make them. */
import { type Body, type NetworkOptions, network, type Vec3 } from 'selvedge';
import { seeded } from '../conformance/seeded.ts';

/** 0.01 kg a particle, 0.01 m apart, 1e6 N/m: k/m = 1e8, as the hanging cloths. */
const like = (options: Pick<NetworkOptions, 'name' | 'vertices' | 'springs' | 'pins'>): Body =>
  network({ ...options, stiffness: 1e6, mass: 0.01 * options.vertices.length });

/**
 * A triangle mesh of about n × n vertices that are moved at random, diagonals either way, sixteen round holes, vertices
 * numbered in no order. Two corners are pinned.
 */
export function irregularMesh(n: number): Body {
  const random = seeded(3);
  const isHole = (x: number, y: number) => {
    const [u, v] = [((4 * x) / n) % 1, ((4 * y) / n) % 1];
    return (u - 0.5) ** 2 + (v - 0.5) ** 2 < 0.04;
  };
  const places: number[] = [];
  for (let k = 0; k < n * n; k++) if (!isHole(k % n, Math.floor(k / n))) places.push(k);
  for (let k = places.length - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [places[k], places[other]] = [places[other], places[k]];
  }
  const idOf = new Int32Array(n * n).fill(-1);
  places.forEach((place, id) => {
    idOf[place] = id;
  });
  const springs: [number, number][] = [];
  const join = (a: number, b: number) => {
    if (idOf[a] >= 0 && idOf[b] >= 0) springs.push([idOf[a], idOf[b]]);
  };
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const k = y * n + x;
      if (x + 1 < n) join(k, k + 1);
      if (y + 1 < n) join(k, k + n);
      if (x + 1 === n || y + 1 === n) continue;
      if (random() < 0.5) join(k, k + n + 1);
      else join(k + 1, k + n);
    }
  }
  const near = (at: number) => 0.01 * (at + 0.6 * (random() - 0.5));
  return like({
    name: 'mesh',
    vertices: places.map((place): Vec3 => [near(place % n), near(Math.floor(place / n)), 0]),
    springs,
    pins: [idOf[0], idOf[n - 1]],
  });
}

/** A net of n × n knots: threads across, of the cords down three in ten are torn between two knots. Two corners are pinned. */
export function tornNet(n: number): Body {
  const random = seeded(5);
  const springs: [number, number][] = [];
  for (let k = 0; k < n * n; k++) {
    if ((k + 1) % n > 0) springs.push([k, k + 1]);
    if (k + n < n * n && random() < 0.7) springs.push([k, k + n]);
  }
  return like({
    name: 'net',
    vertices: Array.from({ length: n * n }, (_, k): Vec3 => [0.01 * (k % n), 0.01 * Math.floor(k / n), 0]),
    springs,
    pins: [0, n - 1],
  });
}

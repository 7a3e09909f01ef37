/** The border of a cloth, rounded: half a tube along every edge that belongs to one triangle alone. */
import { BufferAttribute, BufferGeometry, type Material, Mesh } from 'three';
import type { Surface } from '../surface.ts';

/** Points round half the tube. */
const POINTS = 5;
const ANGLES = Array.from({ length: POINTS }, (_, k) => (Math.PI * k) / (POINTS - 1));
/** Numbers of an edge's ends that rows are made for at once, so that tears seldom ask for new ones. */
const SPARE = 256;

/**
 * It follows the surface, and tears as they open, whenever three.js updates the scene's matrices. It is drawn where the positions are on this
 * side; what is drawn from a GPU's own buffers has no rim.
 */
export class ClothRim extends Mesh<BufferGeometry, Material> {
  /** Directed edges, two particles each: the cloth lies to their left. */
  #edges: readonly number[] = [];
  #drawn = -1;
  #tears = -1;

  constructor(
    readonly cloth: Mesh,
    readonly surface: Surface,
    material: Material,
    readonly thickness: number,
  ) {
    super(new BufferGeometry(), material);
    this.frustumCulled = false;
    this.place();
  }

  override updateMatrixWorld(force?: boolean): void {
    this.castShadow = this.cloth.castShadow;
    this.receiveShadow = this.cloth.receiveShadow;
    this.place();
    super.updateMatrixWorld(force);
  }

  /** A pointer finds the cloth, not its rim. */
  override raycast(): void {}

  /** Puts the rim where the border is. */
  place(): void {
    const { position } = this.surface;
    const { index } = this.cloth.geometry;
    if (!(position instanceof BufferAttribute) || !index) return;
    if (this.#tears !== index.version) {
      this.#tears = index.version;
      this.#edges = borderOf(index.array);
      this.#grow();
      this.#drawn = -1;
    }
    if (this.#drawn === position.version) return;
    this.#drawn = position.version;
    this.#sweep();
  }

  /** Room for the tubes of all edges, and their triangles. */
  #grow(): void {
    const rows = this.#edges.length;
    const { geometry } = this;
    const held = (geometry.getAttribute('position')?.count ?? 0) / POINTS;
    geometry.setDrawRange(0, (rows / 2) * (POINTS - 1) * 6);
    if (rows <= held) return;
    const room = rows + 2 * SPARE;
    // three.js gives memory back with the geometry.
    geometry.dispose();
    for (const [name, size] of [
      ['position', 3],
      ['normal', 3],
      ['uv', 2],
    ] as const)
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(room * POINTS * size), size));
    const corners: number[] = [];
    for (let row = 0; row < room; row += 2)
      for (let k = 0; k < POINTS - 1; k++) {
        const [a, b] = [row * POINTS + k, (row + 1) * POINTS + k];
        corners.push(a, a + 1, b, a + 1, b + 1, b);
      }
    geometry.setIndex(corners);
  }

  #sweep(): void {
    const edges = this.#edges;
    const { positions, normals, uv } = this.surface;
    const outward = outwardOf(edges, positions, normals);
    const [place, normal, texture] = ['position', 'normal', 'uv'].map(
      (name) => this.geometry.getAttribute(name) as BufferAttribute | undefined,
    );
    if (!place || !normal || !texture) return;
    const radius = this.thickness / 2;
    edges.forEach((id, row) => {
      const at = 3 * id;
      const out = outward.get(id) ?? [0, 0, 0];
      ANGLES.forEach((angle, k) => {
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const vertex = row * POINTS + k;
        const [x, y, z] = [0, 1, 2].map((c) => cos * normals[at + c] + sin * out[c]);
        normal.setXYZ(vertex, x, y, z);
        place.setXYZ(
          vertex,
          positions[at] + radius * x,
          positions[at + 1] + radius * y,
          positions[at + 2] + radius * z,
        );
        texture.setXY(vertex, uv.getX(id), uv.getY(id));
      });
    });
    for (const attribute of [place, normal, texture]) attribute.needsUpdate = true;
  }

  override dispose(): void {
    this.geometry.dispose();
    this.removeFromParent();
    super.dispose?.();
  }
}

/** The edges that one triangle alone has, in its direction; torn triangles have no area and are left out. */
export function borderOf(corners: ArrayLike<number>): number[] {
  const single = new Map<number, [number, number]>();
  const BASE = 2 ** 26;
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = [corners[k], corners[k + 1], corners[k + 2]];
    if (a === b || b === c || c === a) continue;
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const key = Math.min(from, to) * BASE + Math.max(from, to);
      if (single.has(key)) single.delete(key);
      else single.set(key, [from, to]);
    }
  }
  return [...single.values()].flat();
}

/** By particle of the border, the direction away from the cloth: the mean over its edges of edge × normal. */
function outwardOf(
  edges: readonly number[],
  positions: ArrayLike<number>,
  normals: ArrayLike<number>,
): Map<number, readonly number[]> {
  const sums = new Map<number, number[]>();
  for (let k = 0; k < edges.length; k += 2) {
    const [a, b] = [3 * edges[k], 3 * edges[k + 1]];
    const [tx, ty, tz] = [0, 1, 2].map((c) => positions[b + c] - positions[a + c]);
    for (const id of [edges[k], edges[k + 1]]) {
      const [nx, ny, nz] = [0, 1, 2].map((c) => normals[3 * id + c]);
      const sum = sums.get(id) ?? [0, 0, 0];
      sum[0] += ty * nz - tz * ny;
      sum[1] += tz * nx - tx * nz;
      sum[2] += tx * ny - ty * nx;
      sums.set(id, sum);
    }
  }
  for (const sum of sums.values()) {
    const length = Math.hypot(...sum) || 1;
    for (let c = 0; c < 3; c++) sum[c] /= length;
  }
  return sums;
}

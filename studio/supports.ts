/** What holds the bodies where particles are pinned: a rod along a row of pins, a peg at a single one. */
import type { World } from 'selvedge';
import { CylinderGeometry, Group, Mesh, Quaternion, SphereGeometry, Vector3 } from 'three';
import { MeshStandardNodeMaterial } from 'three/webgpu';
import { floorOf } from './colliders.ts';

/** More pins of one body than this that are no row are drawn as nothing: a sheet in a frame has hundreds. */
const MOST_PEGS = 12;
/** A row: no pin is further from the line than that share of its length. */
const STRAIGHT = 0.02;
/** How far a rod reaches beyond its row, as a share of its length. */
const BEYOND = 0.04;
/** Cosine of the angle to the vertical up to which a rod is a mast, which stands on the floor. */
const UPRIGHT = 0.97;

export class Supports extends Group {
  readonly #material = new MeshStandardNodeMaterial({ color: '#6f6457', roughness: 0.4, metalness: 0.2 });
  readonly #pegs: { id: number; mesh: Mesh }[] = [];

  constructor(readonly world: World) {
    super();
    const { model, bodies } = world;
    const floor = floorOf(world);
    for (const { first, count, isMagazine } of bodies) {
      if (isMagazine) continue;
      const pins = [...model.pins].filter((id) => id >= first && id < first + count);
      const at = (id: number) => new Vector3().fromArray(model.positions, 3 * id);
      const thick = Math.min(0.012, Math.max(0.004, 1.2 * model.radii[first]));
      for (const row of rowsOf(pins, at)) {
        if (row.length > 2) this.#rod(at(row[0]), at(row[row.length - 1]), thick, floor);
        else if (pins.length <= MOST_PEGS)
          for (const id of row) this.#peg(id, at(id), Math.max(0.012, 1.5 * thick));
      }
    }
  }

  /** A peg is there while its particle is pinned. */
  place(): void {
    for (const { id, mesh } of this.#pegs) mesh.visible = this.world.isPinned(id);
  }

  #rod(from: Vector3, to: Vector3, radius: number, floor: number | undefined): void {
    const along = to.clone().sub(from);
    const length = along.length();
    along.divideScalar(length);
    const [a, b] = [
      from.clone().addScaledVector(along, -BEYOND * length),
      to.clone().addScaledVector(along, BEYOND * length),
    ];
    const lower = a.y < b.y ? a : b;
    if (Math.abs(along.y) > UPRIGHT && floor !== undefined) lower.y = floor;
    const rod = new Mesh(new CylinderGeometry(radius, radius, a.distanceTo(b), 20), this.#material);
    rod.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along));
    rod.position.copy(a).lerp(b, 0.5);
    this.#show(rod);
    for (const end of [a, b]) {
      const knob = new Mesh(new SphereGeometry(1.8 * radius, 20, 12), this.#material);
      knob.position.copy(end);
      this.#show(knob);
    }
  }

  #peg(id: number, at: Vector3, radius: number): void {
    const mesh = new Mesh(new SphereGeometry(radius, 20, 12), this.#material);
    mesh.position.copy(at);
    this.#pegs.push({ id, mesh });
    this.#show(mesh);
  }

  #show(mesh: Mesh): void {
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    this.add(mesh);
  }

  override dispose(): void {
    for (const mesh of this.children) (mesh as Mesh).geometry.dispose();
    this.#material.dispose();
    this.removeFromParent();
    super.dispose?.();
  }
}

/** Pins on straight lines, in their order: up to four rows; what is left stands alone. */
function rowsOf(pins: readonly number[], at: (id: number) => Vector3): number[][] {
  let left = [...pins];
  const rows: number[][] = [];
  while (left.length > 2 && rows.length < 4) {
    const from = at(left[0]);
    // The furthest pin whose line holds the most pins; the outermost few are enough to find it.
    const candidates = [...left]
      .sort((a, b) => at(b).distanceTo(from) - at(a).distanceTo(from))
      .filter((_, k, all) => k < 8 || k % Math.ceil(all.length / 16) === 0);
    let best: number[] = [];
    for (const end of candidates) {
      const line = onLine(left, from, at(end), at);
      if (line.length > best.length) best = line;
    }
    if (best.length < 5) break;
    best.sort((a, b) => at(a).distanceTo(from) - at(b).distanceTo(from));
    rows.push(best);
    const taken = new Set(best);
    left = left.filter((id) => !taken.has(id));
  }
  return [...rows, ...left.map((id) => [id])];
}

function onLine(ids: readonly number[], from: Vector3, to: Vector3, at: (id: number) => Vector3): number[] {
  const along = to.clone().sub(from);
  const length = along.length();
  if (length === 0) return [];
  along.divideScalar(length);
  return ids.filter((id) => {
    const offset = at(id).sub(from);
    return offset.addScaledVector(along, -offset.dot(along)).length() <= STRAIGHT * length;
  });
}

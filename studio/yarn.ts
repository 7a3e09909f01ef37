/** Ropes and other bodies without triangles, drawn as round yarn: one short rod per spring. */
import type { World } from 'selvedge';
import type { SpringLines } from 'selvedge/three';
import { CapsuleGeometry, InstancedMesh, type Material, Matrix4, Quaternion, Vector3 } from 'three';

/** More springs than this stay lines: rods are placed one by one. */
const MOST = 20_000;
const UP = new Vector3(0, 1, 0);

/** Whether the springs of a body are few enough. */
export const isYarn = (world: World, body: number): boolean => {
  const [first, end] = world.bodies[body].springs;
  return end - first <= MOST;
};

export class Yarn extends InstancedMesh {
  readonly #pairs: readonly (readonly [number, number])[];
  readonly #springs: readonly number[];
  readonly #radius: number;

  constructor(
    readonly world: World,
    readonly lines: SpringLines,
    body: number,
    material: Material,
  ) {
    const { ends, idOf, radii } = world.model;
    const { springs, first, count } = world.bodies[body];
    const all = Array.from({ length: springs[1] - springs[0] }, (_, k) => k);
    const pair = (k: number) =>
      [idOf[ends[2 * (springs[0] + k)]], idOf[ends[2 * (springs[0] + k) + 1]]] as const;
    // A spring against bending joins particles that are not neighbours.
    const drawn = all.filter((k) => {
      const [a, b] = pair(k);
      return count > springs[1] - springs[0] || Math.abs(a - b) === 1 || !isChain(world, body);
    });
    super(new CapsuleGeometry(1, 1, 4, 10), material, drawn.length);
    this.#springs = drawn;
    this.#pairs = drawn.map(pair);
    const mean = radii.subarray(first, first + count).reduce((sum, one) => sum + one / count, 0);
    this.#radius = 0.8 * mean;
    this.frustumCulled = false;
    lines.visible = false;
    this.place();
  }

  /** Puts every rod where its spring is; a torn spring has none. */
  place(): void {
    const { positions } = this.lines.surface;
    const index = this.lines.geometry.index?.array;
    const [matrix, turn] = [new Matrix4(), new Quaternion()];
    const [a, b, scale] = [new Vector3(), new Vector3(), new Vector3()];
    this.#pairs.forEach(([from, to], k) => {
      const spring = this.#springs[k];
      a.fromArray(positions, 3 * from);
      b.fromArray(positions, 3 * to).sub(a);
      const length = b.length();
      const isTorn = index !== undefined && index[2 * spring] === index[2 * spring + 1];
      a.addScaledVector(b, 0.5);
      turn.setFromUnitVectors(UP, b.divideScalar(length || 1));
      // The capsule is one long between the centres of its ends, and its radius one.
      scale.set(this.#radius, length, this.#radius).multiplyScalar(isTorn ? 0 : 1);
      matrix.compose(a, turn, scale);
      this.setMatrixAt(k, matrix);
    });
    this.instanceMatrix.needsUpdate = true;
  }

  override dispose(): this {
    this.geometry.dispose();
    super.dispose();
    return this;
  }
}

/** Whether every particle is joined to the next: a rope. */
function isChain(world: World, body: number): boolean {
  const { first, count, springs } = world.bodies[body];
  const { ends, idOf } = world.model;
  const joined = new Set<number>();
  for (let spring = springs[0]; spring < springs[1]; spring++) {
    const [a, b] = [idOf[ends[2 * spring]], idOf[ends[2 * spring + 1]]];
    if (Math.abs(a - b) === 1) joined.add(Math.min(a, b));
  }
  return joined.size === count - 1 && joined.has(first);
}

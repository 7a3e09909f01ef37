/** Rails as lines. */
import { BufferGeometry, Group, Line, LineBasicMaterial, Vector3 } from 'three';
import type { Attached, World } from '../engine/index.ts';

/**
 * One line for every rail of a world that a particle is attached to. `WorldView` contains them; if used alone, call
 * `place()` after `world.step()`.
 */
export class RailLines extends Group {
  readonly #world: Pick<World, 'attachments' | 'colliders'>;
  readonly #material = new LineBasicMaterial({ color: '#8b929e' });
  #shown: readonly Attached[] = [];

  constructor(world: Pick<World, 'attachments' | 'colliders'>) {
    super();
    this.#world = world;
    this.place();
  }

  /** Draws the current rails, in the poses of the colliders that carry them. */
  place(): void {
    const { attachments, colliders } = this.#world;
    if (attachments !== this.#shown) this.#draw(attachments);
    this.#shown = attachments;
    for (const line of this.children) {
      const pose = colliders[line.userData.collider]?.pose;
      if (!pose) continue;
      line.position.set(...pose.position);
      line.quaternion.set(...pose.turn);
    }
  }

  #draw(attachments: readonly Attached[]): void {
    this.#clear();
    const rails = new Map(
      attachments.flatMap(({ kind, points, collider }) =>
        kind === 'rail' && points ? [[points, collider] as const] : [],
      ),
    );
    for (const [points, collider] of rails) {
      const geometry = new BufferGeometry().setFromPoints(points.map((point) => new Vector3(...point)));
      const line = new Line(geometry, this.#material);
      line.userData = { collider };
      this.add(line);
    }
  }

  #clear(): void {
    for (const line of this.children) (line as Line).geometry.dispose();
    this.clear();
  }

  override dispose(): void {
    this.#clear();
    this.#material.dispose();
    this.removeFromParent();
    super.dispose?.();
  }
}

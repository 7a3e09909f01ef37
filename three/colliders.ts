/** Colliders as meshes. */
import { Group, type Material, Mesh, MeshStandardMaterial } from 'three';
import { demandFields, type FieldsOf, type PlacedCollider, type World } from '../engine/index.ts';
import { geometryOf } from './shapes/index.ts';

/** Options of `ColliderMeshes`. */
export interface ColliderMeshesOptions {
  /** The material of a collider, by its number. Default: a light grey, matt one for all. */
  readonly material?: (collider: number) => Material | undefined;
  /** A plane is infinite; it is drawn up to this distance from its position, metres. Default 10. */
  readonly extent?: number;
}

const FIELDS: FieldsOf<ColliderMeshesOptions> = { material: true, extent: true };

/**
 * The colliders of a world, one mesh each. `WorldView` contains them; if used alone, call `place()`
 * after `world.step()`.
 */
export class ColliderMeshes extends Group {
  /** The mesh of each collider. */
  readonly meshes: readonly Mesh[];
  readonly #world: Pick<World, 'colliders'>;
  readonly #own: Material;

  constructor(world: Pick<World, 'colliders'>, options: ColliderMeshesOptions = {}) {
    super();
    demandFields('ColliderMeshes', options, FIELDS);
    const { material, extent = 10 } = options;
    this.#world = world;
    // Drawn a little further away, so that cloth lying on it is in front.
    this.#own = new MeshStandardMaterial({
      ...{ color: '#b9bec9', roughness: 0.9 },
      ...{ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 },
    });
    this.meshes = world.colliders.map(({ name, collider }, k) => {
      const mesh = new Mesh(geometryOf(collider, extent), material?.(k) ?? this.#own);
      mesh.name = name;
      return mesh;
    });
    if (this.meshes.length > 0) this.add(...this.meshes);
    this.place();
  }

  /** Moves every mesh to the pose of its collider in `colliders`. */
  place(colliders: readonly PlacedCollider[] = this.#world.colliders): void {
    colliders.forEach(({ pose: { position, turn } }, k) => {
      this.meshes[k].position.set(...position);
      this.meshes[k].quaternion.set(...turn);
    });
  }

  /** Materials passed by the caller are not disposed. */
  override dispose(): void {
    for (const { geometry } of this.meshes) geometry.dispose();
    this.#own.dispose();
    this.removeFromParent();
    super.dispose?.();
  }
}

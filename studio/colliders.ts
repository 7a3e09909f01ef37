/** What bodies collide with, as the studio shows it: solid things, and a floor where the scene has one. */
import type { World } from 'selvedge';
import { ColliderMeshes } from 'selvedge/three';
import { Color, Quaternion, Vector3 } from 'three';
import { MeshStandardNodeMaterial } from 'three/webgpu';

/** A matt surface, drawn a little behind where it is: cloth that lies on it is in front. */
export const surface = (colour: string) =>
  new MeshStandardNodeMaterial({
    color: new Color(colour),
    roughness: 0.45,
    metalness: 0,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });

/** What hides what happens in it, as if of glass. */
export const glass = (colour: string) =>
  new MeshStandardNodeMaterial({
    color: new Color(colour),
    roughness: 0.15,
    metalness: 0,
    transparent: true,
    opacity: 0.3,
    depthWrite: false,
  });

/** Cosine of the angle up to which a plane is level. */
const LEVEL = 0.9999;

type Colliding = Pick<World, 'colliders'>;
type Placed = World['colliders'][number];

/** Planes that are level and stay where they are: the ground is drawn there instead. */
export function isFloor({ collider, pose }: Placed): boolean {
  if (collider.shape !== 'plane' || collider.motion) return false;
  return new Vector3(0, 1, 0).applyQuaternion(new Quaternion(...pose.turn)).y > LEVEL;
}

/** How high the highest of them is; undefined where there is none. */
export function floorOf({ colliders }: Colliding): number | undefined {
  const heights = colliders.filter(isFloor).map(({ pose }) => pose.position[1]);
  return heights.length > 0 ? Math.max(...heights) : undefined;
}

/** The corners of everything that has an end. */
export function cornersOf(world: Colliding): Vector3[][] {
  const group = new ColliderMeshes(world);
  group.updateMatrixWorld();
  const corners = group.meshes.map(({ geometry, matrixWorld }, k) => {
    if (world.colliders[k].collider.shape === 'plane') return [];
    const places = geometry.getAttribute('position');
    return Array.from({ length: places.count }, (_, corner) =>
      new Vector3().fromBufferAttribute(places, corner).applyMatrix4(matrixWorld),
    );
  });
  group.dispose();
  return corners;
}

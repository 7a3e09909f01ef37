/** Meshes of three.js as one list of vertices and triangles in the world's frame, and back. */
import { type BufferGeometry, Matrix4, type Mesh, type Object3D, Vector3 } from 'three';
import { InputError } from '../../engine/index.ts';

/** A source of triangles: a geometry, a mesh, all meshes below an object, or a list of these. */
export type MeshSource = BufferGeometry | Object3D | readonly (BufferGeometry | Object3D)[];

/** One geometry of a source, and the offset of its vertices among those of all. */
export interface MeshPart {
  /** The geometry. */
  readonly geometry: BufferGeometry;
  /** The mesh that draws the geometry; undefined if a geometry was given. */
  readonly mesh?: Mesh;
  /** Index of its first vertex among those of all parts. */
  readonly firstVertex: number;
  /** Number of its vertices. */
  readonly vertexCount: number;
}

/** All vertices of a source, in order, in metres, in the frame of the world. */
export interface Gathered {
  readonly parts: readonly MeshPart[];
  /** x, y, z each. */
  readonly vertices: Float64Array;
  /** Three vertices each, anticlockwise seen from the front. */
  readonly triangles: Uint32Array;
  /** u, v per vertex, if all parts have them. */
  readonly uvs?: Float64Array;
}

/** `space`: the object whose frame is that of the world; undefined for the scene's frame. */
export function gather(path: string, source: MeshSource, space: Object3D | undefined): Gathered {
  const found = geometriesOf(path, source);
  const counts = found.map(({ geometry }) => geometry.getAttribute('position').count);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const vertices = new Float64Array(3 * total);
  const hasUvs = found.every(({ geometry }) => geometry.hasAttribute('uv'));
  const uvs = hasUvs ? new Float64Array(2 * total) : undefined;
  const corners: Uint32Array[] = [];
  const parts: MeshPart[] = [];
  let firstVertex = 0;
  found.forEach(({ geometry, mesh }, k) => {
    const toWorld = worldOf(path, mesh, space);
    const position = geometry.getAttribute('position');
    const uv = geometry.getAttribute('uv');
    const at = new Vector3();
    for (let v = 0; v < counts[k]; v++) {
      at.fromBufferAttribute(position, v).applyMatrix4(toWorld);
      vertices.set([at.x, at.y, at.z], 3 * (firstVertex + v));
      uvs?.set([uv.getX(v), uv.getY(v)], 2 * (firstVertex + v));
    }
    corners.push(cornersOf(path, geometry, firstVertex, toWorld.determinant() < 0));
    parts.push({ geometry, mesh, firstVertex, vertexCount: counts[k] });
    firstVertex += counts[k];
  });
  const triangles = new Uint32Array(corners.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of corners) {
    triangles.set(each, at);
    at += each.length;
  }
  return { parts, vertices, triangles, uvs };
}

/** The transform from the frame of a mesh to that of the world, by its current matrix. */
export function worldOf(path: string, mesh: Mesh | undefined, space: Object3D | undefined): Matrix4 {
  const matrix = new Matrix4();
  if (space) {
    space.updateWorldMatrix(true, false);
    matrix.copy(space.matrixWorld).invert();
  }
  if (mesh) {
    mesh.updateWorldMatrix(true, false);
    matrix.multiply(mesh.matrixWorld);
  }
  const determinant = matrix.determinant();
  if (determinant === 0 || !Number.isFinite(determinant))
    throw new InputError(
      `${path}.matrixWorld`,
      matrix.elements,
      'a matrix that can be inverted: no scale of 0',
    );
  return matrix;
}

/** Reverses the triangles of a mirrored mesh, which shows the other side. */
function cornersOf(path: string, { index, attributes }: BufferGeometry, first: number, isMirrored: boolean) {
  const count = index?.count ?? attributes.position.count;
  if (count % 3 !== 0)
    throw new InputError(
      `${path}.geometry`,
      count,
      `a number of ${index ? 'indices' : 'vertices'} that 3 divides`,
    );
  const corners = Uint32Array.from({ length: count }, (_, k) => first + (index ? index.getX(k) : k));
  if (isMirrored)
    for (let k = 0; k < count; k += 3) [corners[k + 1], corners[k + 2]] = [corners[k + 2], corners[k + 1]];
  return corners;
}

const isObject = (value: unknown): value is Object3D =>
  (value as Partial<Object3D> | undefined)?.isObject3D === true;
const isGeometry = (value: unknown): value is BufferGeometry =>
  (value as Partial<BufferGeometry> | undefined)?.isBufferGeometry === true;

const WANTED = 'a Mesh, a BufferGeometry, or an object with meshes below it, as a GLTFLoader gives';

function geometriesOf(path: string, source: unknown): { geometry: BufferGeometry; mesh?: Mesh }[] {
  if (Array.isArray(source)) return source.flatMap((each, k) => geometriesOf(`${path}[${k}]`, each));
  if (isGeometry(source)) return [{ geometry: checked(path, source) }];
  // Tested by flags, not by class, since a page may contain two copies of three.js.
  if (!isObject(source)) throw new InputError(path, nameOf(source), WANTED);
  const meshes: Mesh[] = [];
  if ((source as Partial<Mesh>).isMesh) meshes.push(source as Mesh);
  else
    source.traverse((each) => {
      if ((each as Partial<Mesh>).isMesh) meshes.push(each as Mesh);
    });
  if (meshes.length === 0) throw new InputError(path, `${source.type} "${source.name}"`, WANTED);
  return meshes.map((mesh) => ({ geometry: checked(path, mesh.geometry, mesh), mesh }));
}

/** The value seen, for an error: a short description, not the whole object. */
const nameOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? `a ${value.constructor?.name ?? 'strange object'}` : value;

/** Kinds of meshes whose drawn vertices differ from their geometry, with the cure for each. */
const MOVED: Readonly<Record<string, string>> = {
  isSkinnedMesh: 'a mesh without a skeleton: `new Mesh(skinned.geometry, skinned.material)` in its place',
  isInstancedMesh: 'a single mesh: a Mesh with the matrix of one instance',
  isBatchedMesh: 'a single mesh: a Mesh with the geometry of one of the batch',
};

function checked(path: string, geometry: BufferGeometry, mesh?: Mesh): BufferGeometry {
  const given = mesh ? `${mesh.type} "${mesh.name}"` : `geometry "${geometry.name}"`;
  for (const [mark, instead] of Object.entries(MOVED))
    if (mesh && (mesh as unknown as Record<string, unknown>)[mark])
      throw new InputError(path, given, instead);
  if (geometry.morphAttributes?.position)
    throw new InputError(
      path,
      given,
      'a geometry without morph targets: delete geometry.morphAttributes.position',
    );
  if (!geometry.hasAttribute('position') || geometry.getAttribute('position').count === 0)
    throw new InputError(path, given, 'a geometry with vertices');
  return geometry;
}

/** The name of a source, or its type. */
export const nameFrom = (source: MeshSource, otherwise: string): string =>
  (Array.isArray(source) ? source[0]?.name : (source as { name?: string } | undefined)?.name) || otherwise;

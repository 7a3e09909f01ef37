/** A skirt over a torso, as a tool would export them: seams of uvs, two materials, one file. */
import {
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  Vector3,
} from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';

/** Around the waist, and from there to the hem. */
const [AROUND, DOWN] = [48, 12];
/** Metres: nearly a disc, which falls into folds. */
const [WAIST, HEM, LENGTH] = [0.16, 0.42, 0.12];

/**
 * Two panels, each a rectangle of uvs of its own: their sides are at one place and have different uvs. The lower third of both has
 * the second material.
 */
export function skirtGeometry(): BufferGeometry {
  const half = AROUND / 2;
  const places: number[] = [];
  const uvs: number[] = [];
  const main: number[] = [];
  const trim: number[] = [];
  for (let panel = 0; panel < 2; panel++)
    for (let j = 0; j <= DOWN; j++)
      for (let i = 0; i <= half; i++) {
        const angle = (2 * Math.PI * ((panel * half + i) % AROUND)) / AROUND;
        const radius = WAIST + ((HEM - WAIST) * j) / DOWN;
        places.push(radius * Math.cos(angle), (-LENGTH * j) / DOWN, radius * Math.sin(angle));
        uvs.push(panel * 0.5 + (0.45 * i) / half, 1 - j / DOWN);
      }
  const vertex = (panel: number, i: number, j: number) => (panel * (DOWN + 1) + j) * (half + 1) + i;
  for (let panel = 0; panel < 2; panel++)
    for (let j = 0; j < DOWN; j++)
      for (let i = 0; i < half; i++) {
        const [a, b, c, d] = [
          vertex(panel, i, j),
          vertex(panel, i + 1, j),
          vertex(panel, i + 1, j + 1),
          vertex(panel, i, j + 1),
        ];
        (j < (2 * DOWN) / 3 ? main : trim).push(a, b, d, b, c, d);
      }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
  geometry.setAttribute('uv', new BufferAttribute(Float32Array.from(uvs), 2));
  geometry.setIndex([...main, ...trim]);
  geometry.addGroup(0, main.length, 0);
  geometry.addGroup(main.length, trim.length, 1);
  geometry.computeVertexNormals();
  return geometry;
}

/** `skirt` and `torso` below a group that is scaled and turned, as a file in centimetres would be. */
export function garment(): { root: Group; skirt: Mesh; torso: Mesh } {
  const materials = ['#c2455a', '#2e4a7d'].map(
    (color) => new MeshStandardMaterial({ color, side: DoubleSide, roughness: 0.8 }),
  );
  const skirt = new Mesh(skirtGeometry().scale(100, 100, 100), materials);
  skirt.name = 'skirt';
  const torso = new Mesh(
    new CapsuleGeometry(14.5, 40, 12, 32),
    new MeshStandardMaterial({ color: '#d8b49a', roughness: 0.9 }),
  );
  torso.name = 'torso';
  torso.scale.set(1, 1, 0.8);
  const root = new Group();
  root.name = 'figure';
  root.scale.setScalar(0.01);
  root.rotation.y = 0.3;
  root.add(skirt, torso);
  return { root, skirt, torso };
}

/** As a binary glTF file. */
export async function garmentFile(): Promise<ArrayBuffer> {
  const { root } = garment();
  return (await new GLTFExporter().parseAsync(root, { binary: true })) as ArrayBuffer;
}

/** How far places that were one at the beginning are apart now, metres; pairs of vertices with the same first place. */
export function widestSeam(
  first: ArrayLike<number>,
  positions: ArrayLike<number>,
): { widest: number; pairs: number } {
  const at = new Map<string, number>();
  let [widest, pairs] = [0, 0];
  for (let v = 0; v < first.length / 3; v++) {
    const place = [0, 1, 2].map((c) => Math.fround(first[3 * v + c])).join(' ');
    const other = at.get(place);
    if (other === undefined) at.set(place, v);
    else {
      pairs++;
      const [a, b] = [v, other].map((k) => new Vector3().fromArray(positions as number[], 3 * k));
      widest = Math.max(widest, a.distanceTo(b));
    }
  }
  return { widest, pairs };
}

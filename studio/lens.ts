/** What is drawn over a world, or instead of its fabrics, to see how it works: colours, wires, particles, normals. */
import type { World } from 'selvedge';
import { BallMesh, ClothMesh, type WorldView } from 'selvedge/three';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  LineSegments,
  type Material,
  Matrix4,
  Mesh,
} from 'three';
import { LineBasicNodeMaterial, MeshBasicNodeMaterial, MeshStandardNodeMaterial } from 'three/webgpu';
import { colourAt, type Edges, edgesOf, type Measure, measured, type State, topOf } from './measures.ts';

export interface Sights {
  readonly measure?: Measure;
  readonly wires?: boolean;
  readonly particles?: boolean;
  readonly normals?: boolean;
  readonly colliders?: boolean;
}

/** More particles than this are not drawn one by one. */
export const MOST_DRAWN = 20_000;
/** A particle as a share of its radius, and the length of a normal in radii. */
const [DOT, NEEDLE] = [0.35, 2];
/** Milliseconds between two searches for cloth in cloth, which take a while. */
const CROSSING_EVERY = 500;
/** Strain is shown up to here at least, per unit: the noise of cloth at rest is no picture. */
const LEAST_STRAIN = 0.02;

export class Lens {
  /** What the brightest colour stands for. */
  top = 0;
  /** By particle, what is shown. */
  values: Float32Array | undefined;
  readonly #layer = new Group();
  readonly #edges: Edges;
  readonly #materials: Material[] = [];
  /** What the cloths wear when nothing is shown. */
  readonly #worn = new Map<Mesh, Material | Material[]>();
  readonly #hidden: Mesh[] = [];
  #colours: BufferAttribute | undefined;
  #dots: InstancedMesh | undefined;
  #needles: LineSegments | undefined;
  #state: State | undefined;
  #normals: Float32Array | undefined;
  #crossedAt = -Infinity;

  constructor(
    readonly view: WorldView,
    readonly sights: Sights,
  ) {
    this.#edges = edgesOf(view.world);
    view.add(this.#layer);
    if (sights.measure) this.#paint();
    if (sights.wires) this.#wire();
    if (sights.particles && view.world.model.particles <= MOST_DRAWN) this.#scatter();
    if (sights.normals) this.#bristle();
    if (sights.colliders) this.#outline();
  }

  /** The state last read. */
  get state(): State | undefined {
    return this.#state;
  }

  /** Call it after the view's update. */
  async update(): Promise<void> {
    const { world } = this.view;
    const { measure, particles, normals } = this.sights;
    if (!measure && !particles && !normals) return;
    this.#state = await stateOf(world);
    if (measure) this.#colour(measure, this.#state);
    if (this.#dots) this.#placeDots(this.#dots, this.#state.positions);
    if (this.#needles) {
      this.#normals ??= new Float32Array(3 * world.model.particles);
      await world.read({ normals: this.#normals });
      this.#placeNeedles(this.#needles, this.#state.positions, this.#normals);
    }
  }

  get #cloths(): Mesh[] {
    return this.view.objects.filter((object) => object instanceof ClothMesh);
  }

  #own<T extends Material>(material: T): T {
    this.#materials.push(material);
    return material;
  }

  /** All cloths in one matt material, coloured by particle. */
  #paint(): void {
    const { particles } = this.view.world.model;
    this.#colours = new BufferAttribute(new Float32Array(3 * particles), 3);
    const material = this.#own(
      new MeshStandardNodeMaterial({ vertexColors: true, side: DoubleSide, roughness: 0.9, metalness: 0 }),
    );
    for (const cloth of this.#cloths) {
      this.#worn.set(cloth, cloth.material);
      cloth.geometry.setAttribute('color', this.#colours);
      cloth.material = material;
      // The rim has vertices of its own, without colours.
      for (const rim of cloth.children) rim.visible = false;
    }
  }

  #colour(measure: Measure, state: State): void {
    const { world, surface } = this.view;
    const colours = this.#colours;
    if (!colours) return;
    if (measure === 'crossing') {
      if (performance.now() - this.#crossedAt < CROSSING_EVERY) return;
      this.#crossedAt = performance.now();
    }
    const values = measured(measure, world, this.#edges, state);
    this.values = values;
    const top = topOf(values);
    // The scale holds still while the motion dies away, and grows at once.
    const least = measure === 'strain' ? LEAST_STRAIN : 0;
    const fixed = measure === 'crossing' ? 1 : measure === 'contact' ? 2 : undefined;
    this.top = fixed ?? Math.max(least, top > this.top || top < this.top / 5 ? top : this.top);
    const linear = new Color();
    for (let id = 0; id < values.length; id++) {
      linear.setRGB(...colourAt(values[id] / this.top), 'srgb');
      colours.setXYZ(surface.isShared ? world.model.slotOf[id] : id, linear.r, linear.g, linear.b);
    }
    colours.needsUpdate = true;
  }

  #wire(): void {
    const material = this.#own(
      new MeshBasicNodeMaterial({ color: '#10131a', wireframe: true, transparent: true, opacity: 0.55 }),
    );
    for (const cloth of this.#cloths) {
      const wires = new Mesh(cloth.geometry, material);
      wires.frustumCulled = false;
      wires.renderOrder = 1;
      this.#layer.add(wires);
    }
  }

  /** A dot for every particle, in the colour of its class: those of one colour share no spring and are solved together. */
  #scatter(): void {
    const { particles, colours, idOf } = this.view.world.model;
    const material = this.#own(new MeshBasicNodeMaterial({ color: '#ffffff' }));
    const dots = new InstancedMesh(new IcosahedronGeometry(1, 1), material, particles);
    dots.frustumCulled = false;
    const paint = new Color();
    colours.forEach(([first, end], k) => {
      paint.setHSL((0.02 + ((0.618 * k) % 1)) % 1, 0.75, 0.5);
      for (let slot = first; slot < end; slot++) dots.setColorAt(idOf[slot], paint);
    });
    this.#dots = dots;
    this.#layer.add(dots);
  }

  #placeDots(dots: InstancedMesh, positions: Float32Array): void {
    const { radii, particles } = this.view.world.model;
    const matrix = new Matrix4();
    for (let id = 0; id < particles; id++) {
      const size = DOT * radii[id];
      matrix.makeScale(size, size, size);
      matrix.setPosition(positions[3 * id], positions[3 * id + 1], positions[3 * id + 2]);
      dots.setMatrixAt(id, matrix);
    }
    dots.instanceMatrix.needsUpdate = true;
  }

  #bristle(): void {
    const { particles } = this.view.world.model;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(6 * particles), 3));
    this.#needles = new LineSegments(geometry, this.#own(new LineBasicNodeMaterial({ color: '#1d4ed8' })));
    this.#needles.frustumCulled = false;
    this.#layer.add(this.#needles);
  }

  #placeNeedles(needles: LineSegments, positions: Float32Array, normals: Float32Array): void {
    const { radii, particles } = this.view.world.model;
    const places = needles.geometry.getAttribute('position');
    for (let id = 0; id < particles; id++) {
      const [x, y, z] = positions.subarray(3 * id, 3 * id + 3);
      const [nx, ny, nz] = normals.subarray(3 * id, 3 * id + 3);
      const length = NEEDLE * radii[id];
      places.setXYZ(2 * id, x, y, z);
      places.setXYZ(2 * id + 1, x + length * nx, y + length * ny, z + length * nz);
    }
    places.needsUpdate = true;
  }

  /** Colliders as wires, those too that are drawn as the ground. */
  #outline(): void {
    const material = this.#own(
      new MeshBasicNodeMaterial({ color: '#7c3aed', wireframe: true, transparent: true, opacity: 0.35 }),
    );
    for (const mesh of this.view.colliders.meshes) {
      if (!mesh.visible) this.#hidden.push(mesh);
      this.#worn.set(mesh, mesh.material);
      if (!mesh.visible) {
        mesh.visible = true;
        mesh.material = material;
        continue;
      }
      const wires = new Mesh(mesh.geometry, material);
      mesh.add(wires);
      this.#worn.delete(mesh);
      this.#outlines.push(wires);
    }
  }

  readonly #outlines: Mesh[] = [];

  dispose(): void {
    for (const [mesh, material] of this.#worn) {
      mesh.material = material;
      if (!(mesh instanceof ClothMesh)) continue;
      mesh.geometry.deleteAttribute('color');
      for (const rim of mesh.children) rim.visible = true;
    }
    for (const mesh of this.#hidden) mesh.visible = false;
    for (const wires of this.#outlines) wires.removeFromParent();
    for (const made of [this.#dots, this.#needles]) made?.geometry.dispose();
    this.#dots?.dispose();
    this.#layer.removeFromParent();
    for (const material of this.#materials) material.dispose();
  }
}

/** All that colours and the probe are made of. */
export async function stateOf(world: World): Promise<State> {
  const { particles, springs, triangles } = world.model;
  const [read, torn, left] = await Promise.all([
    world.read({
      positions: new Float32Array(3 * particles),
      velocities: new Float32Array(3 * particles),
    }),
    world.mayHaveHoles ? world.readTorn() : new Uint8Array(springs),
    world.mayHaveHoles ? world.readTriangles() : triangles,
  ]);
  return { ...read, torn, triangles: left };
}

/** Whether a world has cloth, which can be coloured. */
export const hasCloth = (view: WorldView): boolean =>
  view.objects.some((object) => object instanceof ClothMesh && !(object instanceof BallMesh));

/** Meshes of three.js as cloth: what a view moves, and what it leaves as it was. */
import { cloth, createWorld, InputError, reference } from 'selvedge';
import { clothFrom, colliderFrom, MeshView, WorldView } from 'selvedge/three';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Group,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Line,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  SkinnedMesh,
  SphereGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { seeded } from '../conformance/seeded.ts';
import { skirtGeometry, garment as wholeGarment, widestSeam } from './garment.ts';

const still = { gravity: [0, 0, 0], backend: 'reference' } as const;

/** Bytes of all that a geometry has, by name, and its groups. */
function everything(geometry: BufferGeometry): Record<string, unknown> {
  const attributes = Object.entries(geometry.attributes).map(([name, attribute]) => [
    name,
    { itemSize: attribute.itemSize, normalized: attribute.normalized, array: Array.from(attribute.array) },
  ]);
  return {
    ...Object.fromEntries(attributes),
    names: Object.keys(geometry.attributes).sort(),
    index: geometry.index && {
      array: Array.from(geometry.index.array),
      kind: geometry.index.array.constructor,
    },
    groups: structuredClone(geometry.groups),
    drawRange: { ...geometry.drawRange },
  };
}

/** Without what a view may change. */
function kept(geometry: BufferGeometry): Record<string, unknown> {
  const { position: _, normal: __, names: ___, ...rest } = everything(geometry);
  return rest;
}

/** Where vertices are in the world. */
function placesOf(mesh: Mesh): Float64Array {
  const position = mesh.geometry.getAttribute('position');
  const at = new Vector3();
  mesh.updateWorldMatrix(true, false);
  const places = Array.from({ length: position.count }, (_, v) =>
    at.fromBufferAttribute(position, v).applyMatrix4(mesh.matrixWorld).toArray(),
  );
  return Float64Array.from(places.flat());
}

/** A sheet with holes, seams of uvs, vertices of no triangle, some attributes and groups, in an order of its own. */
function randomMesh(seed: number): Mesh {
  const random = seeded(seed);
  const pick = (count: number) => Math.floor(count * random());
  const [columns, rows] = [3 + pick(6), 3 + pick(6)];
  const grid = Array.from({ length: columns * rows }, (_, k) => [
    (k % columns) * 0.1 + 0.03 * random(),
    Math.floor(k / columns) * 0.1 + 0.03 * random(),
    0.05 * random(),
  ]);
  let cells = Array.from({ length: (columns - 1) * (rows - 1) }, (_, k) => k);
  cells = cells.filter((k) => k === 0 || random() > 0.15);
  // Corners of a triangle have a vertex each, of which equal ones are drawn by lot to be one: what is left are seams.
  const known = new Map<string, number>();
  const places: number[] = [];
  const corners: number[] = [];
  const vertexOf = (particle: number) => {
    const chart = random() < 0.3 ? 1 : 0;
    const key = `${particle} ${chart}`;
    if (!known.has(key)) {
      known.set(key, places.length / 3);
      places.push(...grid[particle]);
    }
    return known.get(key)!;
  };
  for (const cell of cells) {
    const k = (cell % (columns - 1)) + columns * Math.floor(cell / (columns - 1));
    for (const triangle of [
      [k, k + 1, k + columns],
      [k + 1, k + columns + 1, k + columns],
    ])
      corners.push(...triangle.map(vertexOf));
  }
  if (random() < 0.5) places.push(9, 9, 9);
  const count = places.length / 3;
  const numbers = (length: number) => Float32Array.from({ length }, random);
  let geometry = new BufferGeometry();
  if (random() < 0.3) {
    const data = new InterleavedBuffer(numbers(5 * count), 5);
    for (let v = 0; v < count; v++) data.set(places.slice(3 * v, 3 * v + 3), 5 * v);
    geometry.setAttribute('position', new InterleavedBufferAttribute(data, 3, 0));
    geometry.setAttribute('uv', new InterleavedBufferAttribute(data, 2, 3));
  } else {
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
    geometry.setAttribute('uv', new BufferAttribute(numbers(2 * count), 2));
  }
  if (random() < 0.5) geometry.setAttribute('normal', new BufferAttribute(numbers(3 * count), 3));
  if (random() < 0.5)
    geometry.setAttribute(
      'color',
      new BufferAttribute(
        Uint8Array.from(numbers(4 * count), (x) => 255 * x),
        4,
        true,
      ),
    );
  if (random() < 0.3) geometry.setAttribute('tangent', new BufferAttribute(numbers(4 * count), 4));
  geometry.setIndex(random() < 0.5 ? new BufferAttribute(Uint16Array.from(corners), 1) : corners);
  if (random() < 0.3) geometry = geometry.toNonIndexed();
  const half = 3 * pick(corners.length / 3);
  if (random() < 0.5) {
    geometry.addGroup(0, half, 0);
    geometry.addGroup(half, corners.length - half, 1);
  }
  const mesh = new Mesh(geometry, [new MeshBasicMaterial(), new MeshBasicMaterial()]);
  mesh.name = `mesh ${seed}`;
  mesh.position.set(random(), random(), random());
  mesh.rotation.set(6 * random(), 6 * random(), 6 * random());
  mesh.scale.set(0.5 + random(), (random() < 0.3 ? -1 : 1) * (0.5 + random()), 0.5 + random());
  const parent = new Group();
  parent.scale.setScalar(0.01 + 10 * random());
  parent.add(mesh);
  return mesh;
}

describe('a mesh that is moved', () => {
  it('keeps all it has, vertex by vertex: 200 random ones with seams and holes', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const mesh = randomMesh(seed);
      const { geometry, material } = mesh;
      const [before, whole, places] = [kept(geometry), everything(geometry), placesOf(mesh)];
      const garment = clothFrom(mesh, { density: 0.2 });
      expect(everything(geometry)).toEqual(whole);
      const world = await createWorld({ bodies: [garment.body], ...still });
      const view = new MeshView(world, garment);
      const { tangent, ...others } = before;
      expect(kept(geometry)).toEqual(others);
      // Nothing pulls it: it is where it was.
      const size = Math.max(...places.map(Math.abs));
      const least = placesOf(mesh);
      places.forEach((value, k) => {
        if (Math.abs(least[k] - value) > 1e-5 * size)
          throw new Error(`seed ${seed}: ${k} moved by ${least[k] - value}`);
      });
      // Somewhere else, every vertex is where its particle is.
      const to = Float64Array.from(world.model.positions, (value, k) => value + [1, 2, 3][k % 3]);
      world.write({ positions: to });
      await view.update();
      const moved = placesOf(mesh);
      garment.particleOf.forEach((particle, v) => {
        for (let c = 0; c < 3; c++) {
          const expected = particle < 0 ? places[3 * v + c] : to[3 * particle + c];
          if (Math.abs(moved[3 * v + c] - expected) > 1e-5 * (size + 3))
            throw new Error(`seed ${seed}: vertex ${v} is at ${moved[3 * v + c]} and not at ${expected}`);
        }
      });
      expect(widestSeam(places, geometry.getAttribute('position').array).widest).toBe(0);
      expect(kept(geometry)).toEqual(others);
      expect([mesh.geometry, mesh.material]).toEqual([geometry, material]);
      view.dispose();
      expect(everything(geometry)).toEqual(whole);
      world.dispose();
    }
  });

  it('is lit by the normals of its particles, which a scaled and turned mesh has in its own frame', async () => {
    const mesh = new Mesh(new PlaneGeometry(1, 1, 4, 4));
    mesh.scale.set(3, 1, 0.5);
    mesh.rotation.set(0.4, 1, 0.3);
    const world = await createWorld({ bodies: [clothFrom(mesh).body], ...still });
    const view = new MeshView(world, clothFrom(mesh));
    await view.update();
    const normals = mesh.geometry.getAttribute('normal');
    for (let v = 0; v < normals.count; v++) {
      expect(normals.getX(v)).toBeCloseTo(0, 5);
      expect(normals.getY(v)).toBeCloseTo(0, 5);
      expect(normals.getZ(v)).toBeCloseTo(1, 5);
    }
    view.dispose();
    world.dispose();
  });

  it('follows its parents: it is drawn where the world has it, wherever they go', async () => {
    const parent = new Group();
    const mesh = new Mesh(new PlaneGeometry(1, 1, 2, 2));
    parent.add(mesh);
    const garment = clothFrom(mesh);
    const world = await createWorld({ bodies: [garment.body], ...still });
    const view = new MeshView(world, garment);
    const before = placesOf(mesh);
    parent.position.set(5, 0, 0);
    parent.scale.setScalar(2);
    await view.update();
    placesOf(mesh).forEach((value, k) => void expect(value).toBeCloseTo(before[k], 5));
    view.dispose();
    world.dispose();
  });

  it('may be several meshes, as glTF has one for each material: they are one cloth', async () => {
    const whole = skirtGeometry();
    const parts = whole.groups.map(({ start, count, materialIndex }) => {
      const part = new BufferGeometry();
      for (const [name, attribute] of Object.entries(whole.attributes)) part.setAttribute(name, attribute);
      part.setIndex([...whole.index!.array.slice(start, start + count)]);
      // Vertices of its own, and those of the whole.
      return new Mesh(materialIndex === 0 ? part.toNonIndexed() : part, new MeshBasicMaterial());
    });
    const group = new Group();
    group.name = 'skirt';
    group.add(...parts, new Line());
    const [one, two] = [clothFrom(new Mesh(whole)), clothFrom(group)];
    expect(two.body.name).toBe('skirt');
    expect(two.body.masses.length).toBe(one.body.masses.length);
    expect(two.body.triangles.length).toBe(one.body.triangles.length);
    expect(clothFrom(parts).body.masses.length).toBe(one.body.masses.length);
    const both = () => parts.flatMap((part) => [...part.geometry.getAttribute('position').array]);
    const first = both();
    const world = await createWorld({ bodies: [two.body], timestep: 1 / 120, backend: 'wasm' });
    const view = new MeshView(world, two);
    world.step(10);
    await view.update();
    const { widest, pairs } = widestSeam(first, both());
    expect(pairs).toBeGreaterThan(1000);
    expect(widest).toBe(0);
    // They fell, for a twelfth of a second.
    const falls = both()
      .map((value, k) => first[k] - value)
      .filter((_, k) => k % 3 === 1);
    expect(Math.min(...falls)).toBeGreaterThan(0.03);
    view.dispose();
    world.dispose();
  });

  it('is moved beside others, and the rest is drawn as ever', async () => {
    const { root, skirt, torso } = wholeGarment();
    const belt = new Mesh(new PlaneGeometry(0.2, 0.1, 4, 2));
    belt.name = 'belt';
    const [first, second] = [clothFrom(skirt), clothFrom(belt)];
    const bodies = [first.body, cloth({ particles: [4, 4] }), second.body];
    const colliders = [colliderFrom(torso), { shape: 'sphere', radius: 0.1, position: [3, 0, 0] }] as const;
    const world = await createWorld({ bodies, colliders, backend: 'wasm' });
    const view = new WorldView(world, { meshes: [first, second], skip: [] });
    expect(view.objects.map(({ name }) => name)).toEqual(['cloth']);
    expect(view.meshes.map(({ body }) => body)).toEqual([0, 2]);
    // The torso is in the scene already.
    expect(view.colliders.meshes.map((mesh) => mesh?.visible)).toEqual([false, true]);
    const before = [skirt, belt].map((mesh) => mesh.geometry.getAttribute('position').getY(8));
    await view.advance(0.05);
    const after = [skirt, belt].map((mesh) => mesh.geometry.getAttribute('position').getY(8));
    after.forEach((y, k) => void expect(y).toBeLessThan(before[k]));
    const skipping = new WorldView(world, { skip: ['skirt', 'belt', 1] });
    expect(skipping.objects).toEqual([]);
    skipping.dispose();
    view.dispose();
    world.dispose();
    expect(root.children).toHaveLength(2);
  });
});

describe('clothFrom refuses', () => {
  const triangle = () =>
    new BufferGeometry().setFromPoints([new Vector3(), new Vector3(1, 0, 0), new Vector3(0, 1, 0)]);
  const flat = () => {
    const mesh = new Mesh(triangle());
    mesh.scale.z = 0;
    return mesh;
  };
  it.each([
    ['nothing', () => undefined, /cloth.*a Mesh, a BufferGeometry/],
    ['an empty group', () => new Group(), /Group.*a Mesh, a BufferGeometry/],
    ['a skeleton', () => new SkinnedMesh(triangle()), /without a skeleton/],
    ['instances', () => new InstancedMesh(triangle(), undefined, 2), /single mesh/],
    ['no vertices', () => new BufferGeometry(), /a geometry with vertices/],
    ['a scale of 0', flat, /matrixWorld.*no scale of 0/],
    ['four corners', () => triangle().setIndex([0, 1, 2, 0]), /that 3 divides/],
  ])('%s', (_, make, message) => {
    expect(() => clothFrom(make() as never)).toThrow(message);
    expect(() => clothFrom(make() as never)).toThrow(InputError);
  });

  it('options that are none, and morph targets', () => {
    expect(() => clothFrom(triangle(), { densty: 1 } as never)).toThrow('Did you mean "density"?');
    const morphing = triangle();
    morphing.morphAttributes.position = [morphing.getAttribute('position')];
    expect(() => clothFrom(morphing)).toThrow(/morph targets/);
  });

  it('a geometry that another view moves, and a body that is not of the world', async () => {
    const geometry = new PlaneGeometry(1, 1, 2, 2);
    const garment = clothFrom(geometry, { name: 'sheet' });
    const world = await createWorld({ bodies: [garment.body], ...still });
    const view = new MeshView(world, garment);
    expect(() => new MeshView(world, garment)).toThrow(/dispose the other view/);
    view.dispose();
    new MeshView(world, garment).dispose();
    const twins = [0, 2].map((x) => {
      const mesh = new Mesh(geometry);
      mesh.position.x = x;
      return mesh;
    });
    const both = clothFrom(twins, { name: 'both' });
    const pair = await createWorld({ bodies: [both.body], ...still });
    expect(() => new MeshView(pair, both)).toThrow(/geometry\.clone\(\)/);
    pair.dispose();
    const other = clothFrom(new PlaneGeometry(1, 1, 3, 3), { name: 'other' });
    expect(() => new MeshView(world, other)).toThrow(/"other".*0 \(sheet\)/);
    expect(() => new MeshView(world, other, { body: 0 })).toThrow(/16 particles/);
    expect(() => new WorldView(world, { skip: ['sheat'] })).toThrow(/0 \(sheet\)/);
    world.dispose();
  });
});

describe('colliderFrom', () => {
  it('stands where the mesh does, with its scale in the vertices', async () => {
    const mesh = new Mesh(new BoxGeometry(1, 1, 1));
    mesh.name = 'box';
    mesh.position.set(1, 2, 3);
    mesh.rotation.set(0.3, 0.5, 0.7);
    mesh.scale.set(1, 2, 0.5);
    const collider = colliderFrom(mesh, { material: 'rough' });
    expect(collider).toMatchObject({ shape: 'mesh', name: 'box', material: 'rough', position: [1, 2, 3] });
    const backend = reference();
    const world = await createWorld({
      bodies: [clothFrom(new PlaneGeometry(1, 1, 2, 2)).body],
      colliders: [collider],
      materials: { rough: { friction: 1 } },
      backend,
    });
    const [{ pose }] = world.colliders;
    pose.turn.forEach((value, k) => void expect(value).toBeCloseTo(mesh.quaternion.toArray()[k], 9));
    const largest = [0, 1, 2].map((c) =>
      Math.max(...(collider as unknown as { vertices: number[][] }).vertices.map((vertex) => vertex[c])),
    );
    [0.5, 1, 0.25].forEach((value, c) => void expect(largest[c]).toBeCloseTo(value, 9));
    world.dispose();
  });

  it('takes seams and mirrored meshes, and says where one is open', () => {
    const mesh = new Mesh(new SphereGeometry(1, 16, 12));
    mesh.scale.x = -1;
    expect(() => colliderFrom(mesh)).not.toThrow();
    const open = new SphereGeometry(1, 16, 12, 0, 6);
    expect(() => colliderFrom(open, { name: 'torso' })).toThrow(
      /^torso: an open mesh, with 24 edges of one triangle: the first is from \[.*\] to \[.*\] m/,
    );
    expect(() => colliderFrom(new Mesh(new PlaneGeometry()))).toThrow(/open mesh/);
    expect(() => colliderFrom(mesh, { nam: 'x' } as never)).toThrow('Did you mean "name"?');
  });
});

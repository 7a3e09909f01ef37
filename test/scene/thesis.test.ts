import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSceneWorld, parseScene, type SceneError } from '../../scene/index.ts';

const listing = readFileSync(new URL('../../scenes/np17-listing-5.1.json', import.meta.url), 'utf8');
const unbraced = listing.trim().slice(1, -1);
const changed = (fields: object) => JSON.stringify({ ...JSON.parse(listing), ...fields });

function problems(text: string): string[] {
  try {
    parseScene(text);
  } catch (error) {
    return (error as SceneError).problems.map(({ path, message }) => `${path}: ${message}`);
  }
  throw new Error('accepted');
}

const IGNORED = ['modelPath: "model/sitting/sitting" is not loaded; animated models are not supported yet.'];

describe('NP17, listing 5.1', () => {
  it('becomes a scene, with a warning for all that has no effect', () => {
    const { scene, warnings } = parseScene(listing);
    expect(warnings).toEqual(IGNORED);
    expect(scene).toMatchObject({
      version: 1,
      bodies: [
        {
          type: 'cloth',
          name: '100cloth',
          particles: [100, 100],
          size: [0.99, 0.99],
          position: [0, 0, 0],
          rotation: [90, 0, 0],
          mass: 100,
          stiffness: { structural: 1_000_000, shear: 0, bend: 0 },
          pins: [0, 99],
          strength: 3,
          color: '#ff5e55',
        },
      ],
      solver: { method: 'pd-rbgs', outer: 4, inner: 4, omega: 1, rho: 0, integrate: true },
      timestep: 0.002,
      stepsPerFrame: 8,
      gravity: [0, -9.82, 0],
      damping: 1,
      camera: { position: [0, 0, -3], target: [0, 0, 0] },
    });
  });

  it.each<[unknown, boolean]>([
    [3, true],
    [1.5, true],
    [-3, false],
    [1, false],
    [0, false],
    [1e9, false],
    ['3', false],
    [null, false],
  ])('a tearingThreshold of %o is a strength: %s', (threshold, isOne) => {
    const text = JSON.stringify({
      softObjects: [{ src: '4cloth' }, { src: '5cloth' }],
      tearingThreshold: threshold,
    });
    if (isOne)
      for (const body of parseScene(text).scene.bodies) expect(body).toMatchObject({ strength: threshold });
    else
      expect(problems(text)[0]).toMatch(
        /^tearingThreshold: .* is not allowed; a number from 1.000001 to 1000$/,
      );
  });

  it('is read without its outer braces too, as it is printed', () => {
    const { scene, warnings } = parseScene(unbraced);
    expect(scene).toEqual(parseScene(listing).scene);
    expect(warnings).toEqual(['The text has no outer braces; they were added.', ...IGNORED]);
  });

  it('says where a listing without braces breaks off', () => {
    expect(problems('"softObjects": [\n  { "src": "9cloth" ')).toEqual([
      ': not JSON at line 2, column 22: the text ends where "," or "]" should follow',
    ]);
    expect(problems('"softObjects" 3: [')).toEqual([
      ': not JSON at line 1, column 15: found "3" where the end should stand',
    ]);
    expect(problems('"softObjects": x')).toEqual([
      ': not JSON at line 1, column 16: found "x" where a value should stand',
    ]);
  });

  it('runs', async () => {
    const small = listing.replace('100cloth', '10cloth').replace('99', '9');
    const world = await createSceneWorld(small, { backend: 'reference' });
    world.step(5);
    const { positions } = await world.read({ positions: new Float64Array(300) });
    expect(positions.subarray(0, 3)).toEqual(
      new Float64Array([-0.045, 0, 0.045].map((v, k) => (k === 1 ? positions[1] : v))),
    );
    expect(Math.abs(positions[1])).toBeLessThan(1e-12); // pinned
    expect(positions[3 * 99 + 1]).toBeLessThan(-1e-4); // falls
    world.dispose();
  });
});

describe('the dialect of NP17', () => {
  it.each([
    ['100cloth', [100, 100]],
    ['32cloth', [32, 32]],
    ['40x30cloth', [40, 30]],
    ['2CLOTH', [2, 2]],
  ])('knows the built-in %s', (src, particles) => {
    const { scene } = parseScene(changed({ softObjects: [{ src }] }));
    const [columns, rows] = particles;
    expect(scene.bodies[0]).toMatchObject({ particles, mass: columns * rows * 0.01 });
    expect((scene.bodies[0] as { size: number[] }).size).toEqual([(columns - 1) * 0.01, (rows - 1) * 0.01]);
  });

  it('leaves out what it does not find, with a warning', () => {
    const { scene, warnings } = parseScene(changed({ softObjects: [{ src: 'dragon' }, { src: '5cloth' }] }));
    expect(scene.bodies.map(({ name }) => name)).toEqual(['5cloth']);
    expect(warnings).toContain(
      'softObjects[0].src: "dragon" is not found and left out; built in are "NNcloth" (a grid of NN by NN particles, such as "100cloth") and "NNxMMcloth".',
    );
  });

  it('refuses a file in which nothing is left to simulate', () => {
    expect(problems(changed({ softObjects: [{ src: 'dragon' }] }))).toEqual([
      'softObjects: ["dragon"] is not allowed; something to simulate; built in are "NNcloth" (a grid of NN by NN particles, such as "100cloth") and "NNxMMcloth"',
    ]);
  });

  it('warns of fields it does not know', () => {
    const { warnings } = parseScene(changed({ wind: 3, softObjects: [{ src: '5cloth', friction: 1 }] }));
    expect(warnings).toEqual([
      ...IGNORED,
      'wind: unknown field, ignored.',
      'softObjects[0].friction: unknown field, ignored.',
    ]);
  });

  it('needs nothing but its soft objects', () => {
    const { scene, warnings } = parseScene('{ "softObjects": [{ "src": "5cloth" }] }');
    expect(warnings).toEqual([]);
    expect(scene.bodies[0]).toMatchObject({
      stiffness: { structural: 4000, shear: 0, bend: 0 },
      pins: [],
      color: '#ff5e55',
    });
    expect(scene.solver).toEqual({
      method: 'pd-rbgs',
      outer: 1,
      inner: 10,
      omega: 1,
      rho: 0,
      integrate: true,
    });
    expect(scene.gravity).toEqual([0, -9.81, 0]);
    expect(scene.camera.position).toEqual([0, 0.2, 2.6]);
  });

  it('looks ahead from the origin', () => {
    const { scene } = parseScene(changed({ cameraPos: [0, 0, 0] }));
    expect(scene.camera).toMatchObject({ position: [0, 0, 0], target: [0, 0, -1] });
  });

  it.each([
    [{ softObjects: [] }, 'softObjects: [] is not allowed; a list of 1 to 10000 soft objects'],
    [{ softObjects: [{}] }, 'softObjects[0].src: missing; a text of at most 1000 characters'],
    [
      { softObjects: [{ src: '1cloth' }] },
      'softObjects[0].src: "1cloth" is not allowed; 2 or more particles each way, 4096 at most, 4000000 in all',
    ],
    [
      { softObjects: [{ src: '9999cloth' }] },
      'softObjects[0].src: "9999cloth" is not allowed; 2 or more particles each way, 4096 at most, 4000000 in all',
    ],
    [
      { softObjects: [{ src: '5cloth', fixed: [25] }] },
      'softObjects[0].fixed[0]: 25 is not allowed; a particle id from 0 to 24',
    ],
    [
      { softObjects: [{ src: '5cloth', color: [256, 0, 0] }] },
      'softObjects[0].color[0]: 256 is not allowed; a whole number from 0 to 255',
    ],
    [
      { solver: 'PD_CG' },
      'solver: "PD_CG" is not allowed; one of "PD_RBGS", "PD_GS", "PD_JACOBI", "PBD_JACOBI", "PBD"',
    ],
    [{ innerIterations: 0 }, 'innerIterations: 0 is not allowed; a whole number from 1 to 100000'],
    [
      { gravity: [0, -9.82, 0] },
      'gravity: [0,-9.82,0] is not allowed; a number from -1e6 to 1e6 (m/s², positive is down)',
    ],
    [{ timestep: 0 }, 'timestep: 0 is not allowed; a number from 1e-6 to 1 (s)'],
  ])('refuses %j', (fields, problem) => {
    expect(problems(changed(fields))).toEqual([problem]);
  });
});

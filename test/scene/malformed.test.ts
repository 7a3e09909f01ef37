import { METHODS } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { BODY_KINDS } from '../../scene/bodies/index.ts';
import { parseScene, SceneError, validateScene } from '../../scene/index.ts';
import { sceneSchema } from '../../scene/schema.ts';
import { SOLVER_FIELDS } from './solver-fields.ts';

/** The problems of a scene, as `path: message` lines. */
function refusal(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    for (const { path, message } of error.problems)
      expect(error.message).toContain(`${path || 'scene'}: ${message}`);
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
  throw new Error('the scene was accepted');
}

const scene = (fields: object) => ({ version: 1, bodies: [{ type: 'cloth' }], ...fields });
const body = (fields: object) => ({ version: 1, bodies: [fields] });
const cloth = (fields: object) => body({ type: 'cloth', ...fields });
const solid = (fields: object) => body({ type: 'solid', ...fields });
const square = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];
const network = (fields: object) =>
  body({
    type: 'network',
    vertices: square,
    springs: [
      [0, 1],
      [1, 2],
    ],
    ...fields,
  });
const quads = (fields: object) =>
  body({ type: 'quadMesh', vertices: square, quads: [[0, 1, 2, 3]], ...fields });

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const TYPES = quoted(Object.keys(BODY_KINDS));
const FIELDS = Object.keys(sceneSchema.shape).join(', ');
const METHOD_IDS = quoted(METHODS.map(({ id }) => id));
const SHAPES =
  '"plane", "sphere", "box", "capsule", "cylinder", "cone", "wedge", "torus", "funnel", "heightfield", "grid", "mesh"';
const colliders = (list: unknown) => scene({ colliders: list });
const motion = (fields: object) => colliders([{ shape: 'plane', motion: fields }]);

const drag = (fields: object) => ({
  body: 'cloth',
  particle: 0,
  path: [
    { time: 0, position: [0, 0, 0] },
    { time: 1, position: [0, 0, 1] },
  ],
  ...fields,
});

/** What is wrong, the scene, and everything the refusal says. */
// biome-ignore format: a line per case
const values: [name: string, value: unknown, ...problems: string[]][] = [
  ['nothing', undefined, ': missing; a scene: an object with version, bodies and more'],
  ['null', null, ': null is not allowed; a scene: an object with version, bodies and more'],
  ['a list', [], ': [] is not allowed; a scene: an object with version, bodies and more'],
  ['no version', { bodies: [{ type: 'cloth' }] }, 'version: missing; 1, the version of the format'],
  ['a later version, of which nothing else is judged', { version: 2, cloths: 3 }, 'version: 2 is not allowed; 1, the version this Selvedge reads'],
  ['a version as text', { ...scene({}), version: '1' }, 'version: "1" is not allowed; 1, the version of the format'],
  ['no bodies', { version: 1 }, 'bodies: missing; a list of 1 to 10000 bodies'],
  ['an empty list of bodies', { version: 1, bodies: [] }, 'bodies: [] is not allowed; a list of 1 to 10000 bodies'],
  ['a body that is a number', body(5 as never), `bodies[0]: 5 is not allowed; an object whose type is one of ${TYPES}`],
  ['a body without a type', body({}), `bodies[0].type: missing; one of ${TYPES}`],
  ['an unknown type', body({ type: 'jelly' }), `bodies[0].type: "jelly" is not allowed; one of ${TYPES}`],
  ['a type in capitals', body({ type: 'Cloth' }), `bodies[0].type: "Cloth" is not allowed; one of ${TYPES}. Did you mean "cloth"?`],
  ['a type in small letters', body({ type: 'quadmesh' }), `bodies[0].type: "quadmesh" is not allowed; one of ${TYPES}. Did you mean "quadMesh"?`],
  ['a negative mass', cloth({ mass: -1 }), 'bodies[0].mass: -1 is not allowed; a number from 1e-9 to 1e9 (kg)'],
  ['no mass', cloth({ mass: 0 }), 'bodies[0].mass: 0 is not allowed; a number from 1e-9 to 1e9 (kg)'],
  ['a mass that is NaN', cloth({ mass: Number.NaN }), 'bodies[0].mass: NaN is not allowed; a number from 1e-9 to 1e9 (kg)'],
  ['a mass that is text', cloth({ mass: '1' }), 'bodies[0].mass: "1" is not allowed; a number from 1e-9 to 1e9 (kg)'],
  ['a mass that is null', cloth({ mass: null }), 'bodies[0].mass: null is not allowed; a number from 1e-9 to 1e9 (kg)'],
  ['zero size', cloth({ size: [0, 1] }), 'bodies[0].size[0]: 0 is not allowed; a number from 0.001 to 10000 (m)'],
  ['a size of one number', cloth({ size: [1] }), 'bodies[0].size: [1] is not allowed; two numbers [width, height] (m)'],
  ['one column', cloth({ particles: [1, 10] }), 'bodies[0].particles[0]: 1 is not allowed; a whole number from 2 to 4096'],
  ['half a particle', cloth({ particles: [10.5, 10] }), 'bodies[0].particles[0]: 10.5 is not allowed; a whole number from 2 to 4096'],
  ['a row of a billion', cloth({ particles: [1e9, 1e9] }), 'bodies[0].particles[0]: 1000000000 is not allowed; a whole number from 2 to 4096', 'bodies[0].particles[1]: 1000000000 is not allowed; a whole number from 2 to 4096'],
  ['too many particles in a cloth', cloth({ particles: [4000, 4000] }), 'bodies[0].particles: [4000,4000] is not allowed; at most 4000000 particles, columns times rows'],
  ['too many particles in all', { version: 1, bodies: [1, 2, 3].map(() => ({ type: 'cloth', particles: [1200, 1200] })) }, 'bodies: 4320000 is not allowed; at most 4000000 particles in all bodies together'],
  ['particles too close', cloth({ size: [0.001, 1], particles: [4096, 2] }), 'bodies[0].size[0]: 0.001 is not allowed; a length that keeps particles 0.000001 m apart (they are 2.442002442002442e-7)'],
  ['no stretch', cloth({ stretch: 0 }), 'bodies[0].stretch: 0 is not allowed; a number from 0.001 to 1000'],
  ['an infinite position', cloth({ position: [0, Number.POSITIVE_INFINITY, 0] }), 'bodies[0].position[1]: Infinity is not allowed; a number from -1e5 to 1e5 (m)'],
  ['a velocity of two numbers', cloth({ velocity: [0, 1] }), 'bodies[0].velocity: [0,1] is not allowed; three numbers [x, y, z] (m/s)'],
  ['a stiffness that is a number', cloth({ stiffness: 1000 }), 'bodies[0].stiffness: 1000 is not allowed; an object with structural, shear and bend (N/m)'],
  ['a negative stiffness', cloth({ stiffness: { shear: -1 } }), 'bodies[0].stiffness.shear: -1 is not allowed; a number from 0 to 1e12 (N/m)'],
  ['a pin out of range', cloth({ particles: [10, 10], pins: [99, 100] }), 'bodies[0].pins[1]: 100 is not allowed; a particle id from 0 to 99'],
  ['a pin at no place', cloth({ pins: ['topleft'] }), 'bodies[0].pins[0]: "topleft" is not allowed; a particle id from 0, or one of "top-left", "top-right", "bottom-left", "bottom-right", "top", "bottom", "left", "right". Did you mean "top-left"?'],
  ['a pin below 0', cloth({ pins: [-1] }), 'bodies[0].pins[0]: -1 is not allowed; a whole number from 0 to 3999999'],
  ['pins that are no list', cloth({ pins: 'top' }), 'bodies[0].pins: "top" is not allowed; a list of at most 4000000 particle ids or places'],
  ['a colour by name', cloth({ color: 'red' }), 'bodies[0].color: "red" is not allowed; a colour "#rrggbb", such as "#ff5e55"'],
  ['a material that is not there', cloth({ material: 'silk' }), 'bodies[0].material: "silk" is not allowed; the scene has no materials'],
  ['a material of another name', { ...cloth({ material: 'silk' }), materials: { wool: {}, felt: {} } }, 'bodies[0].material: "silk" is not allowed; one of "wool", "felt"'],
  ['a name every object inherits', cloth({ material: 'toString' }), 'bodies[0].material: "toString" is not allowed; the scene has no materials'],
  ['a weightless material', scene({ materials: { 'my air': { density: 0 } } }), 'materials["my air"].density: 0 is not allowed; a number from 1e-9 to 1e6 (kg/m²)'],
  ['an override of no spring', cloth({ overrides: { springs: [{ between: [0, 3], stiffness: 1 }] } }), 'bodies[0].overrides.springs[0].between: [0,3] is not allowed; two particles that a spring of the body joins'],
  ['an override of nothing', cloth({ overrides: { springs: [{ between: [0, 1] }] } }), 'bodies[0].overrides.springs[0]: {"between":[0,1]} is not allowed; a restLength, a stiffness or both'],
  ['an override out of range', cloth({ overrides: { particles: [{ id: 2500, mass: 1 }] } }), 'bodies[0].overrides.particles[0].id: 2500 is not allowed; a particle id from 0 to 2499'],
  ['a rope of one particle', body({ type: 'rope', particles: 1 }), 'bodies[0].particles: 1 is not allowed; a whole number from 2 to 1000000'],
  ['a rope of no length', body({ type: 'rope', length: 0 }), 'bodies[0].length: 0 is not allowed; a number from 0.001 to 10000 (m)'],
  ['a rope of a density', body({ type: 'rope', density: 3 }), 'bodies[0].density: unknown field. Known here: type, name, position, rotation, velocity, color, radius, material, strength, strengthSpread, seed, particles, length, mass, stiffness, pins, overrides'],
  ['a rope of no known material', body({ type: 'rope', material: 'silk' }), 'bodies[0].material: "silk" is not allowed; the scene has no materials'],
  ['a negative radius', cloth({ radius: -1 }), 'bodies[0].radius: -1 is not allowed; a number from 0 to 10000 (m)'],
  ['colliders that are no list', colliders({}), 'colliders: {} is not allowed; a list of at most 1000 colliders'],
  ['a collider without a shape', colliders([{}]), `colliders[0].shape: missing; one of ${SHAPES}`],
  ['a collider that is a number', colliders([3]), `colliders[0]: 3 is not allowed; an object whose shape is one of ${SHAPES}`],
  ['a shape of another name', colliders([{ shape: 'cube' }]), `colliders[0].shape: "cube" is not allowed; one of ${SHAPES}`],
  ['a shape in capitals', colliders([{ shape: 'Sphere' }]), `colliders[0].shape: "Sphere" is not allowed; one of ${SHAPES}. Did you mean "sphere"?`],
  ['a sphere without a radius', colliders([{ shape: 'sphere' }]), 'colliders[0].radius: missing; a number from 1e-6 to 1e5 (m)'],
  ['a box of one length', colliders([{ shape: 'box', size: 1 }]), 'colliders[0].size: 1 is not allowed; three numbers [x, y, z] (m)'],
  ['a flat cylinder', colliders([{ shape: 'cylinder', radius: 1, height: 0 }]), 'colliders[0].height: 0 is not allowed; a number from 1e-6 to 1e5 (m)'],
  ['a plane with a radius', colliders([{ shape: 'plane', radius: 1 }]), 'colliders[0].radius: unknown field. Known here: shape, name, position, rotation, material, color, motion'],
  ['a wedge whose ridge is beside it', colliders([{ shape: 'wedge', size: [1, 1, 1], ridge: 2 }]), 'colliders[0].ridge: 2 is not allowed; a number from -1 to 1'],
  ['a torus without a tube', colliders([{ shape: 'torus', radius: 1 }]), 'colliders[0].tube: missing; a number from 1e-6 to 1e5 (m)'],
  ['a cone with a negative top', colliders([{ shape: 'cone', radius: 1, height: 1, top: -1 }]), 'colliders[0].top: -1 is not allowed; a number from 0 to 1e5 (m)'],
  ['a funnel upside down', colliders([{ shape: 'funnel', steepness: 1, bottom: 1, top: 0 }]), 'colliders[0].top: 0 is not allowed; a number greater than `bottom`, 1 (m)'],
  ['a funnel of no end', colliders([{ shape: 'funnel', steepness: 1, bottom: 0, top: 21 }]), 'colliders[0].top: 21 is not allowed; a number from -20 to 20 (m)'],
  ['a heightfield with a height too few', colliders([{ shape: 'heightfield', size: [1, 1], cells: [2, 1], heights: [0, 0, 0, 0, 0] }]), 'colliders[0].heights: [0,0,0,0,0] is not allowed; 6 numbers: 3 × 2'],
  ['a heightfield of half a cell', colliders([{ shape: 'heightfield', size: [1, 1], cells: [0.5, 1], heights: [0, 0, 0, 0] }]), 'colliders[0].cells[0]: 0.5 is not allowed; a whole number from 1 to 4096'],
  ['a grid with a distance too many', colliders([{ shape: 'grid', size: [1, 1, 1], cells: [1, 1, 1], distances: [0, 0, 0, 0, 0, 0, 0, 0, 0] }]), 'colliders[0].distances: [0,0,0,0,0,0,0,0,0] is not allowed; 8 numbers: 2 × 2 × 2'],
  ['a grid of too many corners', colliders([{ shape: 'grid', size: [1, 1, 1], cells: [512, 512, 512], distances: [0, 0, 0, 0] }]), 'colliders[0].cells: [512,512,512] is not allowed; at most 16777216 corners in all'],
  ['a mesh that is open', colliders([{ shape: 'mesh', vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], triangles: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 4]] }]), 'colliders[0].triangles: "edge 1-3, of one triangle" is not allowed; a closed mesh, two triangles an edge'],
  ['a mesh with a vertex that is not there', colliders([{ shape: 'mesh', vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], triangles: [[0, 2, 1], [0, 1, 4], [0, 3, 2], [1, 2, 3]] }]), 'colliders[0].triangles[1][2]: 4 is not allowed; a whole number from 0 to 3'],
  ['contact between what is not', scene({ particleContact: 'cloths' }), 'particleContact: "cloths" is not allowed; one of "none", "bodies", "all"'],
  ['no balls', body({ type: 'balls', centres: [] }), 'bodies[0].centres: [] is not allowed; a list of 1 to 4096 points [x, y, z] (m)'],
  ['balls without a size', body({ type: 'balls', centres: [[0, 0, 0]], radius: 0 }), 'bodies[0].radius: 0 is not allowed; a number from 1e-6 to 10000 (m)'],
  ['a velocity too few', body({ type: 'balls', centres: [[0, 0, 0], [1, 0, 0]], velocities: [[0, 1, 0]] }), 'bodies[0].velocities: [[0,1,0]] is not allowed; a list of 2, one per ball (it has 1)'],
  ['balls with pins', body({ type: 'balls', centres: [[0, 0, 0]], pins: [0] }), 'bodies[0].pins: unknown field. Known here: type, name, centres, radius, mass, velocity, velocities, color, material'],
  ['an empty magazine', body({ type: 'magazine', count: 0 }), 'bodies[0].count: 0 is not allowed; a whole number from 1 to 4096'],
  ['a magazine somewhere', body({ type: 'magazine', position: [0, 0, 0] }), 'bodies[0].position: unknown field. Known here: type, name, count, radius, mass, color, material'],
  ['wind as a number', scene({ wind: 5 }), 'wind: 5 is not allowed; an object with velocity, density and gusts'],
  ['wind too strong', scene({ wind: { velocity: [0, 0, 1001] } }), 'wind.velocity[2]: 1001 is not allowed; a number from -1000 to 1000 (m/s)'],
  ['a gust to nowhere, for ever', scene({ wind: { gusts: [{ direction: [0, 0, 0], strength: 1 }, { direction: [1, 0, 0], strength: 1, duration: 0 }] } }), 'wind.gusts[1].duration: 0 is not allowed; a number greater than 0 and at most 1e6 (s)'],
  ['a gust to nowhere', scene({ wind: { gusts: [{ direction: [0, 0, 0], strength: 1 }] } }), 'wind.gusts[0].direction: [0,0,0] is not allowed; a direction other than [0, 0, 0]'],
  ['a gust of another kind', scene({ wind: { gusts: [{ direction: [1, 0, 0], strength: 1, envelope: 'soft' }] } }), 'wind.gusts[0].envelope: "soft" is not allowed; one of "smooth", "sudden", "fading"'],
  ['a drag of nobody', scene({ drags: [drag({ body: 'silk' })] }), 'drags[0].body: "silk" is not allowed; one of "cloth"'],
  ['a drag of no particle, and a hand that goes back in time', scene({ drags: [drag({ particle: 2500, path: [{ time: 1, position: [0, 0, 0] }, { time: 1, position: [0, 0, 0] }] })] }), 'drags[0].particle: 2500 is not allowed; a particle id from 0 to 2499', 'drags[0].path[1].time: 1 is not allowed; more than 1, the one before'],
  ['a drag that goes nowhere', scene({ drags: [drag({ path: [] })] }), 'drags[0].path: [] is not allowed; a list of 2 to 10000 places of the hand'],
  ['a hand of another kind', scene({ drags: [drag({ kind: 'soft' })] }), 'drags[0].kind: "soft" is not allowed; one of "spring", "hard"'],
  ['a collider of no known material', colliders([{ shape: 'plane', material: 'ice' }]), 'colliders[0].material: "ice" is not allowed; the scene has no materials'],
  ['a motion as text', colliders([{ shape: 'plane', motion: 'up' }]), 'colliders[0].motion: "up" is not allowed; an object with keyframes, repeat, path, velocity, spin and pivot'],
  ['a spin of one number', motion({ spin: 90 }), 'colliders[0].motion.spin: 90 is not allowed; three numbers [x, y, z] (degrees/s)'],
  ['keyframes out of order', motion({ keyframes: [{ time: 1 }, { time: 3 }, { time: 2 }] }), 'colliders[0].motion.keyframes[2].time: 2 is not allowed; more than 3, the one before'],
  ['a keyframe without a time', motion({ keyframes: [{ position: [0, 0, 0] }] }), 'colliders[0].motion.keyframes[0].time: missing; a number from 0 to 1e9 (s)'],
  ['nothing to repeat', motion({ repeat: true }), 'colliders[0].motion.repeat: true is not allowed; false, or keyframes with times after 0 s'],
  ['a path of one point', motion({ path: { points: [[0, 0, 0]], duration: 1 } }), 'colliders[0].motion.path.points: [[0,0,0]] is not allowed; a list of 2 to 10000 points [x, y, z] (m)'],
  ['a closed path of two points', motion({ path: { points: [[0, 0, 0], [1, 0, 0]], duration: 1, closed: true } }), 'colliders[0].motion.path.points: [[0,0,0],[1,0,0]] is not allowed; three points or more, or closed: false'],
  ['a path that stays', motion({ path: { points: [[0, 0, 0], [0, 0, 0]], duration: 1 } }), 'colliders[0].motion.path.points[1]: [0,0,0] is not allowed; a point that differs from the previous one'],
  ['a path without a duration', motion({ path: { points: [[0, 0, 0], [1, 0, 0]] } }), 'colliders[0].motion.path.duration: missing; a number from 1e-6 to 1e9 (s)'],
  ['a path that looks nowhere', motion({ path: { points: [[0, 0, 0], [1, 0, 0]], duration: 1, facing: [0, 0, 0] } }), 'colliders[0].motion.path.facing: [0,0,0] is not allowed; a direction, which is not [0, 0, 0]'],
  ['a path and keyframes', motion({ path: { points: [[0, 0, 0], [1, 0, 0]], duration: 1 }, keyframes: [{ time: 0, position: [0, 0, 0] }] }), 'colliders[0].motion.keyframes[0].position: [0,0,0] is not allowed; left out, or no path: one of them says where it is'],
  ['a box that cuts', colliders([{ shape: 'box', size: [1, 1, 1], cuts: true }]), 'colliders[0].cuts: unknown field. Known here: shape, size, name, position, rotation, material, color, motion'],
  ['a wedge that cuts a little', colliders([{ shape: 'wedge', size: [1, 1, 1], cuts: 0.5 }]), 'colliders[0].cuts: 0.5 is not allowed; true or false'],
  ['all faults of a collider', colliders([{ shape: 'sphere', material: 'ice', motion: { repeat: true } }]), 'colliders[0].radius: missing; a number from 1e-6 to 1e5 (m)', 'colliders[0].material: "ice" is not allowed; the scene has no materials', 'colliders[0].motion.repeat: true is not allowed; false, or keyframes with times after 0 s'],
  ['friction as text', scene({ materials: { ice: { friction: 'none' } } }), 'materials.ice.friction: "none" is not allowed; a number from 0 to 100, or an object with static and kinetic'],
  ['half a friction', scene({ materials: { ice: { friction: { static: 1 } } } }), 'materials.ice.friction.kinetic: missing; a number from 0 to 100'],
  ['more friction that slows than that holds', scene({ materials: { ice: { friction: { static: 0.1, kinetic: 0.2 } } } }), 'materials.ice.friction.kinetic: 0.2 is not allowed; at most 0.1, the static one'],
  ['a bounce that gains', scene({ materials: { rubber: { restitution: 1.1 } } }), 'materials.rubber.restitution: 1.1 is not allowed; a number from 0 to 1'],
  ['a pair of one', scene({ pairs: [{ between: ['default'] }] }), 'pairs[0].between: ["default"] is not allowed; two names of materials'],
  ['a pair of no known materials', scene({ materials: { ice: {} }, pairs: [{ between: ['ice', 'steel'], friction: { static: 0, kinetic: 1 } }] }), 'pairs[0].between[1]: "steel" is not allowed; one of "default", "ice"', 'pairs[0].friction.kinetic: 1 is not allowed; at most 0, the static one'],
  ['splitting without a strength', cloth({ split: true }), 'bodies[0].split: true is not allowed; false where the cloth has no strength: it does not tear'],
  ['three diagonals', cloth({ diagonals: 3 }), 'bodies[0].diagonals: 3 is not allowed; 1 or 2'],
  ['an override of the other diagonal', cloth({ particles: [2, 2], diagonals: 1, overrides: { springs: [{ between: [1, 2], stiffness: 1 }] } }), 'bodies[0].overrides.springs[0].between: [1,2] is not allowed; two particles that a spring of the body joins'],
  ['a flat solid', solid({ particles: [4, 1, 4] }), 'bodies[0].particles[1]: 1 is not allowed; a whole number from 2 to 4096'],
  ['a solid of two sides', solid({ size: [1, 1] }), 'bodies[0].size: [1,1] is not allowed; three numbers [x, y, z] (m)'],
  ['too many particles in a solid', solid({ particles: [400, 400, 400] }), 'bodies[0].particles: [400,400,400] is not allowed; at most 4000000 particles, x times y times z'],
  ['a solid too fine', solid({ size: [1, 1, 0.001], particles: [2, 2, 2000] }), 'bodies[0].size[2]: 0.001 is not allowed; a length that keeps particles 0.000001 m apart (they are 5.002501250625313e-7)'],
  ['a shape nobody knows', solid({ shape: 'Torus' }), 'bodies[0].shape: "Torus" is not allowed; one of "box", "ellipsoid", "cylinder", "torus". Did you mean "torus"?'],
  ['a torus without a hole', solid({ shape: 'torus' }), 'bodies[0].size: [0.5,0.5,0.5] is not allowed; for a torus, a y less than half of x and of z, so that it has a hole'],
  ['a torus too coarse for its tube', solid({ name: 'a.b', shape: 'torus', size: [1, 0.1, 1] }), 'bodies[0].particles: [10,10,10] is not allowed; more of them: cells this large give no whole torus'],
  ['a solid with shear', solid({ stiffness: { shear: 3 } }), 'bodies[0].stiffness.shear: unknown field. Known here: structural'],
  ['a pin outside the shape', solid({ shape: 'ellipsoid', pins: [623, 624] }), 'bodies[0].pins[1]: 624 is not allowed; a particle id from 0 to 623'],
  ['a corner of a ball', solid({ shape: 'ellipsoid', pins: ['top', 'top-left-front'] }), 'bodies[0].pins[1]: "top-left-front" is not allowed; a particle id or a side, such as "top"; only a box has corners'],
  ['a quad without its vertex', quads({ quads: [[0, 1, 2, 4]] }), 'bodies[0].quads[0][3]: 4 is not allowed; a particle id from 0 to 3'],
  ['a quad of three vertices', quads({ quads: [[0, 1, 2]] }), 'bodies[0].quads[0]: [0,1,2] is not allowed; four vertex ids'],
  ['a quad with a vertex twice', quads({ quads: [[0, 1, 2, 2]] }), 'bodies[0].quads[0]: [0,1,2,2] is not allowed; four different vertex ids'],
  ['a quad with a side of no length', quads({ vertices: [...square.slice(0, 3), square[2]] }), 'bodies[0].quads[0]: [0,1,2,3] is not allowed; sides of 0.000001 m or more'],
  ['a mesh of an odd cycle', quads({ vertices: [...square, [2, 2, 1]], quads: [[0, 1, 2, 3], [0, 1, 2, 4], [1, 2, 0, 4]] }), 'bodies[0].quads: [1,0,2] is not allowed; the springs 1 – 0 – 2 – 1 form an odd cycle, which two colours can\'t cover; remove it or set colouring "any" to use more colours'],
  ['a network without springs', body({ type: 'network', vertices: square }), 'bodies[0].springs: missing; a list of at most 48000000 springs, each two vertex ids'],
  ['a spring into the void', network({ springs: [[0, 4]] }), 'bodies[0].springs[0][1]: 4 is not allowed; a particle id from 0 to 3'],
  ['a spring to itself', network({ springs: [[2, 2]] }), 'bodies[0].springs[0]: [2,2] is not allowed; two different vertex ids'],
  ['springs that take too many colours', network({ vertices: Array.from({ length: 256 }, (_, k) => [k, 0, 0]), springs: Array.from({ length: 256 ** 2 }, (_, k) => [k >> 8, k & 255]).filter(([i, j]) => i < j) }), 'bodies[0].springs: 255 is not allowed; springs that 255 colours are enough for; those at particle 255 lead to particles of every colour'],
  ['a spring twice', network({ springs: [[0, 1], [1, 2], [1, 0]] }), 'bodies[0].springs[2]: [1,0] is not allowed; one spring between two vertices (springs[0] joins them too)'],
  ['a spring of no length', network({ vertices: [square[0], square[0]], springs: [[0, 1]] }), 'bodies[0].springs[0]: [0,1] is not allowed; vertices 0.000001 m apart or more, or else restLengths'],
  ['too few rest lengths', network({ restLengths: [1] }), 'bodies[0].restLengths: [1] is not allowed; a list of 2, one per spring (it has 1)'],
  ['too many stiffnesses', network({ stiffness: [1, 2, 3] }), 'bodies[0].stiffness: [1,2,3] is not allowed; a list of 2, one per spring (it has 3)'],
  ['one wrong stiffness among many', network({ stiffness: [1, '2'] }), 'bodies[0].stiffness[1]: "2" is not allowed; a number from 1e-6 to 1e12 (N/m)'],
  ['a stiffness that is neither', network({ stiffness: 'soft' }), 'bodies[0].stiffness: "soft" is not allowed; a number from 1e-6 to 1e12 (N/m), or a list of them, one per spring'],
  ['mass and masses', network({ mass: 1, masses: [1, 1, 1, 1] }), 'bodies[0].mass: 1 is not allowed; either mass or masses, not both'],
  ['too few masses', network({ masses: [1] }), 'bodies[0].masses: [1] is not allowed; a list of 4, one per vertex (it has 1)'],
  ['a triangle into the void', network({ triangles: [[0, 1, 9]] }), 'bodies[0].triangles[0][2]: 9 is not allowed; a particle id from 0 to 3'],
  ['an unknown method', scene({ solver: { method: 'pd-rgbs' } }), `solver.method: "pd-rgbs" is not allowed; one of ${METHOD_IDS}. Did you mean "pd-rbgs"?`],
  ['a method that is a number', scene({ solver: { method: 1 } }), `solver.method: 1 is not allowed; one of ${METHOD_IDS}`],
  ['a solver as the thesis writes it', scene({ solver: 'PD_RBGS' }), `solver: "PD_RBGS" is not allowed; an object with ${SOLVER_FIELDS.slice(0, -1).join(', ')} and integrate`],
  ['over-relaxation of 2', scene({ solver: { omega: 2 } }), 'solver.omega: 2 is not allowed; a number greater than 0 and less than 2'],
  ['over-relaxed Jacobi', scene({ solver: { method: 'PD_JACOBI', omega: 1.5 } }), 'solver.omega: 1.5 is not allowed; 1 with pd-jacobi, which has outer, inner, rho'],
  ['a budget for Newton', scene({ solver: { method: 'newton', budget: 5 } }), 'solver.budget: 5 is not allowed; none with newton, which has no outer iterations to choose'],
  ['damped PBD', scene({ solver: { method: 'pbd-jacobi' }, stiffnessDamping: 0.01 }), 'stiffnessDamping: 0.01 is not allowed; 0 with pbd-jacobi, whose springs are rigid'],
  ['over-relaxed PBD', scene({ solver: { method: 'pbd-jacobi', omega: 0.5 } }), 'solver.omega: 0.5 is not allowed; 1 with pbd-jacobi, which has outer, inner'],
  ['no iterations', scene({ solver: { inner: 0 } }), 'solver.inner: 0 is not allowed; a whole number from 1 to 100000'],
  ['no time', scene({ solver: { budget: 0 } }), 'solver.budget: 0 is not allowed; a number greater than 0 and at most 1000 (ms)'],
  ['no substeps', scene({ substeps: 0 }), 'substeps: 0 is not allowed; a whole number from 1 to 1000'],
  ['substeps by a word', scene({ substeps: 'many' }), 'substeps: "many" is not allowed; "auto", or a whole number from 1 to 1000'],
  ['a timestep of 0', scene({ timestep: 0 }), 'timestep: 0 is not allowed; a number from 1e-6 to 1 (s)'],
  ['half a step per frame', scene({ stepsPerFrame: 0.5 }), 'stepsPerFrame: 0.5 is not allowed; a whole number from 1 to 10000'],
  ['gravity as a number', scene({ gravity: 9.81 }), 'gravity: 9.81 is not allowed; three numbers [x, y, z] (m/s²)'],
  ['negative damping', scene({ damping: -0.5 }), 'damping: -0.5 is not allowed; a number from 0 to 1e6 (1/s)'],
  ['a camera at its target', scene({ camera: { position: [1, 2, 3], target: [1, 2, 3] } }), 'camera.target: [1,2,3] is not allowed; a point away from the camera'],
  ['a field of view of 180', scene({ camera: { fov: 180 } }), 'camera.fov: 180 is not allowed; a number from 1 to 170 (degrees)'],
  ['an unknown light', scene({ lights: [{ type: 'moon' }] }), 'lights[0].type: "moon" is not allowed; one of "sun", "ambient", "point"'],
  ['a sun nowhere', scene({ lights: [{ type: 'sun', position: [0, 0, 0] }] }), 'lights[0].position: [0,0,0] is not allowed; a point away from the origin'],
  ['a point light without a place', scene({ lights: [{ type: 'point' }] }), 'lights[0].position: missing; three numbers [x, y, z] (m)'],
  ['a misspelt field', scene({ gravty: [0, 0, 0] }), `gravty: unknown field. Did you mean "gravity"? Known here: ${FIELDS}`],
  ["another program's name", cloth({ fixed: [0] }), 'bodies[0].fixed: unknown field. Did you mean "pins"? Known here: type, name, position, rotation, velocity, color, radius, material, strength, strengthSpread, seed, particles, size, stretch, mass, stiffness, diagonals, split, pins, overrides'],
  ["the solver's field outside of it", scene({ omega: 1 }), `omega: unknown field. Did you mean "solver"? Known here: ${FIELDS}`],
  ['a misspelt field inside', scene({ solver: { iner: 3 } }), `solver.iner: unknown field. Did you mean "inner"? Known here: ${SOLVER_FIELDS.join(', ')}`],
];

// biome-ignore format: a line per case
const texts: [name: string, text: string, ...problems: string[]][] = [
  ['an empty file', '', ': not JSON at line 1, column 1: the text ends where a value should follow'],
  ['a truncated file', '{\n  "version": 1,\n  "bodies": [\n    { "type": "cloth", "mass": 0.', ': not JSON at line 4, column 32: found "0." where a value should stand'],
  ['a file that ends too early', '{ "version": 1, "bodies": [', ': not JSON at line 1, column 28: the text ends where a value or "]" should follow'],
  ['a comma too many', '{ "version": 1,\n}', ': not JSON at line 2, column 1: found "}" where a field name in double quotes should stand'],
  ['a comment', '{ // the cloth\n "version": 1 }', ': not JSON at line 1, column 3: found "//", and JSON has no comments'],
  ['a comment after a value', '{ "version": 1, /* one */ "bodies": [] }', ': not JSON at line 1, column 17: found "/*", and JSON has no comments'],
  ['NaN', '{ "version": NaN }', ': not JSON at line 1, column 14: found "NaN" where a value should stand'],
  ['single quotes', "{ 'version': 1 }", ': not JSON at line 1, column 3: found "\'" where a field name in double quotes, or "}" should stand'],
  ['a number past all bounds', '{ "version": 1, "bodies": [{ "type": "cloth", "mass": 1e999 }] }', 'bodies[0].mass: Infinity is not allowed; a number from 1e-9 to 1e9 (kg)'],
  ['a field twice', '{ "version": 1, "bodies": [{ "type": "cloth" }, { "mass": 1, "type": "cloth", "mass": 2 }] }', 'bodies[1].mass: stands twice in the same object; keep one of the two'],
  ['a material of a forbidden name', '{ "version": 1, "bodies": [{ "type": "cloth" }], "materials": { "__proto__": {} } }', 'materials.__proto__: "__proto__" is not allowed; another name'],
  ['a field of a forbidden name', '{ "version": 1, "bodies": [{ "type": "cloth" }], "camera": { "__proto__": {} } }', 'camera.__proto__: unknown field. Known here: position, target, fov'],
];

describe('refuses', () => {
  it.each(values)('%s', (_name, value, ...problems) => {
    expect(refusal(() => validateScene(value))).toEqual(problems);
  });

  it.each(texts)('%s', (_name, text, ...problems) => {
    expect(refusal(() => parseScene(text))).toEqual(problems);
  });
});

describe('the refusal', () => {
  it('names everything at once: what the schema sees and what takes two fields to see', () => {
    const wrong = {
      version: 1,
      bodies: [
        { type: 'cloth', mass: -1, particles: [3, 3], pins: [9] },
        { type: 'cloth', material: 'silk' },
        { type: 'rope', length: '2 m' },
      ],
      solver: { method: 'pd-jacobi', omega: 1.2 },
      damping: null,
    };
    expect(refusal(() => validateScene(wrong)).map((line) => line.split(':')[0])).toEqual([
      'bodies[0].mass',
      'bodies[2].length',
      'damping',
      'bodies[0].pins[0]',
      'bodies[1].material',
      'solver.omega',
    ]);
  });

  it('says which file', () => {
    const act = () => parseScene('{ "version": 2 }', { source: 'scenes/old.json' });
    expect(act).toThrow(
      'scenes/old.json is refused:\n  version: 2 is not allowed; 1, the version this Selvedge reads',
    );
  });

  it('has the value that was seen', () => {
    try {
      validateScene(cloth({ mass: -1 }));
      expect.unreachable();
    } catch (error) {
      expect((error as SceneError).problems).toEqual([
        {
          path: 'bodies[0].mass',
          value: -1,
          message: '-1 is not allowed; a number from 1e-9 to 1e9 (kg)',
        },
      ]);
    }
  });

  it('stays readable with a hundred thousand wrong entries, and with more than zod can carry', () => {
    for (const count of [100_000, 600_000]) {
      try {
        validateScene(network({ springs: new Array(count).fill('x') }));
        expect.unreachable();
      } catch (error) {
        const { message } = error as SceneError;
        expect(message.split('\n')).toHaveLength(102);
        expect(message).toContain('bodies[0].springs[0]: "x" is not allowed; two vertex ids');
      }
    }
  });

  it('comes for any value in any place', () => {
    const whole = validateScene(scene({ materials: { wool: {} } })).scene as unknown as Record<
      string,
      unknown
    >;
    const junk = [null, 'x', true, -1, {}, [], [[]], Number.NaN, { a: 1 }];
    const places = (value: unknown, at: (string | number)[]): (string | number)[][] =>
      typeof value === 'object' && value !== null
        ? [at, ...Object.keys(value).flatMap((key) => places((value as never)[key], [...at, key]))]
        : [at];
    let refused = 0;
    for (const place of places(whole, []).slice(1)) {
      for (const value of junk) {
        const copy = structuredClone(whole);
        const inside = place
          .slice(0, -1)
          .reduce<Record<string, unknown>>((from, key) => from[key] as never, copy);
        inside[place.at(-1)!] = value;
        try {
          validateScene(copy);
        } catch (error) {
          expect(error).toBeInstanceOf(SceneError);
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(300);
  });
});

/** Splitting as tables and programs: the spares, the quads and springs that go with them, and the kernels of a step. */
import { VERSIONS } from '../../body/splittable.ts';
import { type BodyRange, type Model, sparesOf } from '../../model.ts';
import { call, type MemoryPlan, type Program, when } from '../../program.ts';
import { NO_SPRING } from '../../surface/edges.ts';
import { openSeams } from './open-seams.ts';
import { partParticles } from './part-particles.ts';
import { partQuads } from './part-quads.ts';
import { SEAM, sewSprings } from './sew-springs.ts';
import { sideQuads } from './side-quads.ts';
import { unpin } from './unpin.ts';
import { worstSpring } from './worst-spring.ts';

/** Radius of an unused spare. It disables contact: the sum with any other radius is below 0. */
export const RADIUS_OF_SPARE = -1e9;

export const canSplit = ({ bodies }: Pick<Model, 'bodies'>): boolean => bodies.some(({ splits }) => splits);

const rolesOf = new WeakMap<readonly BodyRange[], Uint8Array>();

/** For each id: 1 for a particle that may split, 2 for a spare. */
function roles({ bodies }: Pick<Model, 'bodies'>): Uint8Array {
  const known = rolesOf.get(bodies);
  if (known) return known;
  const { first, count } = bodies.at(-1)!;
  const made = new Uint8Array(first + count);
  for (const [id, spare] of bodies.flatMap(sparesOf)) {
    made[id] = 1;
    made[spare] = 2;
  }
  rolesOf.set(bodies, made);
  return made;
}

/** Whether a particle may split, so that only the state holds its mass. */
export const maySplit = (model: Pick<Model, 'bodies'>, id: number): boolean => roles(model)[id] > 0;

export const isSpare = (model: Pick<Model, 'bodies'>, id: number): boolean => roles(model)[id] === 2;

/** Direction (right, down) of the quad in which a particle is corner 0, 1, 2, 3: top left, top right, bottom left, bottom right. */
const SECTORS = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;

/** Empty if no body splits. */
export function splitMemory(model: Model): MemoryPlan {
  if (!canSplit(model)) return {};
  const { particles, springs, triangles } = model;
  const { spares, towards, seams, quadCorners, quadsAt } = tablesOf(model);
  const words = { role: 'constant', element: 'u32' } as const;
  const ofParticles = { domain: 'particles', length: particles } as const;
  return {
    spares: { ...words, ...ofParticles, element: 'uvec2', initial: spares },
    towards: { ...words, element: 'uvec2', domain: 'springs', length: springs, initial: towards },
    seams: { ...words, domain: 'seams', length: SEAM * springs, initial: seams },
    quadCorners: {
      ...words,
      domain: 'quadCorners',
      length: (4 * triangles.length) / 3,
      initial: quadCorners,
    },
    quadsAt: { ...words, domain: 'quadsAt', length: 4 * particles, initial: quadsAt },
    sides: { ...words, domain: 'triangles', length: triangles.length / 3, role: 'state' },
    sectors: { ...words, ...ofParticles, role: 'state' },
    worst: { ...words, ...ofParticles, role: 'scratch' },
    opened: { ...words, ...ofParticles, role: 'scratch' },
    opening: { ...words, domain: 'one', length: 1, role: 'scratch' },
  };
}

/** Records the splitting at the end of a step, before springs tear. */
export function recordSplit(model: Model): Program {
  if (!canSplit(model)) return [];
  const { particles, neighbours } = model;
  const scalars = { entries: neighbours.length };
  const everyone = { phase: 'tear', range: [0, particles] } as const;
  return [
    call(worstSpring, { ...everyone, scalars }),
    call(openSeams, { ...everyone, scalars }),
    ...recordParting(model),
  ];
}

/** Records a cut along a triangle (a, b, c) through cloth that splits. `ax`, `ay` and so on are its corners. `isFirst`: it begins a stroke. */
export function recordBlade(
  model: Model,
  blade: Omit<Scalars<typeof sideQuads>, 'fresh'>,
  isFirst: boolean,
): Program {
  if (!canSplit(model)) return [];
  const { particles, triangles } = model;
  return [
    call(sideQuads, {
      phase: 'tear',
      range: [0, triangles.length / 3],
      scalars: { ...blade, fresh: Number(isFirst) },
    }),
    call(partQuads, { phase: 'tear', range: [0, particles] }),
    ...recordParting(model),
  ];
}

type Scalars<K extends { readonly scalars: object }> = Readonly<Record<keyof K['scalars'], number>>;

/** The kernels that carry out the splits that were decided. */
export function recordParting({ particles, bodies }: Model): Program {
  const sewn = bodies
    .filter(({ splits }) => splits)
    .map(({ springs: [first, end] }) => {
      const count = (end - first) / VERSIONS;
      return call(sewSprings, { phase: 'tear', range: [first, first + count], scalars: { count } });
    });
  return [when('opening', ...sewn), call(partParticles, { phase: 'tear', range: [0, particles] })];
}

export const recordUnpin = (slot: number): Program => [
  call(unpin, { phase: 'prepare', range: [slot, slot + 1] }),
];

function tablesOf(model: Model) {
  const { particles, springs, slotOf, idOf, triangles, bodies, ends } = model;
  const spares = Uint32Array.from({ length: 2 * particles }, (_, k) => (k % 2 ? 0 : k / 2));
  const towards = new Uint32Array(2 * springs);
  const seams = new Uint32Array(SEAM * springs).fill(NO_SPRING);
  const quadCorners = new Uint32Array((4 * triangles.length) / 3).fill(NO_SPRING);
  const quadsAt = new Uint32Array(4 * particles).fill(NO_SPRING);
  for (const body of bodies.filter(({ splits }) => splits)) {
    const { first } = body;
    const { columns } = body.splits!;
    const at = (id: number) => [(id - first) % columns, Math.floor((id - first) / columns)];
    const quadsOf = quadsIn(body);
    for (const [id, spare] of sparesOf(body)) spares.set([slotOf[spare], quadsOf(id)], 2 * slotOf[id]);
    const count = (body.springs[1] - body.springs[0]) / VERSIONS;
    for (let s = body.springs[0]; s < body.springs[0] + count; s++) {
      const [i, j] = [idOf[ends[2 * s]], idOf[ends[2 * s + 1]]];
      const [right, down] = [0, 1].map((axis) => at(j)[axis] - at(i)[axis]);
      const masks = [sideOf(quadsOf(i), right, down), sideOf(quadsOf(j), -right, -down)];
      for (let version = 0; version < VERSIONS; version++) towards.set(masks, 2 * (s + version * count));
      partsOf(right, down)
        .filter(([own]) => (quadsOf(i) >> own) & 1)
        .forEach(([own, other, before = 0, after = 0], part) => {
          const middle = before === after ? NO_SPRING : slotOf[i + (down / 2) * columns + right / 2];
          seams.set([own | (other << 8) | (before << 16) | (after << 24), middle], SEAM * s + 2 * part);
        });
    }
    for (let t = body.triangles[0]; t < body.triangles[1]; t++) {
      const quad = body.triangles[0] + 2 * Math.floor((t - body.triangles[0]) / 2);
      const a = Math.min(...triangles.subarray(3 * quad, 3 * quad + 6));
      const corners = [a, a + 1, a + columns, a + columns + 1].map((id) => slotOf[id]);
      quadCorners.set(corners, 4 * t);
      for (const [c, slot] of corners.entries()) quadsAt[4 * slot + c] = quad;
    }
  }
  return { spares, towards, seams, quadCorners, quadsAt };
}

/** The quads that a particle has, one bit each. */
const quadsIn = ({ first, splits }: BodyRange) => {
  const { columns, rows } = splits!;
  return (id: number): number => {
    const [column, row] = [(id - first) % columns, Math.floor((id - first) / columns)];
    return SECTORS.reduce((mask, [right, down], sector) => {
      const [c, r] = [column + right, row + down];
      return mask | (Number(c >= 0 && c < columns && r >= 0 && r < rows) << sector);
    }, 0);
  };
};

/** The quads that lie in a direction, for a diagonal a single one; 0 if these are none of the particle's quads or all of them. */
function sideOf(quads: number, right: number, down: number): number {
  const side = SECTORS.reduce(
    (mask, [x, y], sector) => mask | (Number(x * right + y * down > 0) << sector),
    0,
  );
  const mask = quads & side;
  return mask === quads ? 0 : mask;
}

/**
 * The parts of a spring that spans so many columns and rows. For each part: which corner of its quad the first end is, and which the
 * second; for a bend spring also which corner the middle particle is, in the first quad and in the second.
 */
function partsOf(right: number, down: number): readonly (readonly number[])[] {
  const bends = Math.abs(right) === 2 || down === 2;
  if (down === 0)
    return [
      [0, 1, ...(bends ? [1, 0] : [])],
      [2, 3, ...(bends ? [3, 2] : [])],
    ];
  if (right === 0)
    return [
      [0, 2, ...(bends ? [2, 0] : [])],
      [1, 3, ...(bends ? [3, 1] : [])],
    ];
  return right > 0 ? [[0, 3]] : [[1, 2]];
}

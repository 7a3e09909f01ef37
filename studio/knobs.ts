/** What the fabric and world panel offers: every knob with its unit, range and a sentence, and where it stands in a scene. */
import type { Settings } from 'selvedge';
import type { Scene } from 'selvedge/scene';
import { FABRICS, type Fabric } from 'selvedge/three';
import { PRESETS } from './presets.ts';

type SceneBody = Scene['bodies'][number];
export type Cloth = Extract<SceneBody, { type: 'cloth' }>;

/** A scene's JSON, which is edited where a knob stands. */
export interface Raw {
  bodies: RawFields[];
  materials?: Record<string, RawFields>;
  [field: string]: unknown;
}
type RawFields = Record<string, unknown>;

interface Shared {
  readonly id: string;
  readonly label: string;
  readonly section: 'fabric' | 'world';
  readonly help: string;
  /** What the engine changes while it runs; without, the world is made again from where it is. */
  settings?(scene: Scene): Settings;
}

export interface NumberKnob extends Shared {
  readonly kind: 'number';
  /** As in the papers, where they have one. */
  readonly symbol?: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** Equal factors are equal ways on the slider. */
  readonly isLog?: boolean;
  readonly step?: number;
  read(scene: Scene, cloths: readonly number[]): number;
  write(raw: Raw, scene: Scene, cloths: readonly number[], value: number): void;
}

export interface ChoiceKnob extends Shared {
  readonly kind: 'choice';
  readonly choices: readonly (readonly [value: string, text: string])[];
  read(scene: Scene, cloths: readonly number[]): string;
  write(raw: Raw, scene: Scene, cloths: readonly number[], value: string): void;
}

export interface ColourKnob extends Shared {
  readonly kind: 'colour';
  read(scene: Scene, cloths: readonly number[]): string;
  write(raw: Raw, scene: Scene, cloths: readonly number[], value: string): void;
}

export type Knob = NumberKnob | ChoiceKnob | ColourKnob;

/** Numbers of the bodies that have a fabric: cloth in grids. */
export const clothsOf = ({ bodies }: Scene): number[] =>
  bodies.flatMap(({ type }, body) => (type === 'cloth' ? [body] : []));

const clothOf = ({ bodies }: Scene, body: number): Cloth => bodies[body] as Cloth;

const DEFAULT_DENSITY = 0.2;

interface Made {
  readonly density: number;
  readonly structural: number;
  readonly shear: number;
  readonly bend: number;
  readonly friction: number;
  readonly strength: number | undefined;
}

/** What a cloth is made of: its own fields, else those of its material. */
function madeOf(scene: Scene, body: number): Made {
  const { mass, size, stiffness, material, strength } = clothOf(scene, body);
  const from = scene.materials[material ?? ''];
  const own = { ...from?.stiffness, ...withoutGaps(stiffness) };
  const friction = from?.friction ?? scene.materials.default?.friction ?? 0.4;
  return {
    density: mass !== undefined ? mass / (size[0] * size[1]) : (from?.density ?? DEFAULT_DENSITY),
    structural: own.structural ?? 0,
    shear: own.shear ?? 0,
    bend: own.bend ?? 0,
    friction: typeof friction === 'number' ? friction : friction.static,
    strength: strength ?? from?.strength,
  };
}

/** Knobs of each kind, which the compiler reads as such. */
const numberKnob = (knob: Omit<NumberKnob, 'kind'>): NumberKnob => ({ ...knob, kind: 'number' });
const choiceKnob = (knob: Omit<ChoiceKnob, 'kind'>): ChoiceKnob => ({ ...knob, kind: 'choice' });
const colourKnob = (knob: Omit<ColourKnob, 'kind'>): ColourKnob => ({ ...knob, kind: 'colour' });

const withoutGaps = <T extends object>(fields: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Between the fabric that a material looks like and the body that has one of its own. */
const OF = ' of ';

/**
 * Gives cloths other numbers. Each has its values in a material of its own, unless all that share one change together; the name begins
 * with the fabric's, by which it is drawn.
 */
function change(
  raw: Raw,
  scene: Scene,
  cloths: readonly number[],
  values: Partial<Made>,
  fabric?: string,
): void {
  for (const body of cloths) {
    const cloth = clothOf(scene, body);
    const { strength, ...made } = { ...madeOf(scene, body), ...values };
    const { density, structural, shear, bend, friction } = made;
    const looks = fabric ?? (cloth.material ?? 'cotton').split(OF)[0];
    const sharers = scene.bodies.flatMap(({ material }, k) => (material === cloth.material ? [k] : []));
    const isShared = sharers.some((k) => !cloths.includes(k));
    const name =
      fabric === undefined && cloth.material !== undefined && !isShared && !hasOwn(cloth)
        ? cloth.material
        : `${looks}${OF}${cloth.name}${body > 0 ? ` ${body}` : ''}`;
    const before = raw.materials?.[cloth.material ?? ''];
    raw.materials = {
      ...raw.materials,
      [name]: {
        ...before,
        density,
        stiffness: { structural, shear, bend },
        // The ratio of kinetic friction to static is kept by naming one number only where it changes.
        friction: values.friction ?? before?.friction ?? friction,
        ...(strength !== undefined && { strength }),
      },
    };
    const own = raw.bodies[body];
    delete own.mass;
    delete own.stiffness;
    delete own.strength;
    own.material = name;
  }
}

/** Whether a cloth's own fields win over its material's. */
const hasOwn = ({ mass, stiffness, strength }: Cloth): boolean =>
  mass !== undefined || strength !== undefined || Object.keys(withoutGaps(stiffness)).length > 0;

const fabricKnob = (
  id: keyof Made,
  words: Pick<NumberKnob, 'label' | 'symbol' | 'unit' | 'min' | 'max' | 'isLog' | 'step' | 'help'>,
): NumberKnob => ({
  ...words,
  ...{ id, kind: 'number', section: 'fabric' },
  read: (scene, [body]) => madeOf(scene, body)[id] ?? words.max,
  write: (raw, scene, cloths, value) => change(raw, scene, cloths, { [id]: value }),
});

/** From here on the slider of strength says: never. */
export const NEVER_TEARS = 3;
const OTHER = 'other';

const presetOf = (scene: Scene, body: number): string => {
  const looks = (clothOf(scene, body).material ?? '').split(OF)[0] as Fabric;
  const made = madeOf(scene, body);
  const preset = PRESETS[looks];
  const isSame =
    preset &&
    (['density', 'structural', 'shear', 'bend'] as const).every((name) => made[name] === preset[name]);
  return isSame ? looks : OTHER;
};

const worldKnob = (
  id: 'damping' | 'stiffnessDamping' | 'smoothing' | 'timestep',
  words: Pick<NumberKnob, 'label' | 'symbol' | 'unit' | 'min' | 'max' | 'isLog' | 'step' | 'help'>,
  /** Of the panel's unit, in one of the engine's. */
  scale = 1,
): NumberKnob => ({
  ...words,
  ...{ id, kind: 'number', section: 'world' },
  read: (scene) => scene[id] * scale,
  write: (raw, _, __, value) => {
    raw[id] = value / scale;
  },
  settings: (scene) => ({ [id]: scene[id] }),
});

const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);
const WIND_FIRST = [1, 0, 0.3] as const;

export const KNOBS: readonly Knob[] = [
  choiceKnob({
    id: 'preset',
    section: 'fabric',
    label: 'Fabric',
    help: 'Weight, stiffness, friction and look of a real fabric.',
    choices: [[OTHER, 'as the sliders say'], ...FABRICS.map((name) => [name, name] as const)],
    read: (scene, [body]) => presetOf(scene, body),
    write: (raw, scene, cloths, value) => {
      const { color, ...numbers } = PRESETS[value as Fabric] ?? {};
      if (color === undefined) return;
      change(raw, scene, cloths, numbers, value);
      for (const body of cloths) raw.bodies[body].color = color;
    },
  }),
  colourKnob({
    id: 'colour',
    section: 'fabric',
    label: 'Colour',
    help: 'Of the dye. It changes nothing else.',
    read: (scene, [body]) => clothOf(scene, body).color,
    write: (raw, _, cloths, value) => {
      for (const body of cloths) raw.bodies[body].color = value;
    },
  }),
  fabricKnob('density', {
    ...{ label: 'Density', unit: 'kg/m²', min: 0.02, max: 3, isLog: true },
    help: 'Mass of a square metre: silk 0.1, denim 0.4, leather 0.9.',
  }),
  fabricKnob('structural', {
    ...{ label: 'Stretch', symbol: 'k', unit: 'N/m', min: 20, max: 5000, isLog: true },
    help: 'Stiffness of the threads: low is elastic, high hardly gives.',
  }),
  fabricKnob('shear', {
    ...{ label: 'Shear', unit: 'N/m', min: 0, max: 2000, isLog: true },
    help: 'Resistance of a square to becoming a diamond: low drapes softly.',
  }),
  fabricKnob('bend', {
    ...{ label: 'Bend', unit: 'N/m', min: 0, max: 200, isLog: true },
    help: 'Resistance to folding: low falls in many small folds, high in few large ones.',
  }),
  fabricKnob('friction', {
    ...{ label: 'Friction', symbol: 'μ', unit: '', min: 0, max: 1.5, step: 0.05 },
    help: 'How firmly it holds on to what it lies on; 0 slides off.',
  }),
  numberKnob({
    id: 'thickness',
    section: 'fabric',
    label: 'Thickness',
    unit: 'mm',
    ...{ min: 1, max: 80, isLog: true },
    help: 'How far layers stay apart in contact. Less than the spacing of particles lets them slip through.',
    read: (scene, [body]) => {
      const { radius, size, particles } = clothOf(scene, body);
      return 2000 * (radius ?? size[0] / (particles[0] - 1) / 2);
    },
    write: (raw, _, cloths, value) => {
      for (const body of cloths) raw.bodies[body].radius = value / 2000;
    },
  }),
  numberKnob({
    ...fabricKnob('strength', {
      ...{ label: 'Strength', unit: '×', min: 1.05, max: NEVER_TEARS, step: 0.05 },
      help: 'A thread tears when it is this many times its length; at the right end never.',
    }),
    write: (raw, scene, cloths, value) => {
      const isStrong = value >= NEVER_TEARS;
      change(raw, scene, cloths, { strength: isStrong ? undefined : value });
      for (const body of cloths) {
        const { material } = raw.bodies[body];
        if (isStrong) {
          delete raw.materials?.[String(material)]?.strength;
          delete raw.bodies[body].split;
        }
      }
    },
  }),
  numberKnob({
    id: 'resolution',
    section: 'fabric',
    label: 'Resolution',
    unit: 'columns',
    ...{ min: 8, max: 160, step: 1 },
    help: 'Particles from side to side: more show finer folds and take longer.',
    read: (scene, [body]) => clothOf(scene, body).particles[0],
    write: (raw, scene, cloths, value) => {
      for (const body of cloths) {
        const [columns, rows] = clothOf(scene, body).particles;
        raw.bodies[body].particles = [
          value,
          Math.max(2, Math.round(((rows - 1) * (value - 1)) / (columns - 1)) + 1),
        ];
      }
    },
  }),
  numberKnob({
    id: 'gravity',
    section: 'world',
    label: 'Gravity',
    symbol: 'g',
    unit: 'm/s²',
    ...{ min: 0, max: 25, step: 0.01 },
    help: 'Down. The earth has 9.81, the moon 1.62, space none.',
    read: ({ gravity }) => lengthOf(gravity),
    write: (raw, { gravity }, _, value) => {
      const length = lengthOf(gravity);
      raw.gravity = length > 0 ? gravity.map((part) => (part * value) / length) : [0, -value, 0];
    },
    settings: ({ gravity }) => ({ gravity }),
  }),
  numberKnob({
    id: 'wind',
    section: 'world',
    label: 'Wind',
    unit: 'm/s',
    ...{ min: 0, max: 20, step: 0.1 },
    help: 'Speed of the steady wind: a breeze has 3, a storm 20.',
    read: ({ wind }) => lengthOf(wind?.velocity ?? [0]),
    write: (raw, { wind }, _, value) => {
      const before = wind && lengthOf(wind.velocity) > 0 ? wind.velocity : WIND_FIRST;
      const length = lengthOf(before);
      raw.wind = { ...(raw.wind as object), velocity: before.map((part) => (part * value) / length) };
    },
  }),
  numberKnob({
    id: 'direction',
    section: 'world',
    label: 'Wind to',
    unit: '°',
    ...{ min: 0, max: 360, step: 5 },
    help: 'Where the wind goes, seen from above: 0 to the right, 90 away from you.',
    read: ({ wind }) => {
      const [x, , z] = wind && lengthOf(wind.velocity) > 0 ? wind.velocity : WIND_FIRST;
      return Math.round(((Math.atan2(-z, x) * 180) / Math.PI + 360) % 360);
    },
    write: (raw, { wind }, _, value) => {
      const [x, y, z] = wind?.velocity ?? [0, 0, 0];
      const [speed, angle] = [Math.hypot(x, z), (value * Math.PI) / 180];
      const velocity = [speed * Math.cos(angle), y, -speed * Math.sin(angle)];
      raw.wind = { ...(raw.wind as object), velocity };
    },
  }),
  worldKnob('damping', {
    ...{ label: 'Drag', symbol: 'c', unit: '1/s', min: 0, max: 10, step: 0.1 },
    help: 'How fast all motion dies away.',
  }),
  worldKnob(
    'stiffnessDamping',
    {
      ...{ label: 'Damping', symbol: 'β', unit: 'ms', min: 0, max: 20, step: 0.1 },
      help: 'Of stretch, in proportion to stiffness: against trembling.',
    },
    1000,
  ),
  worldKnob('smoothing', {
    ...{ label: 'Smoothing', unit: '1/s', min: 0, max: 200, step: 1 },
    help: 'Of velocities between neighbours: against fine wrinkles.',
  }),
  numberKnob({
    ...worldKnob(
      'timestep',
      {
        ...{ label: 'Time step', symbol: 'h', unit: 'ms', min: 0.5, max: 34, isLog: true },
        help: 'Shorter is livelier, stiffer and slower to compute.',
      },
      1000,
    ),
    write: (raw, scene, _, value) => {
      raw.timestep = value / 1000;
      // A second stays a second.
      raw.stepsPerFrame = Math.max(1, Math.round((scene.stepsPerFrame * scene.timestep * 1000) / value));
    },
  }),
  choiceKnob({
    id: 'parts',
    section: 'world',
    label: 'Parts of a step',
    help: 'Each is solved like a step; automatic is as many as contact needs.',
    choices: [['auto', 'automatic'], ...['1', '2', '4', '8', '16'].map((count) => [count, count] as const)],
    read: ({ substeps }) => String(substeps),
    write: (raw, _, __, value) => {
      raw.substeps = value === 'auto' ? value : Number(value);
    },
    settings: ({ substeps }) => ({ substeps }),
  }),
  choiceKnob({
    id: 'contact',
    section: 'world',
    label: 'Cloth meets',
    help: 'With itself, folds lie on folds; it takes longer.',
    choices: [
      ['none', 'colliders alone'],
      ['bodies', 'other bodies too'],
      ['all', 'itself too'],
    ],
    read: ({ particleContact, bodies }) =>
      particleContact ??
      (bodies.some(({ type }) => type === 'balls' || type === 'magazine') ? 'bodies' : 'none'),
    write: (raw, _, __, value) => {
      raw.particleContact = value;
    },
  }),
];

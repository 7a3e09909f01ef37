/** The report at the end of a run: as the object of `--json`, and as text. */
import {
  countsOf,
  findMethod,
  isChoice,
  type Parameter,
  type Statistics,
  valuesOf,
  type World,
} from '../engine/index.ts';

export interface Report {
  readonly particles: number;
  readonly springs: number;
  /** Names of the bodies. */
  readonly colliders: readonly string[];
  /** Id of the method. */
  readonly solver: string;
  /** The method's parameters by name. With a time budget, `outer` is the last count used. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** The method that was chosen to do the work, its parameters and the reason; only for a method that chooses. */
  readonly chosen?: Statistics['solver'];
  /** Numbers that the method reports about the last step, by name. */
  readonly method: Statistics['method'];
  readonly backend: string;
  /** 0 on a GPU. */
  readonly threads: number;
  /** How the last step held what it swept over. */
  readonly storage: Statistics['storage'];
  readonly steps: number;
  /** Parts that a step is divided into. */
  readonly substeps: number;
  /** Local steps of the last step: fixed, or chosen by the time budget. */
  readonly iterations: number;
  /** Milliseconds. */
  readonly ms: Statistics['ms'];
  /** m². */
  readonly error: number;
  readonly strain: Statistics['strain'];
  /** Joules. */
  readonly energy: Statistics['energy'];
  /** Of elements, by force. */
  readonly forces: Statistics['forces'];
  /** Springs. */
  readonly torn: number;
  /** Particles that a collider moved in the last step. */
  readonly touching: number;
  /** Contacts between particles beyond the capacity, over all steps. */
  readonly missed: number;
  readonly hash: string;
  readonly warnings: readonly string[];
}

export async function reportOf(world: World): Promise<Report> {
  const statistics = await world.statistics();
  const { substeps, iterations, method: found, ms, error, strain, energy } = statistics;
  const { faults, solver, contact, storage, torn, forces } = statistics;
  const hash = await world.hash();
  const { method } = world;
  const warnings = [...world.warnings];
  if (faults > 0)
    warnings.push(
      `${faults} particles got positions or velocities that are not finite and were reset; try a shorter timestep`,
    );
  return {
    ...countsOf(world.model),
    colliders: world.colliders.map(({ name }) => name),
    solver: method.id,
    parameters: valuesOf(findMethod(method.id), method),
    ...(solver.why === undefined ? {} : { chosen: solver }),
    method: found,
    backend: world.backend.name,
    threads: world.backend.threads,
    storage,
    steps: world.steps,
    substeps,
    iterations,
    ms,
    error,
    strain,
    energy,
    forces,
    torn,
    touching: contact.touching,
    missed: contact.missed,
    hash,
    warnings,
  };
}

/** `note` follows the number of steps. */
export function inWords(report: Report, world: World, scene: string, note = ''): string {
  const { particles, springs, colliders, solver, parameters, chosen, ms, error, strain, energy } = report;
  const found = Object.entries(report.method).map(([name, value]) => `${name} ${short(value)}`);
  const phases = Object.entries(ms.phases).map(([phase, each]) => `${phase} ${short(each)}`);
  const lines = [
    ['scene', `${scene}: ${particles} particles, ${springs} springs`],
    ['', colliders.length > 0 ? `colliders: ${colliders.join(', ')}` : ''],
    ['solver', chosen ? `${solver}: ${inShort(chosen)}` : inShort({ id: solver, parameters })],
    ['', chosen?.why ?? ''],
    ['', found.join(', ')],
    ['backend', `${report.backend}: ${world.backend.description}`],
    ['', report.storage.description],
    ['steps', `${report.steps}${note}, ${short(secondsAfter(world, report.steps))} s of simulated time`],
    ['', report.substeps > 1 ? `${report.substeps} substeps each` : ''],
    ['time', `${short(ms.perStep)} ms a step, ${short(ms.total)} ms in all`],
    ['', phases.length > 0 ? `${phases.join(', ')} (ms a step)` : ''],
    ['error', `${short(error)} m²`],
    ['strain', `${short(100 * strain.mean)} % mean, ${short(100 * strain.max)} % at most`],
    ...stretchesOf(report),
    [
      'energy',
      `${short(energy.kinetic)} J kinetic, ${short(energy.spring)} J spring, ${energy.elements > 0 ? `${short(energy.elements)} J triangles, ` : ''}${short(energy.potential)} J potential`,
    ],
    ['contact', report.missed > 0 ? `${report.missed} contacts missed` : ''],
    ['hash', report.hash],
  ];
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name.padEnd(9)}${value}\n`)
    .join('');
}

/** A line for each force whose elements stretch. */
const stretchesOf = ({ forces }: Report): [string, string][] =>
  Object.entries(forces).flatMap(([id, { strain, stretch }]) =>
    strain && stretch
      ? [
          [
            '',
            `${id}: ${short(100 * strain.mean)} % mean, ${short(100 * strain.max)} % at most, stretched to ${short(stretch.least)} … ${short(stretch.most)}`,
          ] as [string, string],
        ]
      : [],
  );

/** "pd-rbgs, outer 2, inner 10, ω 1.9". */
function inShort({ id, parameters: values }: Statistics['solver']): string {
  const { parameters } = findMethod(id);
  const own = Object.entries(values)
    .filter(([name, value]) => !isNone(parameters[name], value))
    .map(([name, value]) => `${parameters[name].label.toLowerCase()} ${value}`);
  return [id, ...own].join(', ');
}

/** Whether the value means that the parameter is off. */
const isNone = (parameter: Parameter, value: number | string) =>
  !isChoice(parameter) && parameter.none !== undefined && value === parameter.none;

/** Four digits for reading; the files contain all of them. */
const short = (value: number): string => String(Number(value.toPrecision(4)));

/** Simulated seconds: none pass while integration is off. */
export const secondsAfter = (world: World, steps: number): number =>
  world.method.integrate ? steps * world.timestep : 0;

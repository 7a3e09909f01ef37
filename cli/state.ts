/** `--state`: positions and velocities as JSON, `{ "x": [[…]], "v": [[…]] }`, in the user's order, m and m/s. */
import type { World } from '../engine/index.ts';

/** Particles per piece of text: the file of a big cloth exceeds the greatest length of a string. */
const PIECE = 4096;

export async function stateText(world: World): Promise<Iterable<string>> {
  const size = 3 * world.model.particles;
  // A float32 is kept exactly in a float64, and a float64 is printed so that it reads back as the same number.
  const { positions, velocities } = await world.read({
    positions: new Float64Array(size),
    velocities: new Float64Array(size),
  });
  if (![positions, velocities].every((values) => values.every(Number.isFinite)))
    throw new Error('the state holds something that is not a finite number; no file was written');
  return pieces(positions, velocities);
}

function* pieces(positions: Float64Array, velocities: Float64Array): Generator<string> {
  yield '{\n"x": ';
  yield* triples(positions);
  yield ',\n"v": ';
  yield* triples(velocities);
  yield '\n}\n';
}

function* triples(values: Float64Array): Generator<string> {
  yield '[';
  for (let first = 0; first < values.length; first += 3 * PIECE) {
    const rows: string[] = [];
    for (let k = first; k < Math.min(values.length, first + 3 * PIECE); k += 3)
      rows.push(`[${number(values[k])}, ${number(values[k + 1])}, ${number(values[k + 2])}]`);
    yield (first > 0 ? ',\n' : '\n') + rows.join(',\n');
  }
  yield '\n]';
}

/** JSON can represent minus zero, but String(-0) is "0". */
const number = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

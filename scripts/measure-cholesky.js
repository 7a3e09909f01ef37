/**
 * What `pd-cholesky` costs on the cloth of [LBOK13] Table 1, 81 × 81 particles, on WebAssembly with one thread:
 *   npm run build && node scripts/measure-cholesky.js [rounds]
 * Steps, and steps after a change that needs a new factorisation, from the call to the end of the step, in turn; medians.
 */
import { cloth, createWorld, wasm } from '../dist/index.js';

const rounds = Number(process.argv[2] ?? 40);
const OUTER = 10;

const world = await createWorld({
  bodies: [
    cloth({
      particles: [81, 81],
      mass: 1,
      stiffness: { structural: 1000, shear: 1000, bend: 1000 },
      diagonals: 1,
      rotation: [-60, 0, 0],
      pins: ['top-left', 'top-right'],
    }),
  ],
  timestep: 1 / 30,
  method: { id: 'pd-cholesky', outer: OUTER },
  backend: wasm({ threads: 1 }),
});

const CHANGES = {
  nothing: () => {},
  pin: () => world.pin(3280),
  unpin: () => world.unpin(3280),
  'time step': (round) => world.configure({ timestep: round % 2 ? 1 / 30 : 1 / 60 }),
};

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

async function measured(change, round) {
  const began = performance.now();
  change(round);
  world.step();
  await world.idle();
  return performance.now() - began;
}

const times = Object.fromEntries(Object.keys(CHANGES).map((name) => [name, []]));
for (let round = 0; round < rounds + 5; round++) {
  for (const [name, change] of Object.entries(CHANGES)) {
    const ms = await measured(change, round);
    if (round >= 5) times[name].push(ms); // the first rounds run in V8's baseline tier
  }
}
const still = median(times.nothing);
console.log(
  `${world.model.springs} springs, ${OUTER} iterations a step, ${rounds} rounds, ${process.version}`,
);
for (const [name, values] of Object.entries(times)) {
  const ms = median(values);
  const more = name === 'nothing' ? '' : `, ${(ms - still).toFixed(2)} more than without`;
  console.log(
    `${name.padEnd(10)} ${ms.toFixed(2)} ms a step (least ${Math.min(...values).toFixed(2)})${more}`,
  );
}

for (const history of [0, 5]) {
  world.configure({ timestep: 1 / 30, method: { id: 'pd-cholesky', outer: OUTER, history } });
  world.step(rounds);
  const { ms } = await world.statistics();
  console.log(`history ${history}:`, JSON.stringify(ms));
}
world.dispose();

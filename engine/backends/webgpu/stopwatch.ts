/** Milliseconds per phase from GPU timestamps. */
import type { Phase } from '../../program.ts';
import { GPU_MAP_READ, GPU_USAGE } from './flags.ts';

/** Passes that one measurement can time separately; the last one holds all the rest of a long program. */
const MEASURED_PASSES = 256;

/** GPU timestamps, at most one measurement under way. */
export class Stopwatch {
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #staging: GPUBuffer;
  #busy = false;
  /** Resolves when the measurement under way has been delivered. */
  settled: Promise<void> = Promise.resolve();

  constructor(readonly device: GPUDevice) {
    const count = 2 * MEASURED_PASSES;
    this.#queries = device.createQuerySet({ type: 'timestamp', count });
    this.#resolved = device.createBuffer({
      label: 'selvedge timestamps',
      size: 8 * count,
      usage: GPU_USAGE.QUERY_RESOLVE | GPU_USAGE.COPY_SRC,
    });
    this.#staging = device.createBuffer({ size: 8 * count, usage: GPU_USAGE.MAP_READ | GPU_USAGE.COPY_DST });
  }

  begin(): Measurement | undefined {
    if (this.#busy) return undefined;
    this.#busy = true;
    const phases: Phase[] = [];
    return {
      isFull: () => phases.length === MEASURED_PASSES,
      pass: (phase) => {
        const at = 2 * phases.push(phase);
        return { querySet: this.#queries, beginningOfPassWriteIndex: at - 2, endOfPassWriteIndex: at - 1 };
      },
      resolve: (encoder) => {
        encoder.resolveQuerySet(this.#queries, 0, 2 * phases.length, this.#resolved, 0);
        encoder.copyBufferToBuffer(this.#resolved, 0, this.#staging, 0, 16 * phases.length);
      },
      report: (deliver) => {
        this.settled = this.#staging.mapAsync(GPU_MAP_READ, 0, 16 * phases.length).then(
          () => {
            const times = new BigUint64Array(this.#staging.getMappedRange(0, 16 * phases.length).slice(0));
            this.#staging.unmap();
            this.#busy = false;
            deliver(...sumPhases(phases, times));
          },
          () => {}, // disposed while the answer was on its way
        );
      },
    };
  }

  dispose(): void {
    this.#queries.destroy();
    this.#resolved.destroy();
    this.#staging.destroy();
  }
}

export interface Measurement {
  /** Whether no further pass can be timed: what follows must go into the current one. */
  isFull(): boolean;
  pass(phase: Phase): GPUComputePassTimestampWrites;
  resolve(encoder: GPUCommandEncoder): void;
  report(deliver: (phases: Partial<Record<Phase, number>>, total: number) => void): void;
}

function sumPhases(phases: Phase[], times: BigUint64Array): [Partial<Record<Phase, number>>, number] {
  const sums: Partial<Record<Phase, number>> = {};
  phases.forEach((phase, k) => {
    const ms = Number(times[2 * k + 1] - times[2 * k]) / 1e6;
    sums[phase] = (sums[phase] ?? 0) + Math.max(0, ms);
  });
  return [sums, Object.values(sums).reduce((sum, ms) => sum + ms, 0)];
}

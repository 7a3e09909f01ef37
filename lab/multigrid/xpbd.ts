/**
 * XPBD, for comparison only: [MMC16] Macklin, Müller, Chentanez: XPBD: Position-Based Simulation of Compliant Constrained
 * Dynamics, 2016, Eq. (18) and Alg. 1, with substeps of one iteration each instead of iterations. The engine's method `xpbd` solves all springs at once instead.
 *
 * Float64, plain JavaScript: its milliseconds are not those of a WebAssembly kernel. The springs of a square cloth in four
 * groups, none of which has a particle twice.
 */
import type { Body, Vec3 } from '../../engine/index.ts';

export interface XpbdOptions {
  /** Seconds. */
  readonly timestep: number;
  readonly substeps: number;
  readonly gravity: Vec3;
  /** 1/s. */
  readonly damping: number;
  /** Off for [PNF18]'s enlarged cloth: no gravity, no velocity, and without inertia compliance has no meaning and is 0. */
  readonly integrate: boolean;
}

export class Xpbd {
  readonly positions: Float64Array;
  readonly #velocities: Float64Array;
  readonly #before: Float64Array;
  /** 1/kg; 0 at pins. */
  readonly #inverse: Float64Array;
  /** Springs by group. */
  readonly #order: Uint32Array;

  constructor(
    readonly body: Body,
    readonly options: XpbdOptions,
  ) {
    this.positions = Float64Array.from(body.positions);
    this.#velocities = new Float64Array(this.positions.length);
    this.#before = new Float64Array(this.positions.length);
    this.#inverse = Float64Array.from(body.masses, (mass) => 1 / mass);
    for (const pin of body.pins) this.#inverse[pin] = 0;
    this.#order = inGroups(body);
  }

  step(): void {
    const { timestep, substeps, integrate, gravity, damping } = this.options;
    const x = this.positions;
    const v = this.#velocities;
    const before = this.#before;
    const h = timestep / substeps;
    for (let substep = 0; substep < substeps; substep++) {
      before.set(x);
      if (integrate) {
        for (let i = 0; i < this.#inverse.length; i++) {
          if (this.#inverse[i] === 0) continue;
          for (let c = 0; c < 3; c++) {
            v[3 * i + c] += h * (gravity[c] - damping * v[3 * i + c]);
            x[3 * i + c] += h * v[3 * i + c];
          }
        }
      }
      this.#project(integrate ? h : 0);
      if (integrate) for (let c = 0; c < x.length; c++) v[c] = (x[c] - before[c]) / h;
    }
  }

  /** One pass: Δλ = −C / (w_i + w_j + α̃), α̃ = 1/(k h²), λ = 0 before; [MMC16] Eq. (18). */
  #project(h: number): void {
    const { ends, restLengths, stiffness } = this.body;
    const x = this.positions;
    const w = this.#inverse;
    const order = this.#order;
    for (let k = 0; k < order.length; k++) {
      const s = order[k];
      const i = ends[2 * s];
      const j = ends[2 * s + 1];
      const a = 3 * i;
      const b = 3 * j;
      const ex = x[a] - x[b];
      const ey = x[a + 1] - x[b + 1];
      const ez = x[a + 2] - x[b + 2];
      const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
      const compliance = h > 0 ? 1 / (stiffness[s] * h * h) : 0;
      const share = (length - restLengths[s]) / (length * (w[i] + w[j] + compliance));
      x[a] -= w[i] * share * ex;
      x[a + 1] -= w[i] * share * ey;
      x[a + 2] -= w[i] * share * ez;
      x[b] += w[j] * share * ex;
      x[b + 1] += w[j] * share * ey;
      x[b + 2] += w[j] * share * ez;
    }
  }
}

/** Of a cloth's structural springs: across in even and odd columns, down in even and odd rows. */
function inGroups({ ends, grid }: Body): Uint32Array {
  const columns = grid!.columns;
  const group = (s: number) => {
    const [i, j] = [ends[2 * s], ends[2 * s + 1]].toSorted((a, b) => a - b);
    return j === i + 1 ? (i % columns) % 2 : 2 + (Math.floor(i / columns) % 2);
  };
  const all = Array.from({ length: ends.length / 2 }, (_, s) => s);
  return Uint32Array.from(all.toSorted((s, t) => group(s) - group(t) || s - t));
}

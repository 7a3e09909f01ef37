import { pullRows } from '../block-local.as';
import { blocksOf, foursAt, threesAt } from '../grid.as';

@unmanaged
export class BlockImbalance {
  blockX: usize;
  blockDelta: usize;
  blockWeights: usize;
  blockLengths: usize;
  blockRhs: usize;
  blockResidual: usize;
  blockPlain: usize;
  blockEntries: usize;
  springOf: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
  isFresh: u32;

  /** The difference that d is compared with: e = p_i − p_j here, y_i − y_j in the local step alone. */
  from(y: v128, e: v128): v128 {
    return e;
  }

  /** Subtracts inertia's share, (1 − Σ weight) δ, and copies the result to `blockResidual`. Pins have δ = 0. */
  complete(row: u32): void {
    const bytes = <usize>blocksOf(this.columns) * 48;
    for (let colour: u32 = 0; colour < 2; colour++) {
      const three = threesAt(this.columns, this.rows, colour, row);
      const four = foursAt(this.columns, this.rows, colour, row);
      for (let o: usize = 0, q = four; o < bytes; o += 48, q += 64) {
        const w = this.blockWeights + q;
        const r = this.blockRhs + q;
        const d = this.blockDelta + three + o;
        const to = this.blockResidual + three + o;
        if (this.isFresh) {
          v128.store(to, v128.load(r));
          v128.store(to, v128.load(r, 16), 16);
          v128.store(to, v128.load(r, 32), 32);
          continue;
        }
        let own = f32x4.sub(f32x4.splat(1), v128.load(w));
        own = f32x4.sub(own, v128.load(w, 16));
        own = f32x4.sub(own, v128.load(w, 32));
        own = f32x4.sub(own, v128.load(w, 48));
        const x = f32x4.sub(v128.load(r), f32x4.mul(own, v128.load(d)));
        const y = f32x4.sub(v128.load(r, 16), f32x4.mul(own, v128.load(d, 16)));
        const z = f32x4.sub(v128.load(r, 32), f32x4.mul(own, v128.load(d, 32)));
        v128.store(r, x);
        v128.store(r, y, 16);
        v128.store(r, z, 32);
        v128.store(to, x);
        v128.store(to, y, 16);
        v128.store(to, z, 32);
      }
    }
  }
}

// [PNF18] Alg. 3, the local step; [BHM00] Ch. 2: r = f − A v
export function blockImbalance(a: BlockImbalance, first: u32, end: u32): void {
  pullRows<BlockImbalance>(a, first, end);
}

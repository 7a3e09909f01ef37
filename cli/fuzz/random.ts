/** Random numbers from a seed: the same seed, the same scene, on every machine. */

export class Random {
  #state: number;

  constructor(seed: number) {
    // Neighbouring seeds must not begin alike: Knuth's multiplicative hash spreads them.
    this.#state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
    for (let k = 0; k < 4; k++) this.next();
  }

  /** From 0 to 1, 1 excluded: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Evenly by powers, for quantities whose size is open. */
  scale(low: number, high: number): number {
    return Math.exp(this.between(Math.log(low), Math.log(high)));
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)];
  }

  vector(most: number): [number, number, number] {
    return [0, 1, 2].map(() => this.between(-most, most)) as [number, number, number];
  }

  /** `count` of the numbers below `below`, some of them more than once. */
  ids(count: number, below: number): number[] {
    return Array.from({ length: count }, () => this.whole(0, below - 1));
  }
}

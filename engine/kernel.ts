/**
 * A kernel is arithmetic over many items. It is declared once, here in TypeScript, together with its
 * reference version; the same stem holds the other languages:
 *
 *   relax.ts      declaration + reference (float64, the tests' oracle)
 *   relax.as.ts   AssemblyScript -> WebAssembly SIMD
 *   relax.wgsl    the body of one item, for WebGPU
 *
 * From the declaration come the TypeScript type of the arguments, the WGSL header, the layout of the
 * WebAssembly argument block and the random inputs of the conformance test.
 */

/**
 * `real` is float64 in the reference and float32 in WebAssembly and on the GPU; vecN are N reals. `f64` is float64
 * everywhere, which a GPU doesn't have.
 */
export type Element = 'real' | 'vec2' | 'vec4' | 'u32' | 'uvec2' | 'f64';

/**
 * The set a buffer ranges over, one element per member.
 * - `particles`, `springs`, `one`: as they say
 * - `entries`: the entries of a particle's row of neighbours, row after row, each as long as a multiple of four
 * - `rows`: those entries, and behind them where each row begins: one number a particle, and the end (engine/rows.ts)
 * - `corners`: the adjacent triangles of a particle, row after row
 * - `cornerStarts`: where each of those rows begins: one number a particle, and the end
 * - `particleBlocks`, `springBlocks`: `BLOCK` consecutive members, summed in fixed order
 * A method may have domains of its own: levels, regions, supernodes.
 */
export type Domain = string;

/** Members per block of a reduction: the same on every backend, so sums don't depend on the thread count. */
export const BLOCK = 256;

/** Blocks that so many members make: one at least, so that there is something to sum. */
export const blocksIn = (count: number): number => Math.max(1, Math.ceil(count / BLOCK));

export interface BufferDeclaration<E extends Element = Element> {
  readonly element: E;
  readonly domain: Domain;
  readonly access: 'read' | 'write';
  /** For `u32`/`uvec2`: the values are indices into this domain. */
  readonly indexes?: Domain;
  /** The indices of an item never point into the range the kernel runs over, except at the item itself. */
  readonly outsideRange?: boolean;
  /** Read by index only, never at the item itself: its members are those of another level, and may be fewer. */
  readonly elsewhere?: boolean;
  /** Blocks' sums of whatever domain: the buffer that is bound may be of another. */
  readonly anyDomain?: boolean;
  /** For `u32`: items may count in the same entry, by atomic addition. The order is nondeterministic, and so are the values read; the sum is not. */
  readonly atomic?: boolean;
  /** No result: what is left there is for the kernel alone. */
  readonly passing?: boolean;
  /** Counters by which threads synchronise. Each thread must have its own share of the range, and all must run at the same time. */
  readonly meeting?: boolean;
}

type ReadOptions = Pick<BufferDeclaration, 'indexes' | 'outsideRange' | 'elsewhere' | 'anyDomain'>;

export const read = <E extends Element>(element: E, domain: Domain, options: ReadOptions = {}) =>
  ({ element, domain, access: 'read', ...options }) as const satisfies BufferDeclaration<E>;

/** Read and written. */
export const write = <E extends Element>(element: E, domain: Domain) =>
  ({ element, domain, access: 'write' }) as const satisfies BufferDeclaration<E>;

/** Room to work in: what is found there and left there means nothing, and the reference may do without. */
export const room = <E extends Element>(element: E, domain: Domain) =>
  ({ element, domain, access: 'write', passing: true }) as const satisfies BufferDeclaration<E>;

/** Counts by which threads meet: 0 at first, kept from call to call. The reference does without. */
export const meetings = (domain: Domain) =>
  ({
    element: 'u32',
    domain,
    access: 'write',
    passing: true,
    meeting: true,
  }) as const satisfies BufferDeclaration<'u32'>;

/** Counted into, wherever an item likes. */
export const tally = (domain: Domain) =>
  ({ element: 'u32', domain, access: 'write', atomic: true }) as const satisfies BufferDeclaration<'u32'>;

export type ScalarType = 'real' | 'u32';
type Buffers = Readonly<Record<string, BufferDeclaration>>;
type Scalars = Readonly<Record<string, ScalarType>>;

export type RealArray = Float64Array | Float32Array;
type ArrayOf<E extends Element> = E extends 'u32' | 'uvec2' ? Uint32Array : RealArray;

/** What the reference version of a kernel receives: flat arrays by buffer name, numbers by scalar name. */
export type KernelArguments<B extends Buffers, S extends Scalars> = {
  readonly [K in keyof B]: ArrayOf<B[K]['element']>;
} & { readonly [K in keyof S]: number };

export interface Kernel<B extends Buffers = Buffers, S extends Scalars = Scalars> {
  readonly name: string;
  /** The domain of the items; a call runs over a range of it. */
  readonly over: Domain;
  readonly buffers: B;
  readonly scalars: S;
  /** Items depend on the items before them: one thread runs the whole range. Such a kernel has no WGSL. */
  readonly serial: boolean;
  reference(this: void, args: KernelArguments<B, S>, first: number, end: number): void;
  /** WGSL of `fn <name>(i: u32)`, the work of item i; where lanes share it, of `fn <name>(i: u32, local: u32)`. */
  readonly wgsl?: string;
  /**
   * On the GPU so many invocations share the work of an item: a whole workgroup of `BLOCK`, or a power of two that is less than
   * `WORKGROUP`; then the first `LANES` of a workgroup, `local` counting them, have one item, the next another, and the last item of
   * a range may be done more than once.
   */
  readonly lanes?: number;
}

/** Storage buffers that WebGPU binds everywhere. */
const MOST_BUFFERS = 8;

export function defineKernel<const B extends Buffers, const S extends Scalars>(
  kernel: Omit<Kernel<B, S>, 'serial'> & { serial?: boolean },
): Kernel<B, S> {
  const count = Object.keys(kernel.buffers).length;
  if (kernel.wgsl !== undefined && count > MOST_BUFFERS)
    throw new Error(
      `kernel ${kernel.name} has ${count} buffers: WGSL may bind ${MOST_BUFFERS}; join some, or leave out its WGSL`,
    );
  return { ...kernel, serial: kernel.serial ?? false };
}

/** Numbers per element. */
export const componentsOf: Readonly<Record<Element, number>> = {
  real: 1,
  vec2: 2,
  vec4: 4,
  u32: 1,
  uvec2: 2,
  f64: 1,
};

/** Bytes per element in WebAssembly and on the GPU. */
export const bytesOf = (element: Element): number => (element === 'f64' ? 8 : 4) * componentsOf[element];

/** The kind of array that holds elements in WebAssembly and on the GPU. */
export function storageOf(
  element: Element,
): Float64ArrayConstructor | Float32ArrayConstructor | Uint32ArrayConstructor {
  if (element === 'f64') return Float64Array;
  return isReal(element) ? Float32Array : Uint32Array;
}

export const isReal = (element: Element): boolean => element !== 'u32' && element !== 'uvec2';

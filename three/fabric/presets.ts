/** What makes one fabric look other than the next. */
import type { WeaveKind } from './weave.ts';

export interface FabricPreset {
  /** The colour where none is given. */
  readonly color: string;
  readonly roughness: number;
  /** Of the fuzz on the surface, which is bright where it is seen from the side. */
  readonly sheen: number;
  readonly sheenRoughness: number;
  /** Of a coat over the surface, as on leather. */
  readonly clearcoat: number;
  /** Share of the light on the far side that comes through. */
  readonly translucency: number;
  /** Metres: how thick the rim is drawn. */
  readonly rim: number;
  readonly weave: WeaveKind;
  /** Width of a thread, a grain or a fibre, metres. */
  readonly thread: number;
  /** The steepest slope on a thread. */
  readonly relief: number;
}

const MM = 1e-3;

export const FABRIC_PRESETS = {
  silk: {
    ...{ color: '#c8374a', roughness: 0.46, sheen: 0.5, sheenRoughness: 0.4, clearcoat: 0 },
    ...{ translucency: 0.3, rim: 1.2 * MM, weave: 'plain', thread: 0.3 * MM, relief: 0.12 },
  },
  cotton: {
    ...{ color: '#e6dfd2', roughness: 0.85, sheen: 0.35, sheenRoughness: 0.6, clearcoat: 0 },
    ...{ translucency: 0.28, rim: 1.6 * MM, weave: 'plain', thread: 0.6 * MM, relief: 0.5 },
  },
  denim: {
    ...{ color: '#3d5a82', roughness: 0.95, sheen: 0.2, sheenRoughness: 0.8, clearcoat: 0 },
    ...{ translucency: 0.04, rim: 3 * MM, weave: 'twill', thread: 1 * MM, relief: 0.7 },
  },
  wool: {
    ...{ color: '#8a7f72', roughness: 1, sheen: 0.8, sheenRoughness: 0.7, clearcoat: 0 },
    ...{ translucency: 0.06, rim: 4 * MM, weave: 'knit', thread: 3 * MM, relief: 0.8 },
  },
  leather: {
    ...{ color: '#6d4630', roughness: 0.55, sheen: 0, sheenRoughness: 1, clearcoat: 0.2 },
    ...{ translucency: 0, rim: 3.5 * MM, weave: 'grain', thread: 1.6 * MM, relief: 0.45 },
  },
  rubber: {
    ...{ color: '#34373c', roughness: 0.42, sheen: 0, sheenRoughness: 1, clearcoat: 0.25 },
    ...{ translucency: 0, rim: 3 * MM, weave: 'smooth', thread: 1 * MM, relief: 0 },
  },
  paper: {
    ...{ color: '#f4f1e8', roughness: 0.92, sheen: 0, sheenRoughness: 1, clearcoat: 0 },
    ...{ translucency: 0.35, rim: 0.6 * MM, weave: 'fibre', thread: 0.8 * MM, relief: 0.15 },
  },
  velvet: {
    ...{ color: '#4a1f3d', roughness: 1, sheen: 1, sheenRoughness: 0.28, clearcoat: 0 },
    ...{ translucency: 0.02, rim: 3.5 * MM, weave: 'fibre', thread: 0.5 * MM, relief: 0.3 },
  },
} as const satisfies Readonly<Record<string, FabricPreset>>;

/** The name of a fabric. */
export type Fabric = keyof typeof FABRIC_PRESETS;

/** The fabrics that `ClothMaterial` knows by name. */
export const FABRICS = Object.keys(FABRIC_PRESETS) as readonly Fabric[];

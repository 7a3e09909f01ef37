/** How heavy, stiff and smooth real fabrics are, for the fabric panel. Their looks are those of `ClothMaterial`. */
import type { Fabric } from 'selvedge/three';

export interface FabricNumbers {
  /** kg/m². */
  readonly density: number;
  /** N/m. */
  readonly structural: number;
  readonly shear: number;
  readonly bend: number;
  readonly friction: number;
  readonly color: string;
}

export const PRESETS: Readonly<Record<Fabric, FabricNumbers>> = {
  silk: { density: 0.1, structural: 300, shear: 40, bend: 0.6, friction: 0.35, color: '#c8374a' },
  cotton: { density: 0.16, structural: 600, shear: 100, bend: 2, friction: 0.5, color: '#e6dfd2' },
  denim: { density: 0.4, structural: 900, shear: 250, bend: 12, friction: 0.55, color: '#3d5a82' },
  wool: { density: 0.35, structural: 400, shear: 80, bend: 6, friction: 0.6, color: '#a08c74' },
  leather: { density: 0.9, structural: 1500, shear: 500, bend: 40, friction: 0.6, color: '#7a4c30' },
  rubber: { density: 1.2, structural: 500, shear: 200, bend: 4, friction: 0.9, color: '#3f4a4e' },
  paper: { density: 0.08, structural: 600, shear: 250, bend: 30, friction: 0.35, color: '#f4f1e8' },
  velvet: { density: 0.3, structural: 500, shear: 90, bend: 5, friction: 0.6, color: '#5b2350' },
};

/** What bodies look like: cloth with a weave of real size, rubber for what is solid, yarn for ropes. */
import { ClothMaterial, type ClothMaterialOptions, FABRICS, type Fabric } from 'selvedge/three';
import { Color } from 'three';
import {
  abs,
  color,
  dot,
  float,
  fwidth,
  max,
  mix,
  normalWorld,
  positionWorld,
  select,
  smoothstep,
  uv,
  vec2,
} from 'three/tsl';
import { shadowOffset, sunward } from './lighting.ts';

/** Fabrics that scenes name and that look like another one, but for some of it. */
const ALIKE: Readonly<Record<string, readonly [Fabric, ClothMaterialOptions?]>> = {
  nylon: ['silk', { translucency: 0.2 }],
  linen: ['cotton', { thread: 0.001 }],
  canvas: ['cotton', { thread: 0.0015, translucency: 0.06, rim: 0.0025 }],
  sailcloth: ['cotton', { translucency: 0.3 }],
  felt: ['wool', { thread: 0.001 }],
};

/** The fabric that a scene's material looks like, by its first word: any other name looks like cotton. */
export function fabricOf(material: string): readonly [Fabric, ClothMaterialOptions?] {
  const [word] = material.split(' ');
  const named = FABRICS.find((each) => each === word);
  return named ? [named] : (ALIKE[word] ?? ['cotton']);
}

/** The stripe of light thread along both selvedges: from and to so far from the edge, metres. */
const STRIPE = [0.02, 0.028] as const;
const LINEN = '#f3e9dc';
/** Fabrics that are woven, which have a selvedge. */
const WOVEN: readonly Fabric[] = ['silk', 'cotton', 'denim', 'wool', 'velvet'];

export interface FabricOptions {
  readonly colour: string;
  /** Name of the scene's material. */
  readonly material: string;
  /** Width and height at rest, metres. */
  readonly size: readonly [number, number];
}

export function fabric({ colour, material: name, size }: FabricOptions): ClothMaterial {
  const [looks, options] = fabricOf(name);
  const material = sunlit(new ClothMaterial(looks, { ...options, color: colour, size }));
  return WOVEN.includes(looks) ? Object.assign(material, { colorNode: striped(colour, size) }) : material;
}

/** A cloth's colour with its selvedges. */
function striped(colour: string, [width, height]: readonly [number, number]) {
  const metres = uv().mul(vec2(width, height));
  const fromEdge = float(width / 2).sub(abs(metres.x.sub(width / 2)));
  const soft = max(fwidth(metres.x), 1e-5);
  const isStripe = smoothstep(soft.negate(), soft, fromEdge.sub(STRIPE[0])).sub(
    smoothstep(soft.negate(), soft, fromEdge.sub(STRIPE[1])),
  );
  return mix(color(new Color(colour)), color(new Color(LINEN)), isStripe.mul(0.7));
}

/**
 * The far side of a cloth asks for shadows a little in front of itself, seen from the sun, as the near side does: its own near side keeps no
 * light from it.
 */
function sunlit(material: ClothMaterial): ClothMaterial {
  const isBehind = dot(normalWorld, sunward).lessThan(0);
  const offset = select(isBehind, shadowOffset.mul(-2), 0);
  return Object.assign(material, { receivedShadowPositionNode: positionWorld.add(normalWorld.mul(offset)) });
}

/** What is solid. */
export const rubber = (colour: string) => new ClothMaterial('rubber', { color: colour, rim: 0 });

/** Meshes and yarn, whose uvs do not say how large they are. */
export const plainCloth = (colour: string) =>
  sunlit(new ClothMaterial('cotton', { color: colour, size: [1, 1] }));

/** What bodies look like: cloth with a weave of real size, rubber for what is solid, yarn for ropes. */
import { Color, DoubleSide } from 'three';
import {
  abs,
  color,
  float,
  floor,
  fract,
  frontFacing,
  fwidth,
  hash,
  max,
  mix,
  mod,
  normalMap,
  select,
  smoothstep,
  uv,
  vec2,
  vec3,
} from 'three/tsl';
import { MeshPhysicalNodeMaterial } from 'three/webgpu';

/** How a fabric takes the light. */
interface Look {
  /** Width of a thread, metres; drawn thicker than real yarn, so that it can be seen from a metre away. */
  readonly thread: number;
  /** How much a thread stands out: the steepest slope on it. */
  readonly relief: number;
  readonly roughness: number;
  /** Of the fuzz on the surface, which is bright where it is seen from the side. */
  readonly sheen: number;
  readonly sheenRoughness: number;
}

const COTTON: Look = { thread: 0.004, relief: 0.5, roughness: 0.85, sheen: 0.35, sheenRoughness: 0.6 };
/** By the name of the scene's material; any other cloth looks like cotton. */
const LOOKS: Readonly<Record<string, Look>> = {
  cotton: COTTON,
  silk: { thread: 0.0015, relief: 0.12, roughness: 0.42, sheen: 0.6, sheenRoughness: 0.35 },
  nylon: { thread: 0.002, relief: 0.2, roughness: 0.5, sheen: 0.3, sheenRoughness: 0.4 },
  linen: { thread: 0.006, relief: 0.7, roughness: 0.9, sheen: 0.2, sheenRoughness: 0.7 },
  canvas: { thread: 0.007, relief: 0.7, roughness: 0.9, sheen: 0.15, sheenRoughness: 0.7 },
  sailcloth: { thread: 0.004, relief: 0.3, roughness: 0.6, sheen: 0.15, sheenRoughness: 0.5 },
  velvet: { thread: 0.003, relief: 0.2, roughness: 0.95, sheen: 1, sheenRoughness: 0.3 },
};

/** The stripe of light thread along both selvedges: from and to so far from the edge, metres. */
const STRIPE = [0.02, 0.028] as const;
const LINEN = new Color('#f3e9dc');

export interface FabricOptions {
  readonly colour: string;
  /** Name of the scene's material. */
  readonly material: string;
  /** Width and height at rest, metres. */
  readonly size: readonly [number, number];
}

export function fabric({ colour, material: name, size }: FabricOptions): MeshPhysicalNodeMaterial {
  const look = LOOKS[name] ?? COTTON;
  const [width, height] = size;
  const metres = uv().mul(vec2(width, height));
  const place = metres.div(look.thread);
  const cell = floor(place);
  const within = fract(place).sub(0.5).mul(2);
  // Warp and weft lie on top in turn; seen across, a thread is round, and along it dips at both ends.
  const isWarp = mod(cell.x.add(cell.y), 2).lessThan(0.5);
  const across = select(isWarp, within.x, within.y);
  // Threads finer than a pixel would shimmer: there the cloth takes their mean.
  const pixel = fwidth(place);
  const fine = smoothstep(0.2, 0.7, max(pixel.x, pixel.y));
  const shown = float(1).sub(fine).mul(look.relief);
  const slope = vec2(
    select(isWarp, within.x, within.x.mul(0.5)),
    select(isWarp, within.y.mul(0.5), within.y),
  ).mul(shown);
  const shade = float(1).sub(across.mul(across).mul(0.25).mul(shown));
  // No two threads of a real cloth are dyed alike.
  const uneven = hash(select(isWarp, cell.x, cell.y.add(7919)))
    .sub(0.5)
    .mul(0.1)
    .mul(shown)
    .add(1);

  const front = color(new Color(colour));
  const back = color(new Color(colour).lerp(LINEN, 0.18));
  const fromEdge = float(width / 2).sub(abs(metres.x.sub(width / 2)));
  const soft = max(fwidth(metres.x), 1e-5);
  const isStripe = smoothstep(soft.negate(), soft, fromEdge.sub(STRIPE[0])).sub(
    smoothstep(soft.negate(), soft, fromEdge.sub(STRIPE[1])),
  );
  const face = select(frontFacing, front, back);

  const material = new MeshPhysicalNodeMaterial({
    side: DoubleSide,
    roughness: look.roughness,
    metalness: 0,
    sheen: look.sheen,
    sheenRoughness: look.sheenRoughness,
    sheenColor: new Color(colour).lerp(new Color('#ffffff'), 0.5),
  });
  material.colorNode = mix(face, color(LINEN), isStripe.mul(0.7)).mul(shade).mul(uneven);
  material.normalNode = normalMap(vec3(slope.mul(0.5).add(0.5), 1));
  return material;
}

/** What is solid, and meshes without a weave. */
export const rubber = (colour: string) =>
  new MeshPhysicalNodeMaterial({
    side: DoubleSide,
    color: new Color(colour),
    roughness: 0.38,
    metalness: 0,
    clearcoat: 0.25,
    clearcoatRoughness: 0.3,
  });

export const plainCloth = (colour: string) =>
  new MeshPhysicalNodeMaterial({
    side: DoubleSide,
    color: new Color(colour),
    roughness: COTTON.roughness,
    metalness: 0,
    sheen: COTTON.sheen,
    sheenRoughness: COTTON.sheenRoughness,
    sheenColor: new Color(colour).lerp(new Color('#ffffff'), 0.5),
  });

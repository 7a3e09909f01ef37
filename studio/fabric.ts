/** What cloth looks like: a plain weave, lighter on the back, with a light thread along both selvedges. */
import { Color, DoubleSide } from 'three';
import {
  abs,
  color,
  float,
  floor,
  fract,
  frontFacing,
  fwidth,
  max,
  mix,
  mod,
  select,
  smoothstep,
  step,
  uv,
} from 'three/tsl';
import { LineBasicNodeMaterial, MeshStandardNodeMaterial } from 'three/webgpu';

/** Threads across the cloth. */
const THREADS = 150;
/** How much darker a thread is where it dips under the other. */
const DEPTH = 0.22;
const LINEN = new Color('#f3e9dc');

export function fabric(colour: string): MeshStandardNodeMaterial {
  const front = color(new Color(colour));
  const back = color(new Color(colour).lerp(LINEN, 0.62));
  const place = uv().mul(THREADS);
  const cell = floor(place);
  const within = fract(place).sub(0.5).mul(2);
  // Warp and weft lie on top in turn; seen across, a thread is round.
  const isWarp = mod(cell.x.add(cell.y), 2).lessThan(0.5);
  const across = select(isWarp, within.x, within.y);
  const round = float(1).sub(across.mul(across).mul(DEPTH));
  // Threads finer than a pixel would shimmer: there the cloth takes their mean.
  const width = fwidth(place);
  const fine = smoothstep(0.15, 0.45, max(width.x, width.y));
  const weave = mix(round, float(1 - DEPTH / 3), fine);

  const fromEdge = float(0.5).sub(abs(uv().x.sub(0.5)));
  const isStripe = step(0.018, fromEdge).mul(float(1).sub(step(0.03, fromEdge)));
  const face = select(frontFacing, front, back);
  const material = new MeshStandardNodeMaterial({ side: DoubleSide, roughness: 0.82, metalness: 0 });
  material.colorNode = mix(face, color(LINEN), isStripe.mul(0.75)).mul(weave);
  return material;
}

export const thread = (colour: string) => new LineBasicNodeMaterial({ color: new Color(colour) });

/** The light of the studio: a bright room all round, a sun with soft shadows, and a sweep behind it all. */
import type { Scene } from 'selvedge/scene';
import { validateScene } from 'selvedge/scene';
import {
  AmbientLight,
  type Box3,
  Color,
  DirectionalLight,
  type DirectionalLightShadow,
  type Light,
  PointLight,
  type Texture,
  Vector3,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { color, float, mix, reference, screenUV, smoothstep, texture, uniform, vec2 } from 'three/tsl';
import { type Node, PMREMGenerator, type WebGPURenderer } from 'three/webgpu';

/** What a scene has that names neither camera, lights nor background. */
export const DEFAULTS = validateScene({ version: 1, bodies: [{ type: 'rope' }] }).scene;

export const isDefault = (scene: Scene, field: 'camera' | 'lights' | 'background'): boolean =>
  JSON.stringify(scene[field]) === JSON.stringify(DEFAULTS[field]);

/** The sweep: paper that is lit from above. */
export const SWEEP = { top: '#c9c5be', bottom: '#e4e0d9' } as const;
/** Where a scene names no lights of its own: from the upper left, in front. */
const SUN = new Vector3(-0.55, 1, 0.6);

/** Direction to the sun, and how far along its normal a surface asks for its shadow, metres. */
export const sunward = uniform(SUN.clone().normalize());
export const shadowOffset = uniform(0);

/** The background of a scene: the sweep, or the colour it names. */
export const backdrop = (scene: Scene) =>
  isDefault(scene, 'background')
    ? mix(color(SWEEP.top), color(SWEEP.bottom), smoothstep(0, 0.75, screenUV.y))
    : color(scene.background);

/** A room with bright windows, as light from all sides. */
export function roomLight(renderer: WebGPURenderer): Texture {
  const generator = new PMREMGenerator(renderer);
  const room = new RoomEnvironment();
  const { texture } = generator.fromScene(room, 0.04);
  room.dispose();
  generator.dispose();
  return texture;
}

export function lightsOf(scene: Scene, reach: Box3, size: number): Light[] {
  if (isDefault(scene, 'lights')) return [sunlight('#fff4e6', 2.2, SUN, reach, size, true)];
  const lights = scene.lights.map((light) => {
    if (light.type === 'ambient') return new AmbientLight(light.color, light.intensity);
    if (light.type === 'point') {
      const point = new PointLight(light.color, light.intensity);
      point.position.set(...light.position);
      return point;
    }
    const { color, intensity, position, shadow } = light;
    return sunlight(color, intensity, new Vector3(...position), reach, size, shadow);
  });
  return lights;
}

function sunlight(
  colour: string,
  intensity: number,
  from: Vector3,
  reach: Box3,
  size: number,
  hasShadow: boolean,
): DirectionalLight {
  const sun = new DirectionalLight(new Color(colour), intensity);
  const centre = reach.getCenter(new Vector3());
  sun.target.position.copy(centre);
  sun.position
    .copy(from)
    .normalize()
    .multiplyScalar(3 * size)
    .add(centre);
  sun.castShadow = hasShadow;
  const { shadow } = sun;
  shadow.mapSize.set(2048, 2048);
  Object.assign(shadow.camera, {
    left: -1.4 * size,
    right: 1.4 * size,
    top: 1.4 * size,
    bottom: -1.4 * size,
    near: size / 10,
    far: 9 * size,
  });
  // In metres along the normal: less, and the cloth shadows itself in stripes; more, and the shadow comes off its folds.
  shadow.normalBias = 0.012 * Math.min(2, size);
  sunward.value.copy(from).normalize();
  shadowOffset.value = shadow.normalBias;
  shadow.bias = -0.0006;
  (shadow as unknown as Filtered).filterNode = softShadow;
  return sun;
}

/** three's shadows take a filter of their own; its types leave the field out. */
interface Filtered {
  filterNode: unknown;
}

/** What three hands to a filter. */
interface FilterInputs {
  readonly depthTexture: Texture;
  readonly shadowCoord: Node<'vec3'>;
  readonly shadow: DirectionalLightShadow;
}

/** Distance of two looks into the shadow map, texels; each look is a mean of four. */
const SPREAD = 1.8;
/** Looks along each side of the square, and their weights: a tent. */
const LOOKS = [
  [-1, 1],
  [0, 2],
  [1, 1],
] as const;

/** The share of light that comes through: a mean of nine looks at fixed places, which leaves no grain. */
function softShadow({ depthTexture, shadowCoord, shadow }: FilterInputs): Node<'float'> {
  const texel = vec2(SPREAD).div(reference('mapSize', 'vec2', shadow) as unknown as Node<'vec2'>);
  let sum: Node<'float'> = float(0);
  for (const [x, across] of LOOKS)
    for (const [y, up] of LOOKS) {
      const at = shadowCoord.xy.add(vec2(x, y).mul(texel));
      const look = texture(depthTexture, at).compare(shadowCoord.z) as unknown as Node<'float'>;
      sum = sum.add(look.mul((across * up) / 16));
    }
  return sum;
}

/** A photo: many pictures from slightly different places in slightly different light, as one. Loaded when the first is taken. */
import { type DirectionalLight, Vector3 } from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { sunward } from './lighting.ts';

/** Pictures in one photo, and of five how many are lit from the sky instead of from the sun. */
const SAMPLES = 25;
const FROM_SKY = 2;
/** Radius of the sun, and of the lens, as a share of their distances from what is looked at. */
const SUN = 0.06;
const LENS = 0.0025;
/** Of the light: what of the sun's is the sky's here, and what is left of the room's, which has no shadows. */
const SKY = 0.5;
const ROOM = 0.7;

export interface Sitting {
  readonly renderer: WebGPURenderer;
  readonly camera: import('three').PerspectiveCamera;
  readonly content: import('three').Scene;
  readonly target: Vector3;
  /** Those with shadows. */
  readonly suns: readonly DirectionalLight[];
}

/** Evenly spread over a square, in any number: the first ones of the R2 sequence. */
const spread = (k: number): readonly [number, number] => [
  (0.5 + 0.7548776662 * k) % 1,
  (0.5 + 0.569840291 * k) % 1,
];

/** `told` hears how much is done, 0 to 1. The canvas has the size of the photo already. */
export async function photograph(sitting: Sitting, told: (share: number) => void): Promise<Blob> {
  const { renderer, camera, content, target, suns } = sitting;
  const canvas = renderer.domElement;
  const { width, height } = canvas;
  const sheet = new OffscreenCanvas(width, height);
  const context = sheet.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no canvas to put the photo on.');
  const sums = new Float32Array(4 * width * height);
  const eye = camera.position.clone();
  const places = suns.map((sun) => sun.position.clone());
  const strengths = suns.map((sun) => sun.intensity);
  const room = content.environmentIntensity;
  const towards = sunward.value.clone();
  const away = eye.clone().sub(target);
  const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
  try {
    content.environmentIntensity = room * ROOM;
    for (let k = 0; k < SAMPLES; k++) {
      const [u, v] = spread(k);
      const [angle, radius] = [2 * Math.PI * u, Math.sqrt(v)];
      camera.setViewOffset(width, height, u - 0.5, v - 0.5, width, height);
      const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => part * radius * LENS * away.length());
      camera.position.copy(eye).addScaledVector(right, x).addScaledVector(up, y);
      camera.lookAt(target);
      const isSky = k % 5 < FROM_SKY;
      suns.forEach((sun, s) => {
        light(sun, places[s], isSky, spread(7 * k + 3));
        sunward.value.copy(sun.position).sub(sun.target.position).normalize();
        sun.intensity = strengths[s] * (isSky ? (SKY * 5) / FROM_SKY : ((1 - SKY / 2) * 5) / (5 - FROM_SKY));
      });
      await new Promise(requestAnimationFrame);
      renderer.render(content, camera);
      // In the same task: afterwards the browser takes the picture off the canvas.
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      for (let at = 0; at < data.length; at++) sums[at] += data[at];
      told((k + 1) / SAMPLES);
    }
  } finally {
    content.environmentIntensity = room;
    sunward.value.copy(towards);
    suns.forEach((sun, s) => {
      sun.position.copy(places[s]);
      sun.intensity = strengths[s];
    });
    camera.clearViewOffset();
    camera.position.copy(eye);
    camera.lookAt(target);
  }
  const mean = new ImageData(width, height);
  for (let at = 0; at < sums.length; at++) mean.data[at] = Math.round(sums[at] / SAMPLES);
  context.putImageData(mean, 0, 0);
  return sheet.convertToBlob({ type: 'image/png' });
}

/** Puts a sun somewhere on its disc, or anywhere in the sky. */
function light(
  sun: DirectionalLight,
  place: Vector3,
  isSky: boolean,
  [u, v]: readonly [number, number],
): void {
  const middle = sun.target.position;
  const distance = place.distanceTo(middle);
  const angle = 2 * Math.PI * u;
  if (isSky) {
    // More from above: light that falls flat counts less.
    const height = Math.sqrt(0.1 + 0.9 * v);
    const flat = Math.sqrt(1 - height * height);
    sun.position
      .set(flat * Math.cos(angle), height, flat * Math.sin(angle))
      .multiplyScalar(distance)
      .add(middle);
    return;
  }
  const towards = place.clone().sub(middle).normalize();
  const across = new Vector3(0, 1, 0).cross(towards).normalize();
  const along = towards.clone().cross(across);
  const radius = SUN * distance * Math.sqrt(v);
  sun.position
    .copy(place)
    .addScaledVector(across, radius * Math.cos(angle))
    .addScaledVector(along, radius * Math.sin(angle));
}

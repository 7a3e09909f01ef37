/** How much JavaScript holds on to, once its garbage is collected. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Makes Node collect its garbage, so that what is counted is held on to. */
export function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Bytes that are held on to for the sake of what `make` gives. */
export function heldBy(make: () => object): number {
  const collect = collector();
  const held = () => {
    collect();
    collect(); // array buffers are freed in the background; the next collection waits for that
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  const kept = [make()];
  const bytes = held() - before;
  kept.pop(); // not before it is counted
  return bytes;
}

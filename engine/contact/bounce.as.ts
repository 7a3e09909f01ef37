import { isSound } from '../motion/sound.as';
import { xyz } from '../vector.as';

@unmanaged
export class Bounce {
  v: usize;
  touch: usize;
}

export function bounce(a: Bounce, first: u32, end: u32): void {
  for (let o: usize = (<usize>first) << 4, stop: usize = (<usize>end) << 4; o < stop; o += 16) {
    const added = f32x4.add(v128.load(a.v + o), xyz(v128.load(a.touch + o)));
    if (isSound(added)) v128.store(a.v + o, added);
  }
}

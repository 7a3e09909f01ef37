import { countOne } from './tally.as';

@unmanaged
export class NoteTears {
  tears: usize;
}

export function noteTears(a: NoteTears, first: u32, end: u32): void {
  for (let k = first; k < end; k++) countOne(a.tears);
}

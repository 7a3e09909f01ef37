/**
 * Which way to go through a range: to and fro, call by call, since of more than a cache holds it has what was at hand last. What a kernel
 * computes does not depend on it.
 */
let up = true;

export function goesUp(): bool {
  return up;
}

export function setWay(isUp: bool): void {
  up = isUp;
}

/** Hash of a JSON value, 53 bits. Different values collide with a probability of 2⁻⁵³. */
const word = new Float64Array(1);
const halves = new Uint32Array(word.buffer);

export function fingerprint(value: unknown): number {
  // Two hashes of 32 bits [FNV-1a and its like with another prime], of which 53 bits are kept.
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  const add = (part: number) => {
    low = Math.imul(low ^ part, 0x01000193);
    high = Math.imul(high ^ part, 0x85ebca6b) ^ (high >>> 15);
  };
  const addText = (text: string) => {
    add(text.length);
    for (let k = 0; k < text.length; k++) add(text.charCodeAt(k));
  };
  const visit = (inside: unknown): void => {
    if (typeof inside === 'number') {
      word[0] = inside;
      add(halves[0]);
      add(halves[1]);
    } else if (Array.isArray(inside)) {
      add(inside.length);
      for (const each of inside) visit(each);
    } else if (typeof inside === 'object' && inside !== null) {
      for (const [name, each] of Object.entries(inside)) {
        addText(name);
        visit(each);
      }
    } else addText(String(inside));
  };
  visit(value);
  return (low >>> 0) * 2 ** 21 + (high >>> 11);
}

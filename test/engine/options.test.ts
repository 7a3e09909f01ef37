/** Fields that do not exist are refused by name, with the one that was probably meant. */
import { demandFields, type FieldsOf, InputError, nearest, unknownField } from 'selvedge';
import { describe, expect, it } from 'vitest';

interface Options {
  readonly size?: number;
  readonly stretch?: number;
}
const FIELDS: FieldsOf<Options> = { size: true, stretch: true };

const refusal = (path: string, given: unknown): InputError => {
  try {
    demandFields<Options>(path, given, FIELDS);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('demandFields', () => {
  it('takes fields that exist, and undefined ones as left out', () => {
    for (const given of [{}, { size: 1 }, { size: 1, stretch: undefined }, { sise: undefined }])
      expect(() => demandFields('cloth', given, FIELDS)).not.toThrow();
  });

  it('names the field, its value, what exists and what was probably meant', () => {
    const error = refusal('cloth', { sise: 3 });
    expect(error.path).toBe('cloth.sise');
    expect(error.value).toBe(3);
    expect(error.allowed).toBe('Known here: size, stretch');
    expect(error.message).toBe('cloth.sise: unknown field. Did you mean "size"? Known here: size, stretch');
    expect(refusal('', { strech: 3 }).path).toBe('strech');
  });

  it('knows what others call a field', () => {
    expect(refusal('cloth', { width: 2 }).message).toContain('Did you mean "size"?');
    expect(unknownField('solver', ['method'])[1]).toContain('Did you mean "method"?');
    expect(unknownField('zzz', ['method'])[1]).not.toContain('Did you mean');
  });

  it.each([null, 3, 'size', [], new Float64Array(3), true])('refuses %o, which is no object', (given) => {
    expect(refusal('cloth', given).message).toMatch(/^cloth: .*an object with size, stretch$/);
    expect(refusal('', given).path).toBe('options');
  });

  it('refuses names of any length in time that does not grow with them', () => {
    const known = Array.from({ length: 100 }, (_, k) => `field${k}`);
    expect(nearest('x'.repeat(1e6), known)).toBeUndefined();
    expect(nearest('feild7', known)).toBe('field7');
  });
});

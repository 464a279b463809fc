import * as fc from 'fast-check';
import { HOSTILE } from './hostile.ts';

/** Any hostile value, or anything else that a request can hold. */
export const anyHostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.bigInt().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

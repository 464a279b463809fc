import { expect } from 'chai';
import { exceededBound } from '../../../../common/domain/json-bounds.ts';

const MOST = { levels: 3, values: 5 };
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('the bounds of a JSON text', () => {
  for (const [text, exceeded] of [
    ['', null],
    ['1', null],
    [nested(3), null],
    [nested(4), 'levels'],
    ['{"a":{"b":{"c":1}}}', null],
    ['{"a":{"b":{"c":[]}}}', 'levels'],
    ['[[],[],[]]', 'values'],
    ['[1,2,3,4,5]', null],
    ['[1,2,3,4,5,6]', 'values'],
    ['"[[[[[[,,,,,,"', null],
    ['["\\"[[[[","\\\\",[[]]]', null],
    ['["\\\\",[[[]]]]', 'levels'],
    ['"[[[[', null],
    ['"\\', null],
    [']]]]', null],
  ] as const) {
    it(`exceeds ${exceeded ?? 'no bound'} with ${text}`, () =>
      expect(exceededBound(text, MOST)).to.equal(exceeded));
  }
});

import { expect } from 'chai';
import { jsonFault } from '../../../../common/domain/json-fault.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('the search for the fault of a JSON text', () => {
  for (const [name, text] of [
    ['a deep text', '['.repeat(200_000)],
    ['a long text', `"${'a'.repeat(200_000)}`],
    ['a text that is too long', '{'.repeat(10_000_000)],
  ] as const)
    it(`takes a second of CPU in ${name}`, async () => {
      expect(await ownTime(() => jsonFault(text))).to.be.below(1000);
    });
});

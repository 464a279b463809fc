import { expect } from 'chai';
import { mjmlProblems } from '../../../../common/domain/mjml-structure.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('the check of MJML', () => {
  for (const piece of ['<mjml>', '<', '<mj-text>', '</mj-text>', '<a b="', '<!--', '\n<x>', '<![CDATA[', '"'])
    it(`takes linear time in a megabyte of ${JSON.stringify(piece)}`, async () => {
      const mjml = piece.repeat(2 ** 20 / piece.length);
      expect(await ownTime(() => mjmlProblems(mjml), 1)).to.be.below(2000);
    });
});

import { expect } from 'chai';
import { classify } from '../../../../common/replies/classify.ts';
import { ownTime } from '../../../support/own-time.ts';
import { knownReplies } from '../../../support/replies.ts';

const CALLS = 2000;

describe('the classification of a reply', () => {
  for (const text of [
    knownReplies()[0]!.reply.text,
    'a'.repeat(100_000),
    'user '.repeat(20_000),
    '@'.repeat(100_000),
    '5.1.'.repeat(20_000),
    'sender mailbox account '.repeat(5000),
    '550-'.repeat(5000),
  ])
    it(`takes microseconds: ${text.slice(0, 20)}`, async () => {
      const reply = { stage: 'RCPT', code: 550, enhanced: null, text } as const;
      const classifyAll = () => {
        for (let at = 0; at < CALLS; at += 1) classify(reply);
      };
      expect(((await ownTime(classifyAll)) / CALLS) * 1000).to.be.below(500);
    });
});

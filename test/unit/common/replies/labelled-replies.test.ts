import { expect } from 'chai';
import { wordsOf } from '../../../../common/replies/words.ts';
import {
  accuracyOf,
  accuracyText,
  knownReplies,
  labelledReplies,
  vetoedReplies,
} from '../../../support/replies.ts';
import { secondLabel } from '../../../support/second-labels.ts';

const sets = {
  others: labelledReplies('others'),
  further: labelledReplies('further'),
  later: labelledReplies('later'),
  fresh: labelledReplies('fresh'),
  unread: labelledReplies('unread'),
  newest: labelledReplies('newest'),
  latest: labelledReplies('latest'),
  gathered: labelledReplies('gathered'),
  listed: labelledReplies('listed'),
};
const replies = Object.values(sets).flat();
const third = (of: typeof replies) => of.filter((one) => one.isHeldOut);
const rest = (of: typeof replies) => of.filter((one) => !one.isHeldOut);

describe('replies of public sources', () => {
  it('are in no list that rules were written with', () => {
    const used = new Set(
      [...knownReplies().map(({ reply }) => reply.text), ...vetoedReplies().map(({ text }) => text)].map(
        wordsOf,
      ),
    );
    const seen = new Set<string>();
    for (const { reply } of replies) {
      const words = wordsOf(reply.text);
      expect(used.has(words), reply.text).to.equal(false);
      expect(seen.has(words), `twice: ${reply.text}`).to.equal(false);
      seen.add(words);
    }
    expect(replies.length).to.be.at.least(4530);
  });

  it('have a second label by documents, which is noted where it differs', () => {
    for (const { reply, alike, otherwise } of replies) {
      const second = secondLabel(reply.text);
      expect(otherwise, reply.text).to.equal(second === null || alike.includes(second) ? null : second);
    }
  });

  // The goals are those of texts that rules were written with; `fresh`, `unread`, `newest`, `latest`, `gathered` and `listed` are short of some. The
  // thirds of `unread`, `latest`, `gathered` and `listed`, whose texts no rule was written with and nothing learnt from, say how replies are
  // read that were never met: never worse than when they were measured. Their mistakes are not printed, because who reads them could not help but use them.
  for (const { name, of, isHeldOut, right, found, suppressed, suspected = suppressed } of [
    { name: 'all of others', of: sets.others, isHeldOut: false, right: 0.97, found: 0.95, suppressed: 0.001 },
    {
      name: 'all of further',
      of: sets.further,
      isHeldOut: false,
      right: 0.97,
      found: 0.95,
      suppressed: 0.001,
    },
    { name: 'all of later', of: sets.later, isHeldOut: false, right: 0.97, found: 0.95, suppressed: 0.001 },
    { name: 'all of fresh', of: sets.fresh, isHeldOut: false, right: 0.95, found: 0.9, suppressed: 0.001 },
    {
      name: 'the rest of unread',
      of: rest(sets.unread),
      isHeldOut: false,
      right: 0.95,
      found: 0.85,
      suppressed: 0.001,
    },
    { name: 'all of newest', of: sets.newest, isHeldOut: false, right: 0.95, found: 0.93, suppressed: 0.001 },
    {
      name: 'the rest of latest',
      of: rest(sets.latest),
      isHeldOut: false,
      right: 0.95,
      found: 0.9,
      suppressed: 0.001,
    },
    {
      name: 'the rest of gathered',
      of: rest(sets.gathered),
      isHeldOut: false,
      right: 0.98,
      found: 0.92,
      suppressed: 0.001,
    },
    {
      name: 'the rest of listed',
      of: rest(sets.listed),
      isHeldOut: false,
      right: 0.94,
      found: 0.88,
      suppressed: 0.001,
    },
    // As measured. One of 211 is suspected.
    {
      name: 'the third of listed',
      of: third(sets.listed),
      isHeldOut: true,
      right: 0.89,
      found: 0.75,
      suppressed: 0.001,
      suspected: 0.005,
    },
    {
      name: 'the third of gathered',
      of: third(sets.gathered),
      isHeldOut: true,
      right: 0.9,
      found: 0.84,
      suppressed: 0.001,
    },
    // As measured: one of its six dead mailboxes is not found. Of the three thirds together 244 are right, and 36 of 41 found.
    {
      name: 'the third of latest',
      of: third(sets.latest),
      isHeldOut: true,
      right: 0.9,
      found: 0.83,
      suppressed: 0.001,
    },
    {
      name: 'the third of unread',
      of: third(sets.unread),
      isHeldOut: true,
      right: 0.92,
      found: 0.87,
      suppressed: 0.001,
    },
  ])
    it(`${name}: ${100 * right} % get the right class, ${100 * found} % of dead mailboxes are found, at most ${100 * suppressed} % of living ones suppressed, ${100 * suspected} % suspected`, () => {
      const result = accuracyOf(of);
      console.log(`      ${accuracyText(result)}`);
      for (const { reply, alike, verdict } of isHeldOut ? [] : result.wrong)
        console.log(`      ${alike.join('/')}, not ${verdict.class} (${verdict.rule}): ${reply.text}`);
      expect(result.suppressed.length / result.living).to.be.at.most(suppressed);
      expect(result.suspected.length / result.living).to.be.at.most(suspected);
      expect(result.found / result.dead).to.be.at.least(found);
      expect(1 - result.wrong.length / result.replies).to.be.at.least(right);
    });
});

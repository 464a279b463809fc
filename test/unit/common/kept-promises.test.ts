import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { programSources } from '../../support/sources.ts';

/** The places that keep a promise for later callers, except `cached`, and why each leaves no rejection behind. */
const OTHERS: Readonly<Record<string, string>> = Object.freeze({
  'api/http/ready-file.ts: compressed': 'A failure leaves the file uncompressed.',
  'api/http/strangers.ts: last': 'A turn of the event loop never fails.',
  'api/pages/media.ts: reading': 'Its first caller awaits it at once, and it is dropped as it ends.',
  'common/batching/group-writer.ts: writing': 'A failure becomes its result.',
  'common/batching/group-writer.ts: written': 'Each caller that adds to the group handles its failure.',
  'common/store/write-probe.ts: answered': 'It never rejects.',
  'common/batching/coalesce.ts: next':
    'Its first caller awaits it at once, and it is dropped as its work begins.',
  'common/batching/coalesce.ts: underWay': 'It is dropped as it ends, and both ends are handled.',
  'common/metrics/store.ts: asking': 'It never fails, and is dropped as it ends.',
  'common/rates/limiter.ts: waitMs': 'A question to Redis never fails.',
  'common/store/transactions.ts: begun': 'Each command awaits it, and the transaction ends with it.',
  'common/rendering/shared-results.ts: underWay':
    'Its first caller awaits it at once, and it is dropped as it ends.',
  'worker/sending/delivery/intent.ts: moving': 'It never fails, and is dropped as it ends.',
  'worker/segments/page.ts: page': 'It is taken once, and its failure is handled as it begins.',
  'worker/runtime/sweep.ts: round': 'A round of the sweep never fails.',
  'common/fairness/turns.ts: begun':
    'Only the caller that asked for the share has it, and awaits it at once.',
  'common/fairness/yielding.ts: waiting': 'It never fails.',
});

/** A variable or field that gets its promise later, or a map of promises. */
const KEPT = [
  /(?:\blet |#)(\w+)(?:: [\w<>[\], |]*Promise<[^;=]*)(?:;| = )/g,
  /\b(?:const|let|readonly) #?(\w+)(?:: [^=;]+)? = new (?:Weak)?Map<[^;(]*Promise</g,
  /\breadonly (\w+): Promise<[^;]*;/g,
];

/** Properties of objects that are handed out, rather than kept for later callers. */
const HANDED_OUT = new Set([
  'common/cache/cached.ts: answer',
  'local/embedded.ts: failed',
  'local/guard.ts: exited',
  'local/service.ts: failed',
]);

describe('a promise that is kept for later callers', () => {
  it('belongs to `cached`, or leaves no rejection behind for a reason', () => {
    const found = programSources().flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return KEPT.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => `${file}: ${name}`));
    });
    const others = [...new Set(found)].filter((place) => !HANDED_OUT.has(place));
    expect(others.sort()).to.deep.equal(Object.keys(OTHERS).sort());
  });
});

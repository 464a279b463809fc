import { expect } from 'chai';
import { UNSHARED } from '../../../../api/http/list-shares.ts';
import type { Listing } from '../../../../api/http/listing.ts';
import { listOptOuts } from '../../../../api/resources/opt-out-lists.ts';
import { createdWithin, type QuestionRunner } from '../../../../api/resources/searches.ts';
import { findRecipients } from '../../../../api/resources/segment-searches.ts';
import { SegmentRecipient } from '../../../../common/models/segment-recipients.ts';
import { Segment } from '../../../../common/models/segments.ts';
import { Suppression } from '../../../../common/models/suppressions.ts';
import { type Api, type Client, startApi } from '../../../support/api.ts';
import { contactBook } from '../../../support/contact-book.ts';
import { rows } from '../../../support/rows.ts';

const days = { from: '2026-05-02' };
/** Of ten rows, those in the last two places are of these days. */
const dayOf = (at: number) => new Date(`2026-05-0${at < 8 ? 1 : 2}T12:00:00Z`);

describe('lists by days', () => {
  let api: Api;
  let client: Client;
  const account = () => ({
    id: client.user_id,
    timezone: 'utc',
    suspended: false,
    closed: false,
    quotas: {} as never,
  });

  before(async () => {
    api = await startApi('day-lists');
    client = await api.account();
  });
  after(() => api.stop());

  const idsOf = async (list: Listing, limit: number | null) => {
    const ids: number[] = [];
    for await (const { items } of list.pages({ afterId: 0, limit }, UNSHARED))
      ids.push(...items.map(({ id }) => id));
    return ids;
  };

  it('read opt-outs page by page, with no question that could take too long', async () => {
    const email_address = Array.from({ length: 10 }, (_, at) => `p${at}@example.com`).join(',');
    await client.post('/global-unsubscribes/save', { email_address });
    const all = await rows(Suppression).find({ user_id: client.user_id }).sort({ _id: 1 }).toArray();
    for (const [at, { _id }] of all.entries())
      await rows(Suppression).updateOne({ _id }, { $set: { created_at: dayOf(at) } });
    const noQuestion: QuestionRunner = () => expect.fail('a question was asked');
    const list = listOptOuts(account(), null, days, noQuestion);
    const last = all.slice(8).map(({ _id }) => _id);
    expect(await idsOf(list, null)).to.deep.equal(last);
    expect(await idsOf(list, 1)).to.deep.equal(last.slice(0, 1));
  });

  for (const isWalk of [false, true])
    it(`find only recipients of these days ${isWalk ? 'in a walk' : 'among a few'}`, async () => {
      const typeId = await contactBook(client).addType('Customers');
      const content = { contact_type_id: typeId, select_field: ['first_name'], select_operator: ['is'] };
      const { id } = (
        await client.post('/segment/store', { ...content, segment_name: 'Adas', value: ['Ada'] })
      ).body;
      const segment = (await rows(Segment).findOne({ _id: id }))!;
      for (let at = 0; at < 10; at += 1) {
        const email = `ada${at}@example.com`;
        const names = { first_name: 'Ada', last_name: 'King' };
        await client.post('/segment/email/store', { segment_id: id, email, ...names });
        const of = { segment_id: id, 'by_hand.email_norm': email };
        await rows(SegmentRecipient).updateOne(of, { $set: { created_at: dayOf(at) } });
      }
      let asked = 0;
      const ask: QuestionRunner = (question) => {
        asked += 1;
        // Says that there are more than a few.
        if (isWalk && asked === 1) return Promise.resolve(null as never);
        return question({
          collection: (of) => of,
          options: () => ({ signal: new AbortController().signal, maxTimeMS: 60_000 }),
          countingMs: 0,
          ids: () => expect.fail('ids were asked for'),
        });
      };
      const found = (input: object, from: string) =>
        findRecipients(segment, input, createdWithin({ from }, account()), ask)(0, 1);
      expect(await found({ search: 'ada' }, '2030-01-01')).to.deep.equal([]);
      if (isWalk) return;
      expect(await found({ email: 'ada1@example.com' }, days.from)).to.deep.equal([]);
      expect(await found({ email: 'ada9@example.com' }, days.from)).to.have.length(1);
    });
});

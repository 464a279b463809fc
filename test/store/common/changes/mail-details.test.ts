import { expect } from 'chai';
import fc from 'fast-check';
import { recordEvents } from '../../../../common/changes/engagement.ts';
import { markDirty } from '../../../../common/changes/figures.ts';
import { countDetails, dueForDetails, refreshDetails } from '../../../../common/changes/mail-details.ts';
import { applyMailEvent } from '../../../../common/changes/mail-events.ts';
import { now, setClock } from '../../../../common/clock.ts';
import type { MailEvent } from '../../../../common/domain/mail-events.ts';
import { BatchDetails } from '../../../../common/models/batch-details.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { detailsOfMailing } from '../../../../common/queries/mail-details.ts';
import { HOUR, MINUTE, movableClock } from '../../../support/automations.ts';
import { createSend, type Engine, type Subject, startOwnEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { ofAccount, ofMailing, ofRows, stored } from '../../../support/mail-details.ts';
import { rows } from '../../../support/rows.ts';
import { trackedEvent } from '../../../support/tracked-events.ts';
import { addContacts } from '../../../support/world.ts';

const SIZE = 30;
const DOMAINS = ['one.example', 'two.example', 'three.example'];
const RUNS = Number(process.env['FC_RUNS'] ?? 6);

describe('the table of mail details', () => {
  let engine: Engine;
  let ground: Ground;
  let clock: ReturnType<typeof movableClock>;
  let subject: Subject;

  before(async () => {
    // A round of the sweep counts only some batches of all accounts.
    engine = await startOwnEngine('common-mail-details');
  });
  after(() => engine.stop());
  afterEach(() => setClock());

  /** A send of which one mail is refused for now, one is gone, and three meet full mailboxes. */
  async function send(): Promise<void> {
    clock = movableClock();
    ground = await engine.ground();
    await addContacts(
      ground,
      Array.from({ length: SIZE }, (_, at) => `person${at}@${at === 9 ? 'later.example' : DOMAINS[at % 3]}`),
    );
    engine.mail.answer((to) => {
      const number = Number(/\d+/.exec(to)![0]);
      if (number === 3) return { code: 550, text: '5.1.1 no such user' };
      if (number % 10 === 4) return { code: 552, text: '5.2.2 mailbox full' };
      return number === 9 ? { code: 451, text: '4.2.0 later' } : null;
    });
    subject = await createSend(ground);
    await engine.worker.ring('start-single-send', { singleSendId: subject.id, userId: subject.userId });
    await engine.work();
    engine.mail.answer(() => null);
  }

  const refreshed = () => refreshDetails({ user_id: subject.userId, mailing: subject.mailing });

  /** Expects that the stored details equal an aggregation over the rows. */
  async function compare(): Promise<void> {
    const said = await ofRows({ mailing: subject.mailing });
    expect(await ofMailing(subject.mailing)).to.deep.equal(said);
    expect(await ofAccount(subject.userId)).to.deep.equal(said);
  }

  const someRow = async (at: number): Promise<number> => (await subject.rows())[at % SIZE]!._id;

  /** Changes of mails, and of the counts of their details. */
  const CHANGES: Readonly<Record<string, (at: number) => Promise<unknown>>> = {
    open: async (at) => recordEvents([trackedEvent('open', await someRow(at))]),
    click: async (at) => recordEvents([trackedEvent('click', await someRow(at))]),
    unsubscribe: async (at) => recordEvents([trackedEvent('unsubscribe', await someRow(at))]),
    lateBounce: async (at) =>
      applyMailEvent(
        await event(at, { kind: 'bounced', class: 'policy', reply: '550 5.7.1 no' }),
        engine.api.config,
      ),
    complain: async (at) =>
      applyMailEvent(
        await event(at, { kind: 'complained', class: 'unknown', reply: 'abuse' }),
        engine.api.config,
      ),
    retry: () => ground.client.post(`/single-send/retry?utr=${subject.utr}`, { classes: ['full'] }),
    sweep: () => engine.sweepOnce(),
    wait: async (at) => clock.pass((at % 20) * MINUTE),
    look: refreshed,
    // As workers of version 0.1.0 store them.
    old: () => BatchDetails.updateMany({}, { $unset: { user_id: '' } }),
  };

  const event = async (
    at: number,
    fields: Pick<MailEvent, 'kind' | 'class' | 'reply'>,
  ): Promise<MailEvent> => ({
    account: null,
    delivery: await someRow(at),
    attempt: null,
    recipient: null,
    rule: 'test',
    ...fields,
  });

  it('equals the rows after any changes in any order', async () => {
    const change = fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(SIZE - 1));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 40 }), async (changes) => {
        await send();
        for (const [name, at] of changes) await CHANGES[name]!(at);
        clock.pass(2000);
        await refreshed();
        await compare();
        clock.pass(HOUR);
        await engine.sweepOnce();
        await engine.sweepOnce();
        clock.pass(2000);
        await refreshed();
        await compare();
      }),
      { numRuns: RUNS, endOnFailure: true, includeErrorInReport: true },
    );
  });

  describe('of a send that is over', () => {
    beforeEach(async () => {
      await send();
      clock.pass(HOUR);
      await engine.sweepOnce();
    });

    it('follows a count by the sweep, and the batch is marked no more', async () => {
      clock.pass(MINUTE);
      await engine.sweepOnce();
      expect(await stored(subject.mailing)).to.deep.equal({ marked: 0, details: 1 });
      await compare();
    });

    it('stays the same when it is counted twice, also at once', async () => {
      const batches = (await subject.batches()).filter(({ ids }) => ids === null);
      await Promise.all([countDetails(batches), countDetails(batches)]);
      await countDetails(batches);
      await compare();
      expect(await dueForDetails(10)).to.deep.equal([]);
    });

    it('follows a change after it was counted', async () => {
      await refreshed();
      await recordEvents([trackedEvent('open', await someRow(0))]);
      await refreshed();
      await compare();
      // A change that is stored long after its mark.
      clock.pass(5000);
      await rows(Delivery).updateOne(
        { _id: await someRow(6) },
        { $set: { opens: 1, first_opened_at: now(), last_opened_at: now() } },
      );
      clock.pass(5000);
      await refreshed();
      await compare();
      expect((await stored(subject.mailing)).marked).to.equal(0);
    });

    it('reads no rows while nothing is marked', async () => {
      clock.pass(MINUTE);
      await refreshed();
      const before = await detailsOfMailing(subject.userId, subject.mailing);
      await rows(Delivery).updateMany({ mailing: subject.mailing }, { $set: { state: 'skipped' } });
      await refreshed();
      expect(await detailsOfMailing(subject.userId, subject.mailing)).to.deep.equal(before);
      await markDirty(
        subject.userId,
        (await subject.batches()).map(({ _id }) => _id),
      );
      await refreshed();
      await compare();
    });
  });
});

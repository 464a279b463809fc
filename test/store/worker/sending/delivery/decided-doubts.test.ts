import { expect } from 'chai';
import { decide, inDoubt } from '../../../../../api/services/queries/doubts.ts';
import { askForEngagement, recordEngagement } from '../../../../../common/changes/engagement-dates.ts';
import { Batch } from '../../../../../common/models/batches.ts';
import { Contact } from '../../../../../common/models/contacts.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { Mailing } from '../../../../../common/models/mailings.ts';
import { SingleSend } from '../../../../../common/models/single-sends.ts';
import type { Rows } from '../../../../../common/store/collection.ts';
import finishMailing from '../../../../../worker/sending/jobs/finish-mailing.ts';
import { leaveInDoubt } from '../../../../support/doubts.ts';
import { driverOf } from '../../../../support/driver-methods.ts';
import { createSend, type Engine, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';
import { decisionGroups, deliveryBatches } from '../../../../support/small-steps.ts';
import { addContacts } from '../../../../support/world.ts';

/** Mails that one step of a decision changes. */
const GROUP = 20;

describe('a person’s decision on mails in doubt', () => {
  decisionGroups(GROUP);
  deliveryBatches(GROUP / 2);
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('worker-decided-doubts', { IN_DOUBT: 'hold' });
  });
  after(() => engine.stop());
  beforeEach('a send to three completes', async () => {
    ground = await engine.ground();
    await addContacts(ground, people(3));
    subject = await createSend(ground);
    await engine.sweepOnce();
    await engine.sweepOnce();
    expect(await subject.details()).to.include({ status: 3, delivered: 3 });
    engine.mail.mails.length = 0;
  });

  const mailing = () => ({ _id: subject.mailing, user_id: ground.client.user_id });
  const left = () => rows(Delivery).countDocuments(inDoubt(subject.mailing));
  const finish = () => finishMailing.run({ mailing: subject.mailing, userId: subject.userId }, engine.worker);

  /** Calls a function right before the first matching write to a collection. */
  function rightBefore<Document extends object>(
    collection: Rows<Document>,
    like: RegExp,
    happens: () => Promise<unknown>,
  ): () => boolean {
    const { updateOne } = collection;
    let happened = false;
    collection.updateOne = async (...args: Parameters<typeof updateOne>) => {
      if (!happened && like.test(JSON.stringify(args[1]))) {
        happened = true;
        collection.updateOne = updateOne;
        await happens();
      }
      return updateOne.apply(collection, args);
    };
    return () => {
      collection.updateOne = updateOne;
      return happened;
    };
  }

  it('applies to groups of any number, and the figures agree', async () => {
    const half = GROUP + 2;
    const ids = await leaveInDoubt(subject.mailing, ground.client.user_id, 2 * half);
    expect(await decide(mailing(), ids.slice(0, half), 'delivered')).to.equal(true);
    expect(await left()).to.equal(half);
    expect(await decide(mailing(), 'all', 'resend')).to.equal(true);
    expect(await left()).to.equal(0);
    for (let round = 0; round < 4; round += 1) await engine.sweepOnce();
    expect(await subject.details()).to.include({
      status: 3,
      triggered: 2 * half + 3,
      delivered: 2 * half + 3,
      in_doubt: 0,
      pending: 0,
      resent_in_doubt: half,
    });
    expect(new Set(engine.mail.mails.map(({ to }) => to)).size).to.equal(half);
    expect(engine.mail.mails).to.have.length(half);
  });

  it('changes nothing when it is interrupted, and applies when it is repeated', async () => {
    await leaveInDoubt(subject.mailing, ground.client.user_id, 3);
    const stop = rightBefore(driverOf(SingleSend), /"status":2/, () =>
      Promise.reject(new Error('the power went out')),
    );
    const broken = await decide(mailing(), 'all', 'resend').catch((error: Error) => error.message);
    expect([broken, stop()]).to.deep.equal(['the power went out', true]);
    expect(await left()).to.equal(3);
    expect((await subject.document()).state).to.equal('done');
    expect(await decide(mailing(), 'all', 'resend')).to.equal(true);
    await engine.sweepOnce();
    await engine.sweepOnce();
    expect(await subject.details()).to.include({ status: 3, delivered: 6, in_doubt: 0 });
  });

  it('reaches a worker that is about to close the mailing', async () => {
    const [first] = await leaveInDoubt(subject.mailing, ground.client.user_id, 2);
    await decide(mailing(), [first!], 'delivered');
    await rows(Mailing).updateOne({ _id: subject.mailing }, { $set: { state: 'open' } });
    await rows(SingleSend).updateOne({ _id: subject.id }, { $set: { status: 2 } });
    const stop = rightBefore(driverOf(Mailing), /"state":"done"/, () => decide(mailing(), 'all', 'resend'));
    await finish();
    expect(stop()).to.equal(true);
    expect((await subject.document()).state).to.equal('open');
    expect(await subject.details()).to.include({ status: 2, pending: 1 });
    await engine.sweepOnce();
    await engine.sweepOnce();
    expect(await subject.details()).to.include({ status: 3, delivered: 5, pending: 0 });
  });

  it('reaches a worker that is about to complete the send', async () => {
    await leaveInDoubt(subject.mailing, ground.client.user_id);
    await rows(SingleSend).updateOne({ _id: subject.id }, { $set: { status: 2 } });
    const stop = rightBefore(driverOf(SingleSend), /"status":3/, () => decide(mailing(), 'all', 'resend'));
    await finish();
    expect(stop()).to.equal(true);
    expect(await subject.details()).to.include({ status: 2, pending: 1 });
    await engine.sweepOnce();
    await engine.sweepOnce();
    expect(await subject.details()).to.include({ status: 3, delivered: 4, pending: 0 });
  });

  it('changes nothing while the retention removes the mails', async () => {
    await leaveInDoubt(subject.mailing, ground.client.user_id);
    await rows(Batch).updateMany({ mailing: subject.mailing }, { $set: { retired: 'going' } });
    for (const decision of ['resend', 'delivered'] as const)
      expect(await decide(mailing(), 'all', decision)).to.equal(true);
    expect(await left()).to.equal(1);
    expect((await subject.document()).state).to.equal('done');
  });

  it('counts mails as sent in rules about sent mails', async () => {
    const { user_id } = ground.client;
    await askForEngagement(user_id);
    await recordEngagement(user_id, () => false);
    const [id] = await leaveInDoubt(subject.mailing, user_id);
    const contact = (await rows(Contact).findOne({ user_id }))!;
    const in_doubt_at = new Date(Date.now() + 3600_000);
    await rows(Delivery).updateOne({ _id: id! }, { $set: { contact_id: contact._id, in_doubt_at } });
    await decide(mailing(), [id!], 'delivered');
    await engine.sweepOnce();
    expect(await rows(Contact).findOne({ _id: contact._id })).to.deep.include({ last_sent_at: in_doubt_at });
  });
});

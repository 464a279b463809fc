import { expect } from 'chai';
import { countReplies } from '../../../../common/changes/reply-counts.ts';
import { setClock } from '../../../../common/clock.ts';
import { ContactType } from '../../../../common/models/contact-types.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { SegmentRecipient } from '../../../../common/models/segment-recipients.ts';
import { Suppression } from '../../../../common/models/suppressions.ts';
import { enterJoined } from '../../../../worker/automations/enter.ts';
import automationStep from '../../../../worker/automations/jobs/automation-step.ts';
import { createSeries, DAY, join, movableClock, type Series } from '../../../support/automations.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { perform } from '../../../support/job-payloads.ts';
import { rows } from '../../../support/rows.ts';

describe('leaving an automation', () => {
  let engine: Engine;
  let ground: Ground;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    engine = await startEngine('automation-leaving');
  });
  after(() => engine.stop());
  async function begin(): Promise<Ground> {
    clock = movableClock();
    ground = await engine.ground();
    // Enough is known of its servers: an address that is gone is suppressed at once.
    await countReplies(ground.client.user_id, { replies: 100, gone: 0, domains: new Map() });
    engine.rung.length = 0;
    engine.mail.mails.length = 0;
    engine.mail.answer(() => null);
    return ground;
  }
  beforeEach(begin);
  afterEach(() => setClock());

  const reasonOf = async (series: Series, email: string) => {
    const { state, reason } = await series.enrollment(email);
    return [state, reason];
  };
  /** An automation whose first email was sent, and whose second is due a day later. */
  async function begun(addresses: string[], fields = {}): Promise<Series> {
    const series = await createSeries(ground, fields);
    await series.email({ subject: 'One' });
    await series.email({ subject: 'Two', waiting_type: 'days' });
    await series.live();
    if (addresses.length > 0) await join(ground, addresses, engine.worker);
    await engine.settle();
    return series;
  }
  const nextDay = async (): Promise<void> => {
    clock.pass(DAY);
    await engine.settle();
  };

  describe('while the second email waits', () => {
    // Its set-up moves the clock, and may fail.
    after(() => setClock());
    let series: Series;
    let account: Ground;
    const addresses = ['stays', 'group', 'global', 'gone', 'deleted'].map((name) => `${name}@example.com`);

    before(async () => {
      account = await begin();
      engine.mail.answer((recipient) =>
        recipient === 'gone@example.com' ? { code: 550, text: '5.1.1 no such user' } : null,
      );
      series = await begun(addresses);
      expect(await reasonOf(series, 'gone@example.com')).to.deep.equal(['left', 'bounced']);
      for (const [path, fields] of [
        [
          '/unsubscribes-groups/manually-add',
          { unsubscribe_groups_id: account.unsubscribe_group_id, email_address: 'group@example.com' },
        ],
        ['/global-unsubscribes/save', { email_address: 'GLOBAL@example.com' }],
      ] as const)
        expect((await account.client.post(path, fields)).status).to.equal(200);
      await rows(Contact).updateOne(
        { email: 'deleted@example.com', user_id: account.client.user_id },
        { $set: { deleted_at: new Date() } },
      );
      await nextDay();
    });

    for (const [what, name, reason] of [
      ['a hard bounce', 'gone', 'bounced'],
      ['an unsubscribe from the group', 'group', 'unsubscribed'],
      ['an unsubscribe from all mails', 'global', 'unsubscribed'],
      ['the deletion of the contact', 'deleted', 'deleted'],
    ] as const)
      it(`follows ${what}`, async () => {
        expect(await reasonOf(series, `${name}@example.com`)).to.deep.equal(['left', reason]);
      });

    it('counts by reason, and other contacts get the second email', async () => {
      expect(await reasonOf(series, 'stays@example.com')).to.deep.equal(['done', null]);
      const progress = await series.progress();
      expect(progress).to.deep.include({ entered: 5, waiting: 0, done: 1, left: 4 });
      expect(progress.left_reasons).to.deep.equal({
        exit_criteria: 0,
        unsubscribed: 2,
        bounced: 1,
        deleted: 1,
        address_taken: 0,
      });
      expect(await series.ledger()).to.have.length(6);
    });
  });

  it('stays final, even if the contact subscribes again before the next email is due', async () => {
    const series = await begun(['ann@example.com']);
    await ground.client.post('/global-unsubscribes/save', { email_address: 'ann@example.com' });
    expect(await reasonOf(series, 'ann@example.com')).to.deep.equal(['left', 'unsubscribed']);
    await rows(Suppression).deleteMany({ user_id: ground.client.user_id });
    await nextDay();
    expect(await series.ledger()).to.have.length(1);
  });

  it('follows an unsubscribe between writing the mail and handing it over', async () => {
    const series = await createSeries(ground);
    const { id } = await series.email();
    await series.live();
    await join(ground, ['late@example.com'], engine.worker);
    engine.rung.length = 0;
    await perform(automationStep, { scheduleId: id }, engine.worker);
    await ground.client.post('/global-unsubscribes/save', { email_address: 'late@example.com' });
    await engine.settle();
    expect(engine.mail.to('late@example.com')).to.have.length(0);
    expect(await reasonOf(series, 'late@example.com')).to.deep.equal(['left', 'unsubscribed']);
  });

  describe('when a written email is skipped', () => {
    let series: Series;
    const skip = async (fields: object): Promise<void> => {
      const { user_id } = ground.client;
      await rows(Delivery).updateOne(
        { user_id, email: 'ann@example.com' },
        { $set: { state: 'skipped', ...fields } },
      );
      await engine.settle();
      expect(engine.mail.mails).to.have.length(0);
    };

    beforeEach(async () => {
      series = await createSeries(ground);
      const { id } = await series.email();
      await series.email({ waiting_type: 'days' });
      await series.live();
      await join(ground, ['ann@example.com'], engine.worker);
      engine.rung.length = 0;
      await perform(automationStep, { scheduleId: id }, engine.worker);
    });

    it('follows the reason as version 0.1.0 wrote it', async () => {
      await skip({ reply: 'unsubscribed' });
      expect(await reasonOf(series, 'ann@example.com')).to.deep.equal(['left', 'unsubscribed']);
    });

    it('does not follow the cancelling of the email', async () => {
      await skip({ skip_reason: 'cancelled' });
      expect(await reasonOf(series, 'ann@example.com')).to.deep.equal(['waiting', null]);
    });
  });

  it('follows the deletion of the whole contact type', async () => {
    const series = await begun(['ann@example.com']);
    await rows(ContactType).updateOne({ _id: ground.contact_type_id }, { $set: { deleted_at: new Date() } });
    await nextDay();
    expect(await reasonOf(series, 'ann@example.com')).to.deep.equal(['left', 'deleted']);
  });

  it('ends for a person outside the target only if the exit criteria require it', async () => {
    const { client } = ground;
    await client.post('/segment/store', {
      segment_name: 'By hand',
      contact_type_id: ground.contact_type_id,
      select_field: ['email'],
      select_operator: ['is'],
      value: ['nobody@example.com'],
    });
    const segment = (await client.get('/segment/list')).body.message.segments.at(-1);
    const fields = { automation_for: `segments_${segment.id}` };
    const list = await Promise.all([0, 1].map((exit_criteria) => begun([], { ...fields, exit_criteria })));
    const emails = ['in@example.com', 'out@example.com'];
    for (const email of emails) {
      await client.post('/segment/email/store', {
        segment_id: segment.id,
        first_name: 'A',
        last_name: 'B',
        email,
      });
    }
    const members = await rows(SegmentRecipient).find({ segment_id: segment.id }).toArray();
    expect(members).to.have.length(2);
    await enterJoined(
      `segments_${segment.id}`,
      client.user_id,
      members.map(({ _id, by_hand, created_at }) => ({
        _id,
        contact_id: null,
        segment_recipient_id: _id,
        email: by_hand!.email,
        email_norm: by_hand!.email_norm,
        joined_at: created_at,
      })),
      engine.worker,
    );
    await engine.settle();
    const out = members.find((member) => member.by_hand!.email === 'out@example.com')!;
    await client.delete(`/segment/email/delete?segment_recipient_id=${out._id}`);
    const [stays, leaves] = list as [Series, Series];
    expect(await reasonOf(leaves, 'out@example.com')).to.deep.equal(['left', 'exit_criteria']);
    await nextDay();
    expect(await reasonOf(stays, 'out@example.com')).to.deep.equal(['done', null]);
    expect(await reasonOf(leaves, 'out@example.com')).to.deep.equal(['left', 'exit_criteria']);
    expect(await reasonOf(leaves, 'in@example.com')).to.deep.equal(['done', null]);
  });

  it('happens when a contact leaves the target, which does not reopen it, and by exit criteria only', async () => {
    const { client } = ground;
    await client.post('/segment/store', {
      segment_name: 'Of Rome',
      contact_type_id: ground.contact_type_id,
      select_field: ['city'],
      select_operator: ['is'],
      value: ['Rome'],
    });
    const segment = (await client.get('/segment/list')).body.message.segments.at(-1);
    const fields = { automation_for: `segments_${segment.id}` };
    const [stays, leaves] = (await Promise.all(
      [0, 1].map((exit_criteria) => begun([], { ...fields, exit_criteria })),
    )) as [Series, Series];
    for (const email of ['ann@example.com', 'bob@example.com', 'cat@example.com'])
      await client.post('/contacts/add', {
        contact_type_id: ground.contact_type_id,
        country: 1,
        email,
        city: 'Rome',
      });
    await engine.settle();
    const id = async (email: string) =>
      (await rows(Contact).findOne({ email, user_id: client.user_id, deleted_at: null }))!._id;
    const moveTo = async (email: string, city: string) => {
      const contact = {
        contact_id: await id(email),
        contact_type_id: ground.contact_type_id,
        country: 1,
        email,
        city,
      };
      expect((await client.post('/contacts/update', contact)).status).to.equal(200);
      await engine.settle();
    };
    expect(await reasonOf(leaves, 'ann@example.com')).to.deep.equal(['waiting', null]);
    await moveTo('ann@example.com', 'Oslo');
    expect(await reasonOf(leaves, 'ann@example.com')).to.deep.equal(['left', 'exit_criteria']);
    expect(await reasonOf(stays, 'ann@example.com')).to.deep.equal(['waiting', null]);
    await moveTo('ann@example.com', 'Rome');
    // A new address is no exit.
    await client.post('/contacts/update', {
      contact_id: await id('bob@example.com'),
      contact_type_id: ground.contact_type_id,
      country: 1,
      email: 'rob@example.com',
      city: 'Rome',
    });
    await client.delete(`/contacts/delete?contact_id=${await id('cat@example.com')}`);
    await engine.settle();
    expect(await reasonOf(leaves, 'bob@example.com')).to.deep.equal(['waiting', null]);
    for (const series of [stays, leaves])
      expect(await reasonOf(series, 'cat@example.com')).to.deep.equal(['left', 'deleted']);
    await nextDay();
    expect(await reasonOf(leaves, 'ann@example.com')).to.deep.equal(['left', 'exit_criteria']);
    expect(await reasonOf(leaves, 'rob@example.com')).to.deep.equal(['done', null]);
    expect(engine.mail.to('ann@example.com')).to.have.length(3);
  });
});

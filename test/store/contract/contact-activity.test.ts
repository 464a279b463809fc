import { expect } from 'chai';
import { recordEvents } from '../../../common/changes/engagement.ts';
import { now } from '../../../common/clock.ts';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import type { Answer, Client } from '../../support/api.ts';
import { createSend, type Engine, type Subject, startEngine } from '../../support/engine.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { mailOf } from '../../support/mail-of.ts';
import { trackedEvent } from '../../support/tracked-events.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';

interface Shown {
  readonly at: string;
  readonly kind: string;
  readonly utr: string | null;
  readonly subject: string | null;
  readonly detail: string | null;
}

/** How calls remove opt-outs, from all mail and from a group. */
const REMOVALS: Readonly<Record<string, (client: Client, id: number) => Promise<Answer>>> = {
  all: (client, id) => client.delete(`/global-unsubscribes/delete?id=${id}`),
  all_in_bulk: (client, id) => client.post('/global-unsubscribes/bulk-delete', { strIds: [id] }),
  group: (client, id) => client.delete(`/unsubscribes-groups/recipients-delete?id=${id}`),
  group_in_bulk: (client, id) => client.post('/unsubscribes-groups/recipients-bulk-delete', { strIds: [id] }),
};

describe('the activity of a contact', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('contract-contact-activity');
    ground = await engine.ground();
    await addContacts(ground, [
      'ada@example.com',
      'full@example.com',
      'back@example.com',
      ...Object.keys(REMOVALS).map((name) => `${name}@example.com`),
    ]);
    engine.mail.answer((to) => (to.startsWith('full') ? { code: 552, text: '5.2.2 mailbox full' } : null));
    subject = await createSend(ground);
    await until(async () => {
      await engine.sweepOnce();
      return (await subject.details())['status'] === 3;
    }, 'the end of the send');
  });
  after(() => engine.stop());

  const idOf = async (email: string): Promise<number> =>
    (await subject.rows()).find((row) => row.email === email)!.contact_id!;
  const ask = async (email: string, whose = ground) =>
    whose.client.get(`/contacts/activity?id=${await idOf(email)}`);
  const activity = async (email: string): Promise<Shown[]> => (await ask(email)).body.message.activity;

  it('lists what the contact was sent and did, newest first', async () => {
    const row = (await subject.rows()).find(({ email }) => email === 'ada@example.com')!;
    for (const kind of ['open', 'click', 'unsubscribe'] as const)
      await recordEvents([trackedEvent(kind, row._id)]);
    for (const kind of ['open', 'click'] as const)
      await recordEvents([trackedEvent(kind, row._id, now(), 'robot')]);
    const group = { unsubscribe_groups_id: ground.unsubscribe_group_id, email_address: 'ada@example.com' };
    expect((await ground.client.post('/unsubscribes-groups/manually-add', group)).status).to.equal(200);
    const shown = await activity('ada@example.com');
    expect(shown.map(({ kind }) => kind)).to.have.members([
      'opted_out',
      'unsubscribed',
      'clicked',
      'opened',
      'machine_opened',
      'machine_clicked',
      'sent',
      'added',
    ]);
    const times = shown.map(({ at }) => at);
    expect(times).to.deep.equal([...times].sort().reverse());
    const mail = { utr: subject.utr, subject: (await subject.details())['subject'] };
    expect(shown.find(({ kind }) => kind === 'sent')).to.deep.include({ ...mail, detail: null });
    expect(shown.find(({ kind }) => kind === 'opted_out')).to.deep.include({
      utr: null,
      subject: null,
      detail: 'News',
    });
  });

  it('shows an unsubscribe that its link took back', async () => {
    const row = (await subject.rows()).find(({ email }) => email === 'back@example.com')!;
    const token = signToken(tokenKey(engine.api.config.appSecret), 'unsubscribe', mailOf(row));
    for (const page of [token, `${token}/undo`]) {
      const answer = await engine.api.request(`/unsubscribe/${page}`, { method: 'POST' });
      expect(answer.status).to.equal(200);
    }
    const shown = await activity('back@example.com');
    expect(shown.map(({ kind }) => kind)).to.deep.equal(['resubscribed', 'unsubscribed', 'sent', 'added']);
    expect(shown[0]).to.deep.include({ utr: subject.utr, detail: null });
  });

  for (const [name, remove] of Object.entries(REMOVALS))
    it(`shows an opt-out that a call removed, once: ${name}`, async () => {
      const email_address = `${name}@example.com`;
      const isOfGroup = name.startsWith('group');
      const add = async (): Promise<number> => {
        const { body } = isOfGroup
          ? await ground.client.post('/unsubscribes-groups/manually-add', {
              email_address,
              unsubscribe_groups_id: ground.unsubscribe_group_id,
            })
          : await ground.client.post('/global-unsubscribes/save', { email_address });
        return body.ids[0];
      };
      const kinds = async () => (await activity(email_address)).map(({ kind }) => kind);
      const first = await add();
      expect(await kinds()).to.deep.equal(['opted_out', 'sent', 'added']);
      for (const status of [200, 404]) expect((await remove(ground.client, first)).status).to.equal(status);
      const removed = ['opt_out_removed', 'opted_out', 'sent', 'added'];
      expect(await kinds()).to.deep.equal(removed);
      for (const { kind, detail, utr } of await activity(email_address))
        if (kind.startsWith('opt')) expect([detail, utr]).to.deep.equal([isOfGroup ? 'News' : null, null]);
      const second = await add();
      expect(await kinds()).to.deep.equal(['opted_out', ...removed]);
      await remove(ground.client, second);
      expect(await kinds()).to.deep.equal(['opt_out_removed', 'opted_out', ...removed]);
    });

  it('shows no opt-out of an earlier address', async () => {
    const { client, contact_type_id } = ground;
    const [email, later] = ['earlier@example.com', 'later@example.com'];
    const { body: contact } = await client.post('/contacts/add', { contact_type_id, email, country: 1 });
    const { body } = await client.post('/global-unsubscribes/save', { email_address: email });
    await client.delete(`/global-unsubscribes/delete?id=${body.ids[0]}`);
    const kinds = async () =>
      (await client.get(`/contacts/activity?id=${contact.id}`)).body.message.activity.map(
        ({ kind }: Shown) => kind,
      );
    expect(await kinds()).to.include('opt_out_removed');
    const update = { contact_id: contact.id, contact_type_id, email: later, country: 1 };
    expect((await client.post('/contacts/update', update)).status).to.equal(200);
    expect(await kinds()).to.deep.equal(['added']);
  });

  it('says what a mail server said', async () => {
    const shown = await activity('full@example.com');
    const kinds = shown.map(({ kind, detail }) => `${kind} ${detail}`);
    expect(kinds).to.include('bounced 552 5.2.2 mailbox full').and.to.include('added null');
    expect(kinds.some((kind) => kind.startsWith('sent'))).to.equal(false);
  });

  it('answers 404 for contacts of other accounts and for missing ones', async () => {
    const other = await anAccount(engine.api);
    const { status, body } = await ask('ada@example.com', other);
    expect([status, body]).to.deep.equal([404, { status: 'failed', errors: 'Record Not Found' }]);
    expect((await ground.client.get('/contacts/activity?id=999999')).status).to.equal(404);
    expect((await ground.client.get('/contacts/activity')).status).to.equal(422);
  });
});

import { expect } from 'chai';
import papaparse from 'papaparse';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import type { Answer } from '../../support/api.ts';
import { createSeries, join } from '../../support/automations.ts';
import { createSend, type Engine, type Subject, startEngine } from '../../support/engine.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

interface Shown extends Record<string, unknown> {
  readonly id: number;
  readonly email: string;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const FORMULA = '=cmd@formula.example';

describe('the list of deliveries of a single send', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;

  const complete = () =>
    until(async () => {
      await engine.sweepOnce();
      return (await subject.details())['status'] === 3;
    }, 'the end of the send');

  before(async () => {
    engine = await startEngine('contract-deliveries', { RATE_CALLS: '0' });
    ground = await engine.ground();
    await addPeople([
      ['ada@example.com', 'Ada', 'Lovelace'],
      ['full@example.com', 'Alan', 'Turing'],
      ['gone@example.com', 'Grace', 'Hopper'],
      [FORMULA, 'Éva', ''],
      ['left@example.com', 'Linus', 'Pauling'],
    ]);
    const gone = await ground.client.post('/global-unsubscribes/save', { email_address: 'left@example.com' });
    expect(gone.status).to.equal(200);
    engine.mail.answer((to) => {
      if (to.startsWith('gone')) return { code: 550, text: '5.1.1 no such user' };
      return to.startsWith('full') ? { code: 552, text: '5.2.2 mailbox full' } : null;
    });
    subject = await createSend(ground);
    await complete();
    // Of an automation or send that was frozen before: who unsubscribed is not in the audience, so one row is skipped by hand.
    const [skipped] = await rows(Delivery).find({ mailing: subject.mailing, email_norm: FORMULA }).toArray();
    expect(skipped?.state).to.equal('accepted');
  });
  after(() => engine.stop());

  async function addPeople(people: readonly (readonly [string, string, string])[]): Promise<void> {
    for (const [email, first_name, last_name] of people) {
      const fields = { contact_type_id: ground.contact_type_id, email, first_name, last_name, country: 1 };
      expect((await ground.client.post('/contacts/add', fields)).status, email).to.equal(200);
    }
  }

  const ask = (query = '', whose = ground, utr = subject.utr): Promise<Answer> =>
    whose.client.get(`/single-send/deliveries?utr=${utr}${query}`);
  const list = async (query = ''): Promise<Shown[]> => (await ask(query)).body.message.deliveries;
  const addresses = async (query: string): Promise<string[]> =>
    (await list(query)).map(({ email }) => email).sort();

  it('shows the outcome for each recipient, and its reason', async () => {
    const shown = new Map((await list()).map((one) => [one.email, one]));
    expect([...shown.keys()]).to.have.members([
      'ada@example.com',
      'full@example.com',
      'gone@example.com',
      FORMULA,
    ]);
    const { id, contact_id, first_attempted_at, accepted_at, ...accepted } = shown.get('ada@example.com')!;
    expect(id).to.be.a('number');
    expect(contact_id).to.be.a('number');
    expect(accepted_at).to.match(TIME);
    expect(first_attempted_at).to.equal(accepted_at);
    expect(accepted).to.deep.equal({
      email: 'ada@example.com',
      state: 'accepted',
      class: null,
      reply: null,
      skip_reason: null,
      attempts: 1,
      bounced_at: null,
      opens: 0,
      machine_opens: 0,
      clicks: 0,
      machine_clicks: 0,
      first_opened_at: null,
      last_opened_at: null,
      unsubscribed_at: null,
      complained_at: null,
      next_try_at: null,
      doubted: 0,
    });
    expect(shown.get('gone@example.com')).to.deep.include({
      state: 'bounced',
      class: 'gone',
      reply: '550 5.1.1 no such user',
      attempts: 1,
      accepted_at: null,
    });
    expect(shown.get('gone@example.com')!['bounced_at']).to.match(TIME);
  });

  it('finds deliveries by state, class, address and the beginning of an address or name', async () => {
    expect(await addresses('&state=bounced')).to.deep.equal(['full@example.com', 'gone@example.com']);
    expect(await addresses('&class=full')).to.deep.equal(['full@example.com']);
    expect(await addresses('&state=accepted&class=full')).to.deep.equal([]);
    expect(await addresses('&email=GONE@example.com')).to.deep.equal(['gone@example.com']);
    expect(await addresses('&search=Ad')).to.deep.equal(['ada@example.com']);
    expect(await addresses('&search=hopp')).to.deep.equal(['gone@example.com']);
    expect(await addresses('&search=eva')).to.deep.equal([FORMULA]);
    expect(await addresses('&search=a&state=bounced')).to.deep.equal(['full@example.com']);
    expect(await addresses('&email=gone@example.com&search=grace')).to.deep.equal(['gone@example.com']);
    expect(await addresses('&email=gone@example.com&search=ada')).to.deep.equal([]);
    expect(await addresses('&search=nobody')).to.deep.equal([]);
  });

  it('finds deliveries by what their recipients did, also together with the other filters', async () => {
    const [ada] = await rows(Delivery)
      .find({ mailing: subject.mailing, email_norm: 'ada@example.com' })
      .toArray();
    const before = (await rows(Batch).findOne({ mailing: subject.mailing, first: { $lte: ada!._id } }))!;
    const at = new Date();
    const acts = { opens: 2, clicks: 1, unsubscribed_at: at, complained_at: at };
    await rows(Batch).updateOne({ _id: before._id }, { $set: { dirty_at: at } });
    await rows(Delivery).updateOne({ _id: ada!._id }, { $set: acts });
    for (const did of ['opened', 'clicked', 'unsubscribed', 'complained']) {
      expect(await addresses(`&did=${did}`), did).to.deep.equal(['ada@example.com']);
      expect(await addresses(`&did=${did}&search=ada`), did).to.deep.equal(['ada@example.com']);
      expect(await addresses(`&did=${did}&state=bounced`), did).to.deep.equal([]);
      // Once the batch is counted, the filter reads its figures.
      await subject.details();
      expect(await addresses(`&did=${did}`), did).to.deep.equal(['ada@example.com']);
    }
    expect(await addresses('&did=not_opened'))
      .not.to.include('ada@example.com')
      .and.not.to.have.length(0);
    expect(await addresses('&did=not_clicked')).to.deep.equal(await addresses('&did=not_opened'));
    const { links } = (await rows(Mailing).findOne({ _id: subject.mailing }))!;
    const url = 'https://example.com/may?a=1';
    await rows(Mailing).updateOne({ _id: subject.mailing }, { $set: { links: [{ id: 7, url }] } });
    expect(await addresses(`&link=${encodeURIComponent(url)}`)).to.deep.equal([]);
    await rows(Delivery).updateOne({ _id: ada!._id }, { $set: { links: { 7: 1 } } });
    expect(await addresses(`&link=${encodeURIComponent(url)}`)).to.deep.equal(['ada@example.com']);
    expect(await addresses(`&link=${encodeURIComponent(url)}&search=zoe`)).to.deep.equal([]);
    expect(await addresses('&link=https://elsewhere.example/')).to.deep.equal([]);
    await rows(Mailing).updateOne({ _id: subject.mailing }, { $set: { links } });
    await rows(Delivery).updateOne({ _id: ada!._id }, { $unset: { links: 1 } });
    expect((await ask('&did=slept')).body.errors).to.deep.equal({ did: ['The selected did is invalid.'] });
    await rows(Delivery).updateOne(
      { _id: ada!._id },
      { $set: { opens: 0, clicks: 0 }, $unset: { unsubscribed_at: 1, complained_at: 1 } },
    );
    await rows(Batch).replaceOne({ _id: before._id }, before);
  });

  it('lists pages', async () => {
    const whole = (await list()).map(({ id }) => id);
    const first = await ask('&limit=3');
    expect(first.body.message.deliveries.map(({ id }: Shown) => id)).to.deep.equal(whole.slice(0, 3));
    const second = await ask(`&limit=3&after_id=${first.body.next_after_id}`);
    expect(second.body.message.deliveries.map(({ id }: Shown) => id)).to.deep.equal(whole.slice(3));
    expect(second.body.next_after_id).to.equal(null);
  });

  it('exports CSV in which nothing is a formula', async () => {
    const answer = await ground.client.get(`/single-send/deliveries/download?utr=${subject.utr}`);
    expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).to.equal(
      `attachment; filename="deliveries-${subject.utr}.csv"`,
    );
    const { data } = papaparse.parse<Record<string, string>>(String(answer.body).trim(), { header: true });
    const shown = await list();
    expect(Object.keys(data[0]!)).to.deep.equal([
      'id',
      'email',
      'contact_id',
      'state',
      'class',
      'reply',
      'skip_reason',
      'attempts',
      'first_attempted_at',
      'accepted_at',
      'bounced_at',
      'opens',
      'machine_opens',
      'clicks',
      'machine_clicks',
      'first_opened_at',
      'last_opened_at',
      'unsubscribed_at',
      'complained_at',
      'doubted',
    ]);
    expect(data.map(({ id }) => Number(id))).to.deep.equal(shown.map(({ id }) => id));
    expect(data.find(({ email }) => email!.includes('formula'))!['email']).to.equal(`'${FORMULA}`);
    const bounced = await ground.client.get(
      `/single-send/deliveries/download?utr=${subject.utr}&state=bounced`,
    );
    expect(String(bounced.body).trim().split('\r\n')).to.have.length(3);
  });

  it('shows the recipients of an automation’s email, and finds them alike', async () => {
    const own = await engine.ground();
    const series = await createSeries(own);
    const email = await series.email();
    await series.live();
    await join(own, ['lin@example.com', 'gone2@example.com'], engine.worker);
    await until(async () => {
      await engine.sweepOnce();
      return (await series.progress()).done === 2;
    }, 'both to have moved on');
    const path = '/automations/schedule/deliveries';
    const all = await own.client.get(`${path}?utr=${email.utr}`);
    expect(
      all.body.message.deliveries.map((one: Shown) => `${one.email} ${String(one['state'])}`),
    ).to.have.members(['lin@example.com accepted', 'gone2@example.com bounced']);
    const bounced = await own.client.get(`${path}/download?utr=${email.utr}&state=bounced`);
    expect(bounced.status).to.equal(200);
    expect(String(bounced.body).trim().split('\r\n')).to.have.length(2);
    const other = await anAccount(engine.api);
    expect((await other.client.get(`${path}?utr=${email.utr}`)).status).to.equal(404);
  });

  it('answers 404 to other accounts, and refuses unknown states and classes', async () => {
    const other = await anAccount(engine.api);
    for (const path of ['/single-send/deliveries', '/single-send/deliveries/download']) {
      const { status, body } = await other.client.get(`${path}?utr=${subject.utr}`);
      expect([status, body]).to.deep.equal([404, { status: 'failed', errors: 'Record not found' }]);
    }
    const wrong = await ask('&state=sent&class=odd');
    expect(wrong.status).to.equal(422);
    expect(wrong.body.errors).to.deep.equal({
      state: ['The selected state is invalid.'],
      class: ['The selected class is invalid.'],
    });
  });

  it('shows what batches know, also while their figures are not counted', async () => {
    await rows(Batch).updateMany({ mailing: subject.mailing }, { $set: { 'figures.bounced': 0 } });
    expect(await addresses('&state=bounced')).to.deep.equal([]);
    await rows(Batch).updateMany({ mailing: subject.mailing }, { $set: { dirty_at: new Date() } });
    expect(await addresses('&state=bounced')).to.deep.equal(['full@example.com', 'gone@example.com']);
  });
});

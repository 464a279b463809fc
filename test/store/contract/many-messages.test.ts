import { Queue } from 'bullmq';
import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import type { JobPayloads } from '../../../common/jobs/catalogue.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Message } from '../../../common/models/messages.ts';
import { Sender } from '../../../common/models/senders.ts';
import { queuePrefix } from '../../../common/redis/redis.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';

type Fields = Readonly<Record<string, unknown>>;
const HOUR = 3600_000;
const PATH = '/messages/send-many';

describe('many messages in one call', () => {
  let engine: Engine;
  let ground: Ground;
  let queue: Queue<JobPayloads['deliver-message']>;

  before(async () => {
    engine = await startEngine('contract-many-messages', { RATE_CALLS: '0' });
    queue = new Queue('messages', { connection: engine.worker.redis, prefix: queuePrefix('messages') });
  });
  after(async () => {
    await queue.close();
    await engine.stop();
  });
  afterEach(() => setClock());
  beforeEach(async () => {
    engine.mail.mails.length = 0;
    engine.rung.length = 0;
    engine.mail.answer(() => null);
    ground = await engine.ground();
  });

  const given = (messages: unknown, fields: Fields = {}) => ({
    sender_id: ground.sender_id,
    subject: 'Your code, ((first_name|friend))',
    template_html: '<p>Hello ((first_name|you)) at ((email)): ((code)) of ((shop))</p>',
    data: { shop: 'Analytical Engines' },
    messages,
    ...fields,
  });
  const send = async (messages: unknown, fields: Fields = {}) =>
    ground.client.post(PATH, given(messages, fields));
  const told = async (messages: unknown, fields: Fields = {}): Promise<[number, unknown]> => {
    const { status, body } = await send(messages, fields);
    return [status, body.errors];
  };
  const stored = () => rows(Message).find({ user_id: ground.client.user_id }).sort({ _id: 1 }).toArray();
  /** The jobs that the API rang for the account. */
  const jobs = async (): Promise<JobPayloads['deliver-message'][]> =>
    (await queue.getJobs(['prioritized']))
      .map(({ data }) => data)
      .filter(({ userId }) => userId === ground.client.user_id)
      .sort((one, other) => one.messageId - other.messageId);
  const work = async (): Promise<void> => {
    for (const job of await jobs()) await engine.run('deliver-message', job);
  };
  const receivers = () => engine.mail.mails.map(({ to }) => to).sort();

  it('sends each with its own values, and answers a result for each', async () => {
    const { status, body } = await send([
      { email: 'Ada@example.com', data: { first_name: 'Ada', code: 1 } },
      { email: 'grace@example.com', data: { code: 2, shop: 'Mark I' } },
    ]);
    const [first, second] = await stored();
    const result = ({ _id: id, utr }: typeof first & {}) => ({ id, utr, errors: null, hints: null });
    expect([status, body]).to.deep.equal([
      200,
      {
        status: 'success',
        message: { results: [result(first!), result(second!)] },
        ids: [first!._id, second!._id],
      },
    ]);
    expect(await jobs()).to.deep.equal([{ messageId: first!._id, userId: ground.client.user_id, count: 2 }]);
    await work();
    const mails = await Promise.all(engine.mail.mails.map((one) => engine.mail.read(one)));
    expect(mails.map(({ subject, text }) => [subject, text?.trim()])).to.have.deep.members([
      ['Your code, Ada', 'Hello Ada at Ada@example.com: 1 of Analytical Engines'],
      ['Your code, friend', 'Hello you at grace@example.com: 2 of Mark I'],
    ]);
    const shown = await ground.client.get(`/messages/details?utr=${second!.utr}`);
    expect(shown.body.message.messageDetails).to.deep.include({
      state: 'accepted',
      data: { shop: 'Mark I', code: '2' },
    });
  });

  it('stores the others when some are refused, and says why by message', async () => {
    const { status, body } = await send([
      { email: 'no address' },
      { email: 'ada@example.com' },
      { data: {} },
      { email: 'grace@example.com', subject: 'Another' },
      { email: 'mary@example.com', data: { a: true } },
      { email: 'joan@example.com', send_at: 'tomorrow' },
      { email: 'edith@example.com' },
    ]);
    const refused = (errors: unknown, hints: unknown = null) => ({ id: null, utr: null, errors, hints });
    const results = body.message.results as Fields[];
    expect(status).to.equal(200);
    expect(results.filter(({ id }) => id === null)).to.deep.equal([
      refused(
        { email: ['The email field must be a valid email address.'] },
        { email: ['"no address" is no address.'] },
      ),
      refused({ email: ['The email field is required.'] }),
      refused(
        { subject: ['The subject field format is invalid.'] },
        { subject: ['An entry has email, name, data, metadata, send_at.'] },
      ),
      refused(
        { data: ['The data a field format is invalid.'] },
        { data: ['Write texts by name: {"name": "text"} in JSON, data[name]=text in a form.'] },
      ),
      refused({ send_at: ['The send at field must match the format Y-m-dTH:i:sZ.'] }),
    ]);
    await work();
    expect(receivers()).to.deep.equal(['ada@example.com', 'edith@example.com']);
    expect(body.ids).to.deep.equal([results[1]!['id'], results[6]!['id']]);
  });

  it('refuses a call that can store none, or whose content is wrong, and changes nothing', async () => {
    const format = 'The messages field format is invalid.';
    for (const [messages, fields, errors] of [
      [undefined, {}, { messages: ['The messages field is required.'] }],
      [[], {}, { messages: ['The messages field is required.'] }],
      ['ada@example.com', {}, { messages: [format] }],
      [['ada@example.com'], {}, { messages: [format] }],
      [
        Array.from({ length: 501 }, (_, at) => ({ email: `p${at}@example.com` })),
        {},
        { messages: ['The messages field must not have more than 500 items.'] },
      ],
      [
        [{ email: 'x' }, { email: 'ada@example.com', data: 1 }],
        {},
        {
          messages: [
            'messages.0: The email field must be a valid email address.',
            'messages.1: The data field format is invalid.',
          ],
        },
      ],
      [
        [{ email: 'a@example.com' }],
        { sender_id: undefined },
        { sender_id: ['The sender id field is required.'] },
      ],
      [[{ email: 'a@example.com' }], { sender_id: 1 }, { sender_id: ['The selected sender id is invalid.'] }],
      [[{ email: 'a@example.com' }], { subject: '' }, { subject: ['The subject field is required.'] }],
      [
        [{ email: 'a@example.com' }],
        { template_html: '' },
        { template_html: ['The template html field is required.'] },
      ],
    ] as const)
      expect(await told(messages, fields), JSON.stringify(errors)).to.deep.equal([422, errors]);
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified: 0 } });
    expect(await told([{ email: 'a@example.com' }])).to.deep.equal([409, 'Sender is not verified']);
    expect([await stored(), await jobs()]).to.deep.equal([[], []]);
  });

  it('refuses more messages than their content allows', async () => {
    const template_html = `<p>${'x'.repeat(100_000)}</p>`;
    const messages = Array.from({ length: 100 }, (_, at) => ({ email: `large${at}@example.com` }));
    const { status, body } = await send(messages, { template_html });
    expect([status, body.errors]).to.deep.equal([
      422,
      { messages: ['The messages field must not have more than 41 items.'] },
    ]);
    expect(body.hints.messages[0]).to.match(/^The content has 20\d{4} bytes/);
    expect((await send(messages.slice(0, 41), { template_html })).status).to.equal(200);
  });

  it('stores 500 once when the call is repeated with its key, and mails each once although its jobs run twice', async () => {
    const body = JSON.stringify(
      given(Array.from({ length: 500 }, (_, at) => ({ email: `p${at}@example.com`, data: { code: at } }))),
    );
    const call = () =>
      ground.client.request(PATH, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'order-4711' },
      });
    const [first, second] = await Promise.all([call(), call()]);
    const again = await call();
    expect([first, second].some(({ status }) => status === 200)).to.equal(true);
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([200, 'true']);
    expect(await stored()).to.have.length(500);
    expect((await jobs()).map(({ count }) => count)).to.deep.equal([100, 100, 100, 100, 100]);
    await work();
    await work();
    await engine.settle();
    const mailed = receivers().filter((one) => one.startsWith('p'));
    expect([mailed.length, new Set(mailed).size]).to.deep.equal([500, 500]);
    expect(await rows(Mailing).countDocuments({ user_id: ground.client.user_id, state: 'open' })).to.equal(0);
  });

  it('waits for the dates of its messages, and finds those whose ring was lost', async () => {
    const later = new Date(Date.now() + HOUR).toISOString();
    const sooner = new Date(Date.now() + HOUR / 2).toISOString();
    const { status } = await send(
      [{ email: 'ada@example.com' }, { email: 'grace@example.com', send_at: sooner }],
      { send_at: later },
    );
    expect([status, await jobs()]).to.deep.equal([200, []]);
    const dates = (await stored()).map(({ email, send_at }) => [email, send_at.toISOString()]);
    expect(dates).to.deep.equal([
      ['ada@example.com', later],
      ['grace@example.com', sooner],
    ]);
    await send([{ email: 'mary@example.com' }, { email: 'joan@example.com', send_at: later }]);
    await engine.sweepOnce();
    expect(receivers()).to.deep.equal(['mary@example.com']);
  });

  it('delivers the others of a job when one has ended or waits', async () => {
    await send([1, 2, 3, 4].map((at) => ({ email: `p${at}@example.com` })));
    const [, second, third] = await stored();
    await ground.client.post(`/messages/cancel?utr=${second!.utr}`, {});
    engine.mail.answer((to) => (to === third!.email ? { code: 450, text: 'later' } : null));
    await work();
    expect(receivers()).to.deep.equal(['p1@example.com', 'p4@example.com']);
    const states = await rows(Delivery).find({ user_id: ground.client.user_id }).sort({ _id: 1 }).toArray();
    expect(states.map(({ state }) => state)).to.deep.equal(['accepted', 'skipped', 'deferred', 'accepted']);
  });
});

import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { Webhook } from '../../../common/models/webhooks.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';

type Fields = Readonly<Record<string, unknown>>;

describe('an input of a single message', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('contract-message-inputs', { RATE_CALLS: '0' });
  });
  after(() => engine.stop());
  afterEach(() => setClock());
  beforeEach(async () => {
    engine.mail.mails.length = 0;
    ground = await engine.ground();
  });

  const given = (fields: Fields) => ({
    email: 'grace@example.com',
    sender_id: ground.sender_id,
    subject: 'Your receipt',
    template_html: '<p>Thank you!</p>',
    ...fields,
  });
  const send = (fields: Fields) => ground.client.post('/messages/send', given(fields));
  const refused = async (fields: Fields) => {
    const { status, body } = await send(fields);
    return [status, body.errors, body.hints];
  };
  async function sent(fields: Fields) {
    const { status, body } = await send(fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    await engine.sweepOnce();
    const [caught] = engine.mail.mails;
    const answer = await ground.client.get(`/messages/details?utr=${body.utr}`);
    return { mail: await engine.mail.read(caught!), details: answer.body.message.messageDetails };
  }

  it('names the recipient and the address for answers', async () => {
    const { mail, details } = await sent({
      name: 'Grace "Amazing" Hopper, Dr.',
      reply_to: 'Order-1@Example.com',
    });
    expect(mail.to).to.deep.equal([{ name: 'Grace "Amazing" Hopper, Dr.', address: 'grace@example.com' }]);
    expect(mail.replyTo).to.deep.equal([{ name: '', address: 'Order-1@Example.com' }]);
    expect([details.email, details.name]).to.deep.equal(['grace@example.com', 'Grace "Amazing" Hopper, Dr.']);
  });

  it('can be a text alone, whose HTML shows its lines and links', async () => {
    const { mail } = await sent({
      template_html: undefined,
      template_text: 'Dear ((first_name|friend)) <3,\n\nsee https://shop.example/a?b=1&c=((code)).\nBye',
      data: { code: 4711 },
    });
    expect(mail.text!.trim()).to.equal('Dear friend <3,\n\nsee https://shop.example/a?b=1&c=4711.\nBye');
    const address = 'https://shop.example/a?b=1&amp;c=4711';
    expect(mail.html).to.include(
      `<p>Dear friend &lt;3,</p>\n<p>see <a href="${address}">${address}</a>.<br>\nBye</p>`,
    );
  });

  it('gives metadata that details and events repeat', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const hook = { url: receiver.url, events: ['delivery.accepted'] };
      receiver.secret = (await ground.client.post('/webhooks/save', hook)).body.secret;
      const metadata = { order_id: 'A-4711', 'shop.id': 7 };
      const { details } = await sent({ metadata });
      expect(details.metadata).to.deep.equal({ order_id: 'A-4711', 'shop.id': '7' });
      const many = await ground.client.post('/messages/send-many', {
        ...given({ email: undefined, metadata: { run: 'r1', part: 'all' } }),
        messages: [
          { email: 'ada@example.com', name: 'Ada', metadata: { part: 1 } },
          { email: 'mary@example.com' },
        ],
      });
      expect(many.status, JSON.stringify(many.body)).to.equal(200);
      await engine.sweepOnce();
      setClock(() => Date.now() + 5000);
      await engine.sweepOnce();
      const told = receiver.events.map(({ data }) => [data.email, data.metadata]);
      expect(told).to.have.deep.members([
        ['ada@example.com', { run: 'r1', part: '1' }],
        ['grace@example.com', { order_id: 'A-4711', 'shop.id': '7' }],
        ['mary@example.com', { run: 'r1', part: 'all' }],
      ]);
      expect(engine.mail.mails.map(({ to }) => to).sort()).to.deep.equal([
        'ada@example.com',
        'grace@example.com',
        'mary@example.com',
      ]);
    } finally {
      await receiver.stop();
      await rows(Webhook).deleteMany({});
    }
  });

  it('is refused beyond its bounds, and says what is right', async () => {
    const entries = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
    const table: [Fields, string, string][] = [
      [{ metadata: entries(21) }, 'metadata', 'The metadata field must not have more than 20 items.'],
      [
        { metadata: { a: 'x'.repeat(501) } },
        'metadata',
        'The metadata a field must not be greater than 500 characters.',
      ],
      [{ metadata: { 'a b': 1 } }, 'metadata', 'The metadata field format is invalid.'],
      [{ metadata: { a: ['x'] } }, 'metadata', 'The metadata a field format is invalid.'],
      [{ name: 'x'.repeat(256) }, 'name', 'The name field must not be greater than 255 characters.'],
      [{ reply_to: 'nobody' }, 'reply_to', 'The reply to field must be a valid email address.'],
      [{ template_html: undefined }, 'template_html', 'The template html field is required.'],
    ];
    for (const [fields, key, text] of table)
      expect((await refused(fields)).slice(0, 2), text).to.deep.equal([422, { [key]: [text] }]);
    for (const copy of ['cc', 'bcc', 'Bcc'])
      expect(await refused({ [copy]: 'ada@example.com' })).to.deep.equal([
        422,
        { email: ['The email field format is invalid.'] },
        {
          email: [
            `${copy}: a message has one recipient. Send one to each person; messages/send-many takes up to 500.`,
          ],
        },
      ]);
    expect((await ground.client.get('/messages/list')).body.message.messages).to.deep.equal([]);
  });
});

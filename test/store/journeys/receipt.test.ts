import { expect } from 'chai';
import { anAccount, type Ground } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { startWorld, type World } from '../../support/world.ts';

/** A shop mails receipts: everything runs, and only the API is asked. */
describe('a receipt of a shop', () => {
  let world: World;
  let shop: Ground;

  before(async () => {
    world = await startWorld('journey-receipt', { RATE_CALLS: '0' });
    shop = await anAccount(world.api);
  });
  after(() => world.stop());

  const PDF = Buffer.from('%PDF-1.7 receipt 4711');

  async function send(email: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const form = new FormData();
    const given = {
      email,
      sender_id: String(shop.sender_id),
      subject: 'Your order ((order)), ((first_name|friend))',
      template_html: '<p>Hello ((first_name|friend)), thank you for order ((order)).</p>',
      'data[first_name]': 'Grace',
      'data[order]': '4711',
      ...fields,
    };
    for (const [name, value] of Object.entries(given)) form.append(name, value);
    form.append('attachments[]', new File([PDF], 'Quittung März.pdf', { type: 'application/pdf' }));
    const { status, body } = await shop.client.request('/messages/send', {
      method: 'POST',
      body: form,
      headers: { 'Idempotency-Key': `order-4711-${email}` },
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.utr;
  }
  const details = async (utr: string) =>
    (await shop.client.get(`/messages/details?utr=${utr}`)).body.message.messageDetails;
  const ended = (utr: string, state: string) =>
    until(async () => (await details(utr)).state === state, `${utr} to be ${state}`).catch(
      async (error: Error) => {
        throw new Error(`${error.message} It is ${JSON.stringify(await details(utr))}`);
      },
    );

  it('goes out at once with its file, once for repeated calls, and shows its outcome', async () => {
    const utr = await send('grace@example.com');
    expect(await send('grace@example.com')).to.equal(utr);
    await ended(utr, 'accepted');
    expect(world.mail.to('grace@example.com')).to.have.length(1);
    const mail = await world.mail.read(world.mail.to('grace@example.com')[0]!);
    expect([mail.subject, mail.text?.trim()]).to.deep.equal([
      'Your order 4711, Grace',
      'Hello Grace, thank you for order 4711.',
    ]);
    const [file] = mail.attachments;
    expect([file?.filename, file?.mimeType, Buffer.from(file!.content as ArrayBuffer)]).to.deep.equal([
      'Quittung März.pdf',
      'application/pdf',
      PDF,
    ]);
    const { attachments, data, attempts } = await details(utr);
    expect([attachments, data, attempts]).to.deep.equal([
      [{ name: 'Quittung März.pdf', type: 'application/pdf', bytes: PDF.length }],
      { first_name: 'Grace', order: '4711' },
      1,
    ]);
    const { messages } = (await shop.client.get('/messages/list')).body.message;
    expect(messages.map((one: { utr: string }) => one.utr)).to.deep.equal([utr]);
  });

  it('goes to a person who unsubscribed from news, and not as news', async () => {
    const email = 'left@example.com';
    await shop.client.post('/global-unsubscribes/save', { email_address: email });
    await ended(await send(email), 'accepted');
    const news = await shop.client.post('/messages/send', {
      email,
      sender_id: shop.sender_id,
      subject: 'News',
      template_html: '<p>News</p>',
      unsubscribe_group_id: shop.unsubscribe_group_id,
    });
    await ended(news.body.utr, 'skipped');
    expect((await details(news.body.utr)).skip_reason).to.equal('unsubscribed');
  });

  it('bounces at a lost mailbox, and goes out no more after the second such reply', async () => {
    // A domain that nothing else is known of.
    const email = 'gone@old-mailboxes.example';
    world.mail.answer((to) => (to === email ? { code: 550, text: '5.1.1 no such user' } : null));
    const utr = await send(email);
    await ended(utr, 'bounced');
    expect(await details(utr)).to.include({ class: 'gone', reply: '550 5.1.1 no such user' });
    const again = async (): Promise<string> => {
      const { body } = await shop.client.post('/messages/send', {
        email,
        sender_id: shop.sender_id,
        subject: 'Again',
        template_html: '<p>Again</p>',
      });
      return body.utr;
    };
    // One reply alone may be an error of that server; the second is believed.
    await ended(await again(), 'bounced');
    world.mail.answer(() => null);
    const next = await again();
    await ended(next, 'skipped');
    expect((await details(next)).skip_reason).to.equal('bounced');
    expect(world.mail.to(email)).to.have.length(0);
  });
});

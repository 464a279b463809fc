import { expect } from 'chai';
import { countReplies } from '../../../common/changes/reply-counts.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, detailsOf, startWorld, type World } from '../../support/world.ts';

describe('a single send', () => {
  let world: World;
  let ground: Ground;

  before(async () => {
    world = await startWorld('journey-single-send', { SMTP_CONNECTIONS: '5' });
    ground = await anAccount(world.api);
    await addContacts(ground, ['Ann@Example.com', 'bob@example.com', 'eve@gone.example', 'out@example.com']);
  });
  after(() => world.stop());

  /** The recipients of a send, sorted; the service's own mails have another sender. */
  const recipients = (): string[] =>
    world.mail.mails
      .filter((mail) => mail.from === 'ada@sender.example')
      .map((mail) => mail.to)
      .sort();

  const create = async (fields = {}): Promise<string> => {
    const answer = await ground.client.post('/single/send/create', aSend(ground, fields));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.message.utr;
  };

  it('reaches each recipient once, and its figures agree with the ledger', async () => {
    // Enough is known of the server, so that it is believed.
    await countReplies(ground.client.user_id, { replies: 100, gone: 0, domains: new Map() });
    world.mail.answer((recipient) =>
      recipient === 'eve@gone.example' ? { code: 550, text: '5.1.1 no such user' } : null,
    );
    await ground.client.post('/global-unsubscribes/save', { email_address: 'OUT@example.com' });
    const send = await completed(ground.client, await create());
    expect(send).to.deep.include({
      status: 3,
      triggered: 3,
      delivered: 2,
      bounces: 1,
      in_doubt: 0,
      hold_reason: null,
      paused_reason: null,
      from_sender: 'ada@sender.example',
      audience: { members: 4, duplicates: 0, excluded: 0, unsubscribed: 1, bounced: 0, recipients: 3 },
    });
    expect(recipients()).to.deep.equal(['Ann@Example.com', 'bob@example.com']);
    const mail = await world.mail.read(world.mail.mails.find((one) => one.to.startsWith('Ann'))!);
    expect(mail.subject).to.equal('News for First0');
    expect(mail.html).to.contain('Hello First0');
    expect(mail.text).to.contain('Hello First0');
    const headers = new Map(mail.headers.map((header) => [header.key, header.value]));
    expect(headers.get('list-unsubscribe-post')).to.equal('List-Unsubscribe=One-Click');
    expect(headers.get('list-unsubscribe')).to.match(/^<http:\/\/localhost:3000\/unsubscribe\/[\w-]+>$/);

    world.mail.answer(() => null);
    world.mail.mails.length = 0;
    const again = await completed(ground.client, await create());
    expect(again.audience).to.deep.include({ bounced: 1, unsubscribed: 1, recipients: 2 });
    expect(recipients()).to.have.length(2);
  });

  it('completes with zeros when the audience is empty', async () => {
    await ground.client.post('/contacts-type/add', { name: 'Nobody' });
    const empty = (await ground.client.get('/contacts-type')).body.message.contactTypes.at(-1).id;
    const send = await completed(ground.client, await create({ recipient_id: [`contacts_${empty}`] }));
    expect(send).to.deep.include({ triggered: 0, delivered: 0, bounces: 0 });
  });

  it('leaves out excluded contacts and mails an address once, even if it is a member several times', async () => {
    world.mail.mails.length = 0;
    await ground.client.post('/contacts-type/add', { name: 'Second' });
    const second = (await ground.client.get('/contacts-type')).body.message.contactTypes.at(-1).id;
    await addContacts({ ...ground, contact_type_id: second }, ['BOB@example.com', 'cleo@example.com']);
    await ground.client.post('/contacts-type/add', { name: 'Not these' });
    const not = (await ground.client.get('/contacts-type')).body.message.contactTypes.at(-1).id;
    await addContacts({ ...ground, contact_type_id: not }, ['ann@example.com']);
    const send = await completed(
      ground.client,
      await create({
        recipient_id: [`contacts_${ground.contact_type_id}`, `contacts_${second}`],
        exclude_specific_recipient_id: [`contacts_${not}`],
      }),
    );
    expect(send.audience).to.deep.equal({
      members: 6,
      duplicates: 1,
      excluded: 1,
      unsubscribed: 1,
      bounced: 1,
      recipients: 2,
    });
    expect(recipients()).to.deep.equal(['bob@example.com', 'cleo@example.com']);
  });

  it('waits while its sender is not verified, and then continues automatically', async () => {
    await ground.client.post('/sender/save', {
      from_name: 'New',
      from_email: 'new@sender.example',
      reply_to_email: 'new@sender.example',
      country_id: 1,
      company_address: '2 Main Street',
      nickname: 'new',
    });
    const sender_id = (await ground.client.get('/senders')).body.message.senders.at(-1).id;
    const utr = await create({ sender_id });
    expect(await detailsOf(ground.client, utr)).to.deep.include({
      status: 0,
      hold_reason: 'sender_unverified',
    });
    const verification = await until(() => world.mail.to('new@sender.example')[0], 'the verification mail');
    const link = /http:\/\/localhost:3000(\/verify\/[\w.-]+)/.exec(
      (await world.mail.read(verification)).text ?? '',
    )?.[1];
    expect((await world.api.request(link!, { method: 'POST' })).status).to.equal(200);
    expect(await completed(ground.client, utr)).to.deep.include({ delivered: 2, hold_reason: null });
  });

  it('tries a deferred mail again, but never a refused one', async () => {
    world.mail.mails.length = 0;
    const asked: string[] = [];
    world.mail.answer((recipient) => {
      asked.push(recipient);
      return recipient === 'bob@example.com'
        ? { code: 550, text: '5.7.1 not from you' }
        : { code: 450, text: '4.2.1 later' };
    });
    const utr = await create();
    const send = await until(async () => {
      const now = await detailsOf(ground.client, utr);
      return now.bounces === 1 && now.pending === 1 ? now : null;
    }, 'both to be tried');
    expect(send).to.deep.include({ status: 2, triggered: 2, delivered: 0 });
    expect(asked.sort()).to.deep.equal(['Ann@Example.com', 'bob@example.com'].sort());
    world.mail.answer(() => null);
    expect((await ground.client.post(`/single-send/cancel?utr=${utr}`)).body.message).to.equal(
      'Single send Cancelled Successfully',
    );
    expect(await completed(ground.client, utr)).to.deep.include({ bounces: 1, delivered: 0, skipped: 1 });
  });
});

import { expect } from 'chai';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, startWorld, type World } from '../../support/world.ts';

describe('a single send before its start', () => {
  let world: World;
  let ground: Ground;

  before(async () => {
    world = await startWorld('journey-before-it-goes', { SMTP_CONNECTIONS: '2' });
    ground = await anAccount(world.api);
    await addContacts(ground, ['ann@example.com']);
  });
  after(() => world.stop());

  it('passes check, preview and test while another send runs, and counts only its own mails', async () => {
    const crowd = await anAccount(world.api);
    await addContacts(
      crowd,
      Array.from({ length: 2000 }, (_, n) => `crowd${n}@many.example`),
    );
    const other = (await crowd.client.post('/single/send/create', aSend(crowd))).body.utr;

    const later = { schedule_type: 1, schedule_date: '2099-01-01', schedule_time: '10:00:00' };
    const { utr } = (await ground.client.post('/single/send/create', aSend(ground, later))).body;
    const { problems } = (await ground.client.get(`/single-send/check?utr=${utr}`)).body.message;
    expect(problems.map(({ level }: { level: string }) => level)).to.not.include('error');
    const { id } = (await ground.client.get('/contacts/list')).body.message.contacts[0];
    const shown = (await ground.client.get(`/single-send/preview?utr=${utr}&contact_id=${id}`)).body.message
      .preview;

    await ground.client.post('/single/send/test', {
      utr,
      contact_id: id,
      email_address: 'author@example.com',
    });
    const [caught] = await until(() => {
      const mails = world.mail.to('author@example.com');
      return Promise.resolve(mails.length > 0 ? mails : null);
    }, 'the test');
    const test = await world.mail.read(caught!);
    const html = shown.html.replace('<title>', '<title>[Test] ');
    expect([test.subject, test.html]).to.deep.equal([`[Test] ${shown.subject}`, html]);

    await ground.client.post('/single/send/update', { utr, ...aSend(ground) });
    const sent = await completed(ground.client, utr);
    expect([sent.triggered, sent.delivered, sent.unique_opens]).to.deep.equal([1, 1, 0]);
    const mail = await world.mail.read(world.mail.to('ann@example.com')[0]!);
    expect(mail.subject).to.equal(shown.subject);
    await completed(crowd.client, other, 60_000);
    expect(world.mail.to('author@example.com')).to.have.length(1);
  }).timeout(120_000);
});

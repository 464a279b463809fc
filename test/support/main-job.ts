import { expect } from 'chai';
import { anAccount, aSend, type Ground } from './factories.ts';
import { typedClient } from './typed-client.ts';
import { until } from './until.ts';
import { completed, type World } from './world.ts';

const PEOPLE = 60;

/**
 * The main job as users do it: they import a file and send mails; recipients open, click and unsubscribe; the next send
 * leaves them out. Returns the account.
 */
export async function doMainJob(world: World): Promise<Ground> {
  const ground = await anAccount(world.api);
  const client = typedClient(world.api, ground.client);

  const addressOf = (number: number): string => `person${number}@people.example`;
  const mailsOfSend = () => world.mail.mails.filter((mail) => mail.from === 'ada@sender.example');

  /** The path of one of our addresses, because the server of this test listens elsewhere. */
  const pathOf = (url: string): string => url.slice(world.api.config.publicUrl.length);

  async function mailOf(number: number) {
    const caught = mailsOfSend().find((mail) => mail.to === addressOf(number));
    const mail = await world.mail.read(caught!);
    const html = mail.html ?? '';
    const list = mail.headers.find((header) => header.key === 'list-unsubscribe')!.value;
    return {
      mail,
      pixel: pathOf(/src="([^"]+\/o\/[\w-]+)"/.exec(html)![1]!),
      link: pathOf(/href="([^"]+\/c\/[\w-]+)"/.exec(html)![1]!),
      oneClick: pathOf(list.slice(1, -1)),
    };
  }

  const csv = ['email,first_name,city'];
  for (let number = 0; number < PEOPLE; number++) csv.push(`${addressOf(number)},"Na""me ${number}",Łódź`);
  const file = new File([csv.join('\n')], 'people.csv');
  const { contact_type_id } = ground;
  expect(await client.contactUploadCsv({ contact_type_id, file })).to.include.keys('id');

  // It does not wait for the import: a send to a contact type waits for imports into it by itself.
  const html =
    '<html><body><p>((first_name)) in ((city))</p><a href="https://shop.example/a?b=1&amp;c=2">Shop</a></body></html>';
  const { utr } = await client.singleSendCreate(aSend(ground, { template_html: html }));
  expect(await completed(ground.client, utr)).to.deep.include({
    triggered: PEOPLE,
    delivered: PEOPLE,
    bounces: 0,
  });
  expect(
    mailsOfSend()
      .map((mail) => mail.to)
      .sort(),
  ).to.deep.equal(Array.from({ length: PEOPLE }, (_, number) => addressOf(number)).sort());

  const { mail, pixel, link, oneClick } = await mailOf(7);
  expect(mail.subject).to.equal('News for Na"me 7');
  expect(mail.text).to.contain('Na"me 7 in Łódź');
  for (let times = 0; times < 2; times++) expect((await world.api.request(pixel)).status).to.equal(200);
  const clicked = await world.api.request(link);
  expect(clicked.headers.get('location')).to.equal('https://shop.example/a?b=1&c=2');
  expect((await world.api.request((await mailOf(8)).link)).status).to.be.oneOf([302, 303]);
  const left = await world.api.request(oneClick, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(left.status).to.equal(200);

  await world.api.tracked();
  expect((await client.singleSendDetails({ utr }))[0]).to.deep.include({
    unique_opens: 2,
    total_opens: 3,
    unique_clicks: 2,
    total_clicks: 2,
    unsubscribes: 1,
  });

  world.mail.mails.length = 0;
  const { utr: second } = await client.singleSendCreate(aSend(ground));
  const done = await completed(ground.client, second);
  expect(done.audience).to.deep.include({ members: PEOPLE, unsubscribed: 1, recipients: PEOPLE - 1 });
  expect(mailsOfSend().map((sent) => sent.to)).not.to.include(addressOf(7));
  await until(() => mailsOfSend().length === PEOPLE - 1, 'the mails of the second send');
  return ground;
}

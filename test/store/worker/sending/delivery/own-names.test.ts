import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { SendingDomain } from '../../../../../common/models/sending-domains.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import { aSend, type Ground } from '../../../../support/factories.ts';
import { statusAt } from '../../../../support/host-requests.ts';
import { rows } from '../../../../support/rows.ts';
import { addContacts, detailsOf } from '../../../../support/world.ts';

/** Of the sender in all tests. */
const DOMAIN = 'sender.example';
const BELIEVED_MS = 2100;

describe('mails of a sending domain with hosts of its own', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('own-names', { BOUNCE_DOMAIN: 'bounces.service.example' });
  });
  after(() => engine.stop());

  it('name no other host, and a host of an unchecked record is not used', async () => {
    ground = await engine.ground();
    await addContacts(ground, ['ann@example.com']);
    const { config } = engine.worker;
    const service = new URL(config.publicUrl).hostname;
    const send = async () => {
      const html = `<p>Hi <a href="https://shop.example/x">Shop</a><img src="${config.publicUrl}/media/a.png" alt=""></p>`;
      const { utr } = (
        await ground.client.post('/single/send/create', aSend(ground, { template_html: html }))
      ).body.message;
      await engine.settle();
      expect(await detailsOf(ground.client, utr)).to.deep.include({ status: 3, delivered: 1 });
      const mail = engine.mail.mails.at(-1)!;
      const { html: shown, text, headers } = await engine.mail.read(mail);
      const lines = headers.map(({ key, value }) => `${key}: ${value}`);
      return { from: mail.from, said: [...lines, shown, text].join('\n') };
    };
    const ofService = await send();
    expect(ofService.said).to.include(service);
    expect(ofService.from).to.match(/@bounces\.service\.example$/);

    await ground.client.post('/sending-domains/save', {
      domain: DOMAIN,
      link_host: `links.${DOMAIN}`,
      return_path_host: `bounces.${DOMAIN}`,
    });
    expect((await send()).from).to.match(/@bounces\.service\.example$/);
    await rows(SendingDomain).updateOne(
      { user_id: ground.client.user_id, domain: DOMAIN },
      { $set: { own_names: ['link_host', 'return_path_host'] } },
    );
    await sleep(BELIEVED_MS);
    const { from, said } = await send();
    expect(from).to.match(/^b-[a-z2-7]{48}@bounces\.sender\.example$/);
    expect(said).to.not.include(service);
    expect(said).to.not.include('bounces.service.example');
    expect(said).to.match(/^message-id: <[^>]+@links\.sender\.example>$/m);
    expect(said).to.match(/^list-unsubscribe: <https?:\/\/links\.sender\.example[:/]/m);
    expect(said).to.match(/href="https?:\/\/links\.sender\.example[^"]*\/c\//);

    expect(said).to.match(/src="https?:\/\/links\.sender\.example[^"]*\/media\/a\.png"/);

    // Its host answers links, and nothing else.
    const link = /href="https?:\/\/links\.sender\.example[^/]*(\/c\/[^"]+)"/.exec(said)![1]!;
    const asked = (path: string, host = `links.${DOMAIN}`) => statusAt(engine.api.url, path, host);
    expect(await asked(link)).to.equal(302);
    expect(await asked('/api/contacts/list')).to.equal(404);
    expect(await asked('/account')).to.equal(404);
    expect(await asked('/api/contacts/list', 'elsewhere.example')).to.equal(401);
    expect(await asked(`/link-host?domain=links.${DOMAIN}`, service)).to.equal(200);
    expect(await asked('/link-host?domain=elsewhere.example', service)).to.equal(404);
  });
});

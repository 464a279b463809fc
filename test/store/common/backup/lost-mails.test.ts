import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { restoreBackup } from '../../../../common/backup/restore.ts';
import { writeBackup } from '../../../../common/backup/write-backup.ts';
import { applyMailEvent } from '../../../../common/changes/mail-events.ts';
import { signToken, tokenKey } from '../../../../common/domain/tokens.ts';
import { createLogger } from '../../../../common/log.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { MailLink } from '../../../../common/models/mail-links.ts';
import { Suppression } from '../../../../common/models/suppressions.ts';
import { findByProviderId } from '../../../../common/queries/provider-ids.ts';
import { createReceiver } from '../../../../inbound/receiver.ts';
import type { Answer } from '../../../support/api.ts';
import { createSend, type Engine, startOwnEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { rows } from '../../../support/rows.ts';
import { addContacts } from '../../../support/world.ts';

/** Contacts at the time of the backup, one for each way to opt out. */
const [ONE_CLICK, BY_PAGE, BY_MAIL, BY_PREFERENCES] = ['one', 'page', 'mail', 'preferences'].map(
  (name) => `${name}@known.example`,
) as [string, string, string, string];
const LATER = 'later@known.example';
const TYPED = 'typed@known.example';
const TARGET = 'target@known.example';

interface LostLinks {
  readonly unsubscribe: string;
  readonly preferences: string;
  readonly address: string;
}

describe('a mail that was sent after the backup that was restored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-lost-mails-'));
  let engine: Engine;
  let ground: Ground;
  const links = new Map<string, LostLinks>();

  before(async () => {
    const file = join(folder, 'store.backup');
    engine = await startOwnEngine('lost-mails', { BOUNCE_DOMAIN: 'bounces.service.example' });
    ground = await engine.ground();
    await addContacts(ground, [ONE_CLICK, BY_PAGE, BY_MAIL, BY_PREFERENCES]);
    await writeBackup({ file, consistency: 'snapshot', appSecret: engine.api.config.appSecret });
    await addContacts(ground, [LATER]);
    await createSend(ground, {
      template_html:
        '<html><body><p>Hello, here is our news.</p><p><a href="((unsubscribe_preferences))">Choose</a></p></body></html>',
    });
    await engine.settle();
    for (const mail of engine.mail.mails) links.set(mail.to, await linksIn(mail));
    expect(links.size).to.equal(5);
    await restoreBackup(file, true);
    expect(await rows(Delivery).countDocuments({})).to.equal(0);
  });
  after(async () => {
    await engine?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function linksIn(mail: Engine['mail']['mails'][number]): Promise<LostLinks> {
    const { headers, html } = await engine.mail.read(mail);
    const header = headers.find(({ key }) => key === 'list-unsubscribe')!.value;
    const [, unsubscribe, address] =
      /<https?:\/\/[^/]+(\/unsubscribe\/[\w-]{40})>, <mailto:(u-\w+@[\w.]+)\?/.exec(header)!;
    return {
      unsubscribe: unsubscribe!,
      address: address!,
      preferences: /\/preferences\/[\w-]{40}/.exec(html!)![0],
    };
  }

  /** As a browser, which follows redirects. */
  async function request(path: string, fields?: Record<string, string>): Promise<Answer> {
    const answer = await engine.api.request(
      path,
      fields ? { method: 'POST', body: new URLSearchParams(fields) } : {},
    );
    const to = answer.headers.get('location');
    return to === null ? answer : engine.api.request(new URL(to, `http://any.example${path}`).pathname);
  }
  const oneClick = (path: string) => request(path, { 'List-Unsubscribe': 'One-Click' });
  /** The whole-account opt-outs of an address. */
  const optOuts = (email: string) =>
    rows(Suppression).countDocuments({
      user_id: ground.client.user_id,
      email_norm: email,
      reason: 'unsubscribed',
      unsubscribe_groups_id: null,
    });
  const formOf = (body: string): string => /action="(\/unsubscribe\/[\w-]{40}\/address)"/.exec(body)![1]!;

  it('opts its contact out by a one-click POST, once', async () => {
    for (let time = 0; time < 2; time += 1)
      expect((await oneClick(links.get(ONE_CLICK)!.unsubscribe)).status).to.equal(200);
    expect(await optOuts(ONE_CLICK)).to.equal(1);
  });

  it('shows the masked address, unsubscribes it by the button, and undoes that', async () => {
    const { unsubscribe } = links.get(BY_PAGE)!;
    const asked = await request(unsubscribe);
    expect(asked.status).to.equal(200);
    expect(asked.body).to.include('Stop emails from').and.include('p•••@known.example');
    expect(await optOuts(BY_PAGE)).to.equal(0);
    expect((await request(unsubscribe, {})).body).to.include('You are unsubscribed');
    expect(await optOuts(BY_PAGE)).to.equal(1);
    const undone = await request(`${unsubscribe}/undo`, {});
    expect(undone.body).to.include('You are subscribed again');
    expect(await optOuts(BY_PAGE)).to.equal(0);
  });

  it('opts its contact out by a mail to the address of List-Unsubscribe, once', async () => {
    const receiver = createReceiver(engine.api.config, {
      apply: applyMailEvent,
      find: findByProviderId,
      read: async () => 'unheard',
      log: createLogger('inbound', 'silent'),
    });
    const { address } = links.get(BY_MAIL)!;
    const raw = Buffer.from(`From: ${BY_MAIL}\r\nTo: ${address}\r\nSubject: unsubscribe\r\n\r\n`);
    expect(await receiver.mail('smtp', raw, [address])).to.deep.equal(['applied']);
    expect(await receiver.mail('smtp', raw, [address])).to.deep.equal(['repeated']);
    expect(await optOuts(BY_MAIL)).to.equal(1);
  });

  it('offers its contact the preferences, which stop all mails', async () => {
    const { preferences } = links.get(BY_PREFERENCES)!;
    expect((await request(preferences)).body).to.include('Your email preferences');
    expect((await request(preferences, { all: '1' })).body).to.include('You are unsubscribed');
    expect(await optOuts(BY_PREFERENCES)).to.equal(1);
    expect((await request(`${preferences}/undo`, {})).body).to.include('You are subscribed again');
    expect(await optOuts(BY_PREFERENCES)).to.equal(0);
  });

  it('refuses a one-click POST when its contact is lost too, and asks for the address', async () => {
    const { unsubscribe, preferences } = links.get(LATER)!;
    const refused = await oneClick(unsubscribe);
    expect(refused.status).to.equal(404);
    expect(refused.body).to.include('Your email address').and.not.include('You are unsubscribed');
    for (const path of [unsubscribe, preferences]) {
      const asked = await request(path);
      expect(asked.status).to.equal(200);
      expect(formOf(asked.body)).to.equal(`${unsubscribe}/address`);
    }
    expect(await rows(Suppression).countDocuments({ email_norm: LATER })).to.equal(0);
  });

  for (const [language, wrong] of [
    ['en', 'Please enter a whole address'],
    ['de', 'Bitte geben Sie eine vollständige Adresse ein'],
  ] as const)
    it(`shows the form again for a text that is no address, in ${language}`, async () => {
      const form = formOf((await request(links.get(LATER)!.unsubscribe)).body);
      for (const email of ['', 'later', '<script>@x', 'a@b.example, c@d.example']) {
        const again = await engine.api.request(form, {
          method: 'POST',
          body: new URLSearchParams({ email }),
          headers: { 'Accept-Language': language },
        });
        expect(again.status).to.equal(422);
        expect(again.body).to.include(wrong).and.not.include('<script>');
        expect(formOf(again.body)).to.equal(form);
      }
      expect(await rows(MailLink).countDocuments({ mailing: 'lost' })).to.equal(0);
    });

  it('opts out the address that the recipient gives, and no second one', async () => {
    const { unsubscribe } = links.get(LATER)!;
    const form = formOf((await request(unsubscribe)).body);
    for (const email of [` ${TYPED.toUpperCase()} `, TYPED, TARGET])
      expect((await request(form, { email })).body)
        .to.include('You are unsubscribed')
        .and.include('•••@');
    expect(await optOuts(TYPED)).to.equal(1);
    expect(await optOuts(TARGET)).to.equal(0);
    expect((await oneClick(unsubscribe)).status).to.equal(200);
    expect((await request(unsubscribe)).body).to.include('You are unsubscribed');
  });

  it('neither shows nor changes the choices of an address that was only given', async () => {
    const { unsubscribe, preferences } = links.get(LATER)!;
    await ground.client.post('/unsubscribes-groups/manually-add', {
      unsubscribe_groups_id: ground.unsubscribe_group_id,
      email_address: TYPED,
    });
    const group = String(ground.unsubscribe_group_id);
    for (const answer of [await request(preferences), await request(preferences, { shown: group, group })])
      expect(answer.body).to.include('You are unsubscribed').and.not.include('name="group"');
    expect(await rows(Suppression).countDocuments({ email_norm: TYPED })).to.equal(2);
    expect((await request(unsubscribe)).body).to.not.include('/preferences/');
  });

  it('takes another address once the opt-out by the link was undone', async () => {
    const { unsubscribe } = links.get(LATER)!;
    const undone = await request(`${unsubscribe}/undo`, {});
    expect(await optOuts(TYPED)).to.equal(0);
    expect((await request(formOf(undone.body), { email: LATER })).body).to.include('You are unsubscribed');
    expect(await optOuts(LATER)).to.equal(1);
  });

  it('does nothing in another account, and for a link that was not signed', async () => {
    const key = tokenKey(engine.api.config.signingSecrets);
    const before = await rows(Suppression).countDocuments({});
    for (const token of [signToken(key, 'unsubscribe', { account: 4_000_000_000, id: 7 }), 'x'.repeat(40)])
      for (const path of [`/unsubscribe/${token}`, `/unsubscribe/${token}/address`]) {
        const refused = await request(path, { email: TARGET });
        expect(refused.status).to.equal(404);
        expect(refused.body).to.include('This link does not work');
      }
    expect(await rows(Suppression).countDocuments({})).to.equal(before);
  });

  it('keeps no given address after its erasure', async () => {
    await ground.client.post('/contacts/erase', { email: LATER });
    await engine.settle();
    expect(await rows(MailLink).countDocuments({ email: LATER })).to.equal(0);
    expect((await request(links.get(LATER)!.unsubscribe)).body).to.include('has erased your address');
  });
});

import { expect } from 'chai';
import { BLANK_TEMPLATE_ID, builtInTemplates } from '../../common/data/templates.ts';
import { Sender } from '../../common/models/senders.ts';
import { createSeries } from '../support/automations.ts';
import { oracle } from '../support/composed-mails.ts';
import { DKIM_DOMAIN, dkimEnvironment, dkimRecords } from '../support/dkim.ts';
import { anAccount, aSend } from '../support/factories.ts';
import type { CaughtMail } from '../support/mail-server.ts';
import { rows } from '../support/rows.ts';
import { until } from '../support/until.ts';
import { addContacts, startWorld, type World } from '../support/world.ts';
import { installDkimpy, verifyByDkimpy } from './support/dkimpy.ts';
import { signatureFaults } from './support/signatures.ts';
import { askSpamAssassin, type Rspamd, startRspamd, type Verdict } from './support/spam-filters.ts';

/** A filter calls a mail spam from 5 points (SpamAssassin) or 6 (rspamd) on; a template of ours leaves room for its author's words. */
const MOST_POINTS = 1;
const RECIPIENT = 'anna@mailbox.example';
/** Pixel, footer, preheader, links and headers add at most this to what a filter gives a short letter alone. */
const MOST_ADDED = 1;
const PREHEADER = 'Three things worth your time';
const LETTER = [
  '<p>Hello ((first_name)),</p>',
  '<p>our summer opening hours begin on Monday: we open at nine and close at six.</p>',
  '<p>The new catalogue is at the counter, and also <a href="https://shop.example/catalogue">on our site</a>.</p>',
  '<p>Best wishes,<br>Ada</p>',
].join('\n');

/** The preheaders of a letter: padded, absent, and so long that it is hardly padded. */
const LETTERS: Readonly<Record<string, string>> = {
  'a letter': PREHEADER,
  'a letter without preheader': '',
  'a letter with a long preheader':
    'We open at nine and close at six, and the new catalogue is here. '.repeat(2),
};

/** Mails of automations. A single send has a preheader always. */
const AUTOMATIONS = new Set(['automation', 'a letter without preheader']);

describe('a mail of the service', () => {
  /** One of each built-in template, one of pasted HTML, a letter and one of an automation. */
  const mails = new Map<string, CaughtMail>();
  const designs = builtInTemplates().filter(({ id }) => id !== BLANK_TEMPLATE_ID);
  let rspamd: Rspamd;
  let assassin: Map<string, Verdict>;

  before(async () => {
    installDkimpy();
    const world = await startWorld('mta-templates', {
      PUBLIC_URL: 'https://mail.shop.example',
      BOUNCE_DOMAIN: 'bounce.shop.example',
      ...dkimEnvironment(['rsa']),
    });
    try {
      await sendAll(world);
    } finally {
      await world.stop();
    }
    rspamd = await startRspamd();
    const names = designs.map(({ template_name }) => template_name);
    const verdicts = await askSpamAssassin(names.map((name) => mails.get(name)!));
    assassin = new Map(names.map((name, at) => [name, verdicts[at]!]));
  });
  after(() => rspamd?.stop());

  async function sendAll(world: World): Promise<void> {
    const ground = await anAccount(world.api);
    await rows(Sender).updateOne(
      { _id: ground.sender_id },
      { $set: { from_email: `ada@${DKIM_DOMAIN}`, reply_to_email: `ada@${DKIM_DOMAIN}` } },
    );
    await addContacts(ground, [RECIPIENT]);
    const pasted = '<p>Hello ((first_name)), <a href="https://shop.example/">see what is new</a>.</p>';
    const sends = new Map<string, Record<string, unknown>>([
      ...designs.map(
        ({ id, template_name }) => [template_name, { template_id: id, template_html: '' }] as const,
      ),
      ['pasted HTML', { template_html: pasted }],
      ...Object.entries(LETTERS)
        .filter(([, preheader]) => preheader !== '')
        .map(([name, preheader]) => [name, { template_html: LETTER, preheader }] as const),
    ]);
    const preheader = PREHEADER;
    for (const [name, given] of sends) {
      const send = aSend(ground, { subject: `((first_name)), ${name}`, preheader, ...given });
      expect((await ground.client.post('/single/send/create', send)).status).to.equal(200);
    }
    const emails = {
      automation: { preheader, template_id: 4, template_html: '' },
      'a letter without preheader': { preheader: '', template_html: LETTER },
    };
    for (const [name, given] of Object.entries(emails)) {
      const series = await createSeries(ground, { type: 'custom' });
      await series.email({ subject: `First0, ${name}`, ...given });
      await series.live();
    }
    for (const name of [...sends.keys(), ...Object.keys(emails)])
      mails.set(
        name,
        await until(
          () => world.mail.to(RECIPIENT).find(({ raw }) => raw.includes(`\r\nSubject: First0, ${name}\r\n`)),
          name,
          30_000,
        ),
      );
  }

  for (const { template_name } of designs) {
    it(`passes SpamAssassin and rspamd: ${template_name}`, async () => {
      const other = await rspamd.ask(mails.get(template_name)!);
      for (const [name, { points, rules }] of [
        ['SpamAssassin', assassin.get(template_name)!],
        ['rspamd', other],
      ] as const)
        expect(points, `${name}: ${rules.join(' ')}`).to.be.at.most(MOST_POINTS);
    });
  }

  for (const letter of Object.keys(LETTERS))
    it(`gets few points for what the service adds to ${letter} of four lines`, async () => {
      const sent = mails.get(letter)!;
      const html = LETTER.replace('((first_name))', 'First0');
      const alone: CaughtMail = {
        ...sent,
        raw: await oracle({
          from: `Ada Sender <ada@${DKIM_DOMAIN}>`,
          to: RECIPIENT,
          subject: `First0, ${letter}`,
          html,
          text: html.replaceAll(/<[^>]*>/g, ''),
        }),
      };
      const assassins = await askSpamAssassin([sent, alone]);
      const others = [await rspamd.ask(sent), await rspamd.ask(alone)];
      for (const [name, [ours, theirs]] of [
        ['SpamAssassin', assassins],
        ['rspamd', others],
      ] as const)
        expect(
          ours!.points - theirs!.points,
          `${name}: ${ours!.rules.join(' ')} instead of ${theirs!.rules.join(' ')}`,
        ).to.be.at.most(MOST_ADDED);
    });

  it('carries signatures of the sender’s domain that mailauth and dkimpy verify, and that an added field breaks', async () => {
    const faults: string[] = [];
    const all = [...mails];
    const others = await verifyByDkimpy(
      all.map(([, { raw }]) => raw),
      dkimRecords,
    );
    for (const [at, [name, { raw }]] of all.entries()) {
      for (const fault of await signatureFaults(raw, dkimRecords)) faults.push(`${name}: ${fault}`);
      for (const result of others[at]!) if (result !== 'pass') faults.push(`${name}: dkimpy: ${result}`);
      expect(others[at]).to.have.length.of.at.least(1);
    }
    expect(faults, faults.join('\n')).to.deep.equal([]);
  });

  it('contains the headers of bulk mail, and a whole document', () => {
    expect([...mails.keys()]).to.have.lengthOf(designs.length + 2 + Object.keys(LETTERS).length);
    for (const [name, { raw }] of mails) {
      const text = raw.toString('latin1');
      expect(text, name).to.match(
        /^List-Unsubscribe: <https:\/\/mail\.shop\.example\/unsubscribe\/[\w-]{40}>, <mailto:u-[a-z2-7]{48}@bounce\.shop\.example\?subject=unsubscribe>\r$/m,
      );
      expect(text, name).to.match(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      expect(text, name).to.match(/^List-Id: "News" <g\d+\.u\d+\.mail\.shop\.example>\r$/m);
      expect(text, name).to.match(/^Precedence: bulk\r$/m);
      const kind = AUTOMATIONS.has(name) ? 'email-\\d+:u\\d+:automation' : 'send-\\d+:u\\d+:single';
      expect(text, name).to.match(new RegExp(`^Feedback-ID: ${kind}:[a-f0-9]{10}\\r$`, 'm'));
      expect(text, name)
        .to.match(/^<!doctype html>/im)
        .and.match(/<html lang=3D"(en|und)"/);
    }
  });
});

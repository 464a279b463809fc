import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Client } from '../../support/api.ts';
import { zipped } from '../../support/archives.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { type MoveFiles, uploadMove } from '../../support/moves.ts';
import { until } from '../../support/until.ts';
import { completed, startWorld, type World } from '../../support/world.ts';

const stored = (...names: string[]): MoveFiles =>
  Object.fromEntries(
    names.map((name) => [name, readFileSync(new URL(`../../fixtures/statuses/${name}`, import.meta.url))]),
  );

/** A row for each spelling of a status; the address has its number. */
const spelled = (
  header: string,
  words: readonly string[],
  row: (address: string, word: string) => string,
  of: string,
) => `${header}\n${words.map((word, at) => row(`${of}${at}@example.com`, word)).join('\n')}\n`;
const addresses = (of: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${of}${at}@example.com`);

const MAILABLE = [
  'subscribed',
  'Enabled',
  'ACTIVE',
  'confirmed',
  'opted in',
  'Opted-In',
  'angemeldet',
  'aktiv',
  'bestätigt',
  'abonniert',
  'abonné',
  'Inscrite',
];
const REFUSING = [
  'unsubscribed',
  'Unsubscribed',
  'UNSUBSCRIBED',
  'blocklisted',
  'blacklisted',
  'Blocked',
  'disabled',
  'opted out',
  'opted_out',
  'Opted-Out',
  'do not email',
  'abgemeldet',
  'gesperrt',
  'widerrufen',
  'bounced',
  'Hard Bounce',
  'hard_bounce',
  'cleaned',
  'unreachable',
  'invalid',
  'unzustellbar',
  'ungültig',
  'complained',
  'Complaint',
  'spam',
  'Spam report',
  'abuse',
  'Beschwerde',
  'unconfirmed',
  'pending',
  'nonsubscribed',
  'non-subscribed',
  'NEVER_SUBSCRIBED',
  'transactional',
  'unbestätigt',
  'ausstehend',
  'archived',
  'deleted',
  'archiviert',
  'gelöscht',
  'désabonné',
  'DESABONNEE',
  'désinscrit',
  'rebond',
  'plainte',
  'en attente',
  'non confirmé',
  'supprimé',
  'Waiting list',
  '',
];

interface Tool {
  readonly tool: string | null;
  readonly files: MoveFiles | (() => Promise<MoveFiles>);
  readonly mailable: readonly string[];
  readonly rows: number;
}

/** Exports as each service writes them, and who is mailable by them. */
const EXPORTS: readonly Tool[] = [
  {
    tool: 'listmonk',
    files: {
      ...stored('listmonk.csv'),
      'subscribers.csv': spelled(
        'uuid,email,name,attributes,status,created_at,updated_at',
        ['enabled', 'disabled', 'blocklisted'],
        (address, word) =>
          `5b0d,${address},Ada Byron,"{""city"": ""Graz""}",${word},2024-02-11 09:14:22.5 +0000 UTC,2026-05-02 17:40:01 +0000 UTC`,
        'listmonk',
      ),
    },
    mailable: [
      'maja.brandt@example.org',
      'seun@example.org',
      'j.vanderberg@example.net',
      'listmonk0@example.com',
    ],
    rows: 9,
  },
  {
    tool: 'mailchimp',
    files: async () => ({
      'audience.zip': await zipped({
        ...stored(
          'subscribed_email_audience_export_4f27b0.csv',
          'unsubscribed_email_audience_export_4f27b0.csv',
          'cleaned_email_audience_export_4f27b0.csv',
        ),
        'nonsubscribed_email_audience_export_4f27b0.csv':
          '"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,LEID,EUID\nnon@example.com,Nora,Non,2,,300481121,a1f0\n',
      }),
    }),
    mailable: [
      'hanna.lindqvist@example.com',
      'ben.okafor@example.net',
      'clara.mendes@example.org',
      'yuto.hayashi@example.com',
    ],
    rows: 13,
  },
  {
    tool: 'sendgrid',
    files: {
      ...stored('sendgrid-contacts.csv', 'suppression_bounces.csv', 'suppression_unsubscribes.csv'),
      'suppression_spam_reports.csv': 'ip,email,created\n192.0.2.1,spam@example.com,1751328000\n',
      'suppression_invalid_emails.csv':
        'reason,email,created\nMail domain mentioned in email address is unknown,bad@example.com,1751328000\n',
      'suppression_blocks.csv':
        'status,reason,email,created\n4.0.0,550 blocked,block@example.com,1751328000\n',
      'suppression_group_unsubscribes.csv': 'email,created\nraj.patel@example.com,1751328000\n',
    },
    mailable: ['grace.mbeki@example.com', 'niall.byrne@example.org', 'lotte.meyer@example.net'],
    rows: 16,
  },
  {
    tool: 'brevo',
    files: {
      ...stored('brevo-contacts.csv'),
      'contacts.csv':
        '\ufeffEMAIL;FIRSTNAME;LASTNAME;SMS;EMAIL_BLACKLISTED\r\nbrevo1@example.com;Ann;A;;false\r\nbrevo2@example.com;Bob;B;;true\r\nbrevo3@example.com;Cyd;C;;Yes\r\n',
    },
    mailable: [
      'chloe.garnier@example.com',
      'fabien.roux@example.org',
      'zoe.petit@example.org',
      'brevo1@example.com',
    ],
    rows: 8,
  },
  {
    tool: 'keila',
    files: {
      ...stored('keila.csv'),
      'more.csv': spelled(
        'Email,First name,Last name,Data,Status,External ID',
        ['active', 'unsubscribed', 'unreachable'],
        (address, word) => `${address},Ada,Byron,"{""city"": ""Brno""}",${word},crm-1`,
        'keila',
      ),
    },
    mailable: [
      'anouk.smit@example.com',
      'pavel.dvorak@example.net',
      'greta.holt@example.org',
      'keila0@example.com',
    ],
    rows: 8,
  },
  {
    tool: 'mautic',
    files: {
      'mautic.csv':
        'id,firstname,lastname,email,points,doNotEmail,preferred_locale\n1,Ann,A,mautic1@example.com,5,0,de\n2,Bob,B,mautic2@example.com,0,1,de\n3,Cyd,C,mautic3@example.com,0,No,de\n',
    },
    mailable: ['mautic1@example.com', 'mautic3@example.com'],
    rows: 3,
  },
  {
    tool: null,
    files: {
      'people.csv': spelled(
        'email,first_name,Status',
        [...MAILABLE, ...REFUSING],
        (address, word) => `${address},Ada,${word}`,
        'any',
      ),
      'liste.csv':
        'E-Mail;Vorname;Abgemeldet\nde1@example.com;Ann;nein\nde2@example.com;Bob;ja\nde3@example.com;Cyd;\n',
      'liste-fr.csv':
        'Adresse e-mail;Prénom;Désabonné le\nfr1@example.com;Ann;\nfr2@example.com;Bob;12.05.2025\n',
    },
    mailable: [...addresses('any', MAILABLE.length), 'de1@example.com', 'de3@example.com', 'fr1@example.com'],
    rows: MAILABLE.length + REFUSING.length + 5,
  },
  {
    tool: null,
    files: {
      'both.csv':
        'email,first_name,status\nbrevo1@example.com,Ann,subscribed\nany0@example.com,Ada,unsubscribed\n',
    },
    mailable: [],
    rows: 2,
  },
];

/** Opted out by a later file. */
const TAKEN_BACK = new Set(['any0@example.com']);

describe('moves from other services', () => {
  let world: World;
  let ground: Ground;
  let client: Client;

  before(async () => {
    world = await startWorld('journey-moves');
    ground = await anAccount(world.api);
    ({ client } = ground);
  });
  after(() => world.stop());

  async function untilState(id: number, state: string) {
    const details = async () => (await client.get(`/moves/details?id=${id}`)).body.message.move;
    await until(async () => (await details()).state === state, `move ${id} to be ${state}`);
    return details();
  }

  it('move each export with a receipt that adds up, and no mail goes to people who get none', async () => {
    const types = new Set<number>();
    const mailable = new Set<string>();
    let files = 0;
    for (const one of EXPORTS) {
      const given = typeof one.files === 'function' ? await one.files() : one.files;
      const { status, body } = await uploadMove(client, given);
      expect(status, JSON.stringify(body)).to.equal(200);
      const plan = await untilState(body.id, 'planned');
      expect(plan.tool, JSON.stringify(Object.keys(given))).to.equal(one.tool);
      expect((await client.post(`/moves/apply?id=${body.id}`)).status).to.equal(200);
      await untilState(body.id, 'applied');
      const { receipt } = (await client.get(`/moves/receipt?id=${body.id}`)).body.message;
      files += receipt.files.length;
      for (const part of [...receipt.files, receipt.total]) {
        const { rows, mailable: yes, opted_out, bounced, complained, unconfirmed, left_out, refused } = part;
        expect(yes + opted_out + bounced + complained + unconfirmed + left_out + refused, part.name).to.equal(
          rows,
        );
        if (part.contact_type_id) types.add(part.contact_type_id);
      }
      expect(receipt.total.rows, one.tool ?? 'others').to.equal(one.rows);
      expect(plan.total, one.tool ?? 'others').to.deep.include(receipt.total);
      for (const address of one.mailable) mailable.add(address);
    }
    expect(files).to.be.at.least(12);
    for (const address of TAKEN_BACK) mailable.delete(address);
    const send = aSend(ground, {
      subject: 'To everybody',
      recipient_id: [...types].map((type) => `contacts_${type}`),
    });
    const created = await client.post('/single/send/create', send);
    expect(created.status, JSON.stringify(created.body)).to.equal(200);
    await completed(client, created.body.message.utr);
    const to = await Promise.all(
      world.mail.mails.map(async (mail) =>
        (await world.mail.read(mail)).subject === 'To everybody' ? [mail.to] : [],
      ),
    );
    expect(to.flat().toSorted()).to.deep.equal([...mailable].toSorted());
  });
});

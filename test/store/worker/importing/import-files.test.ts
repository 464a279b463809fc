import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { CsvReading } from '../../../../api/resources/csv-uploads.ts';
import { readMembers } from '../../../../common/audience/members.ts';
import { readSuppressed } from '../../../../common/audience/suppressed.ts';
import { ImportRefusal } from '../../../../common/models/import-refusals.ts';
import type { ImportDocument } from '../../../../common/models/imports.ts';
import { noStatuses, type StatusCounts } from '../../../../shared/statuses/statuses.ts';
import { type CsvImports, counts, startCsvImports } from '../../../support/csv-imports.ts';
import { stoppingAfter } from '../../../support/stopping.ts';

interface Expected {
  /** Added, partial and refused rows. */
  readonly rows: readonly [number, number, number];
  readonly statuses: Partial<StatusCounts>;
  readonly unknown?: number;
  readonly encoding?: readonly [string, string];
  /** Address, first and last name, city. */
  readonly people?: readonly string[];
  readonly refused?: readonly string[];
  /** Line and field. */
  readonly dropped?: readonly string[];
  readonly skipped?: readonly string[];
}

const UMLAUTS = [
  'anke.schulz@example.org|Anke|Schulz|Hamburg',
  'guenter.weiss@example.net|Günter|Weiß|München',
  'juergen.boehm@example.com|Jürgen|Böhm|Dresden',
];

const FILES: Readonly<Record<string, Expected>> = {
  'listmonk.csv': {
    rows: [6, 0, 0],
    statuses: { mailable: 3, opted_out: 3 },
    people: [
      'irene.vogel@example.com|Irene|Vogel|',
      'j.vanderberg@example.net|Joost|van der Berg|Zwolle',
      'maja.brandt@example.org|Maja|Brandt|Graz',
      'paolo.riva@example.com|Paolo|Riva|',
      'seun@example.org|Oluwaseun||Lagos',
      'tomasz.wrona@example.net|Tomasz|Wrona|Łódź',
    ],
    skipped: ['uuid', 'status', 'created_at', 'updated_at', 'plan', 'visits'],
  },
  'subscribed_email_audience_export_4f27b0.csv': {
    rows: [4, 0, 0],
    statuses: { mailable: 4 },
    people: ['ben.okafor@example.net|Ben|Okafor|', 'clara.mendes@example.org|Clara|Mendes|'],
  },
  'unsubscribed_email_audience_export_4f27b0.csv': { rows: [4, 0, 0], statuses: { opted_out: 4 } },
  'cleaned_email_audience_export_4f27b0.csv': { rows: [4, 0, 0], statuses: { bounced: 4 } },
  'sendgrid-contacts.csv': {
    rows: [4, 2, 0],
    statuses: { mailable: 4 },
    dropped: ['3 alt_email', '5 country'],
  },
  'suppression_bounces.csv': { rows: [4, 0, 0], statuses: { bounced: 4 } },
  'suppression_unsubscribes.csv': { rows: [4, 0, 0], statuses: { opted_out: 4 } },
  'brevo-contacts.csv': {
    rows: [5, 0, 0],
    statuses: { mailable: 3, opted_out: 2 },
    encoding: ['utf-8', 'mark'],
    people: ['chloe.garnier@example.com|Chloé|Garnier|', 'fabien.roux@example.org|Fabien|Roux|'],
  },
  'keila.csv': {
    rows: [5, 0, 0],
    statuses: { mailable: 3, opted_out: 1, bounced: 1 },
    people: [
      'anouk.smit@example.com|Anouk|Smit|Utrecht',
      'greta.holt@example.org|||',
      'kofi.asante@example.com|Kofi|Asante|Accra',
      'pavel.dvorak@example.net|Pavel|Dvořák|Brno',
    ],
  },
  'statuses-german.csv': {
    rows: [7, 0, 0],
    statuses: { mailable: 1, opted_out: 1, bounced: 1, complained: 1, unconfirmed: 1 },
    unknown: 2,
    people: [
      'bodo.ernst@example.net|Bodo|Ernst|',
      'eva.winter@example.com|Eva|Winter|',
      'karl.maier@example.com|Karl|Maier|',
      'lea.sommer@example.net|Lea|Sommer|',
      'nele.kuhn@example.com|Nele|Kuhn|',
      'otmar.huber@example.org|Otmar|Huber|',
    ],
  },
  'utf-8-one-bad-byte.csv': {
    rows: [4, 0, 1],
    statuses: { mailable: 4 },
    encoding: ['utf-8', 'content'],
    people: [
      'heike.voss@example.com|Heike||Köln',
      'katja@example.org|Katja||Görlitz',
      'oyvind@example.org|Øyvind||Bodø',
      'sara.nunez@example.net|Sara||Málaga',
    ],
    refused: ['5: The row has bytes that are not utf-8 text (0xE9); see the input encoding.'],
  },
  'utf-8-mark-one-bad-byte.csv': {
    rows: [3, 0, 1],
    statuses: { mailable: 3 },
    encoding: ['utf-8', 'mark'],
    refused: ['4: The row has bytes that are not utf-8 text (0xFC); see the input encoding.'],
  },
  'cp1250.csv': {
    rows: [6, 0, 0],
    statuses: { mailable: 6 },
    encoding: ['windows-1250', 'guess'],
    people: [
      'jiri@example.org|Jiří|Říha|Plzeň',
      'krzysztof@example.com|Krzysztof|Pająk|Częstochowa',
      'lukasz@example.com|Łukasz|Wiśniewski|Łódź',
    ],
  },
  'excel-german-cp1252.csv': {
    rows: [6, 0, 0],
    statuses: { mailable: 6 },
    encoding: ['windows-1252', 'guess'],
    people: UMLAUTS,
    skipped: ['Geburtstag'],
  },
  'sep-line.csv': {
    rows: [3, 0, 1],
    statuses: { mailable: 3 },
    people: [
      'elif@example.org|Elif||Berlin, Wedding',
      'ines@example.net|Inès||Aachen, Mitte',
      'uwe@example.com|Uwe||Köln, Nippes',
    ],
    refused: ['5: The email field must be a valid email address.'],
  },
  'dates.csv': { rows: [7, 1, 0], statuses: { mailable: 7 }, dropped: ['7 birth_date'] },
  'addresses.csv': {
    rows: [7, 0, 2],
    statuses: { mailable: 7 },
    people: [
      'emre@example.org|||Izmir',
      'jan@example.net|||Delft',
      'kim@example.com|||Cork',
      'nora.quist@example.com|Nora|Quist|Oslo',
      'otto@example.net|||Linz',
      'pia@example.com|||Bonn',
      'rui.duarte@example.org|Rui|Duarte|Faro',
    ],
    refused: [
      '9: The email field must have one email address, not several.',
      '10: The email field must be a valid email address.',
    ],
  },
};

const folder = (name: string): URL => new URL(`../../../fixtures/${name}/`, import.meta.url);
function contentOf(file: string): Buffer {
  const path = ['csv', 'statuses'].map((name) => new URL(file, folder(name))).find((url) => existsSync(url));
  return readFileSync(path!);
}

describe('import-contacts, of files as other services and people write them', () => {
  let csv: CsvImports;
  before(async () => {
    csv = await startCsvImports('worker-import-files');
    await csv.field('birth_date', 'datetime-local');
  });
  after(() => csv.stop());

  it('is tested with each file of the index', () => {
    const index = readFileSync(new URL('INDEX.md', folder('csv')), 'utf8');
    const named = [...index.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
    expect(named).to.have.members(Object.keys(FILES));
  });

  async function mailed(type: number): Promise<string[]> {
    const members = await readMembers({ id: type, table: 'contacts_' }, csv.userId, 0, 100);
    const of = { user_id: csv.userId, unsubscribe_group_id: 0 };
    const suppressed = await readSuppressed(
      of,
      members.map(({ email_norm }) => email_norm),
    );
    return members.filter((one) => !suppressed.has(one.email_norm)).map(({ email }) => email);
  }

  const dropped = async (id: number): Promise<string[]> =>
    (await ImportRefusal.find({ '_id.import_id': id }).sort({ _id: 1 }).toArray()).flatMap((row) =>
      (row.dropped ?? []).map(({ field }) => `${row._id.line} ${field}`),
    );
  const refused = async (id: number): Promise<string[]> =>
    (
      await ImportRefusal.find({ '_id.import_id': id, dropped: { $exists: false } })
        .sort({ _id: 1 })
        .toArray()
    ).map(({ _id, reason }) => `${_id.line}: ${reason}`);
  const rowsOf = (found: ImportDocument) => [found.rows_added, found.rows_partial ?? 0, found.rows_refused];

  for (const [file, expected] of Object.entries(FILES)) {
    const { rows, statuses, unknown = 0 } = expected;
    it(`reads ${file}`, async () => {
      const type = await csv.type();
      const reading: CsvReading = { zone: 'UTC' };
      const tried = await csv.load(type, contentOf(file), { ...reading, isTrial: true }, file);
      expect(rowsOf(tried)).to.deep.equal(rows);
      const id = await csv.upload(type, contentOf(file), reading, file);
      await csv.run(id, stoppingAfter(1));
      const done = await csv.run(id);
      expect(done).to.include({ state: 'completed' });
      expect(rowsOf(done)).to.deep.equal(rows);
      const { encoding = [done.encoding, done.encoding_by] } = expected;
      expect([done.encoding, done.encoding_by]).to.deep.equal(encoding);
      if (done.statuses_by) expect(done.statuses).to.deep.equal({ ...noStatuses(), ...statuses });
      expect((done.unknown_statuses ?? []).reduce((sum, one) => sum + one.rows, 0)).to.equal(unknown);
      expect(await mailed(type)).to.have.length(statuses.mailable ?? 0);
      const people = (await csv.contacts(type)).map(({ email, first_name, last_name, city }) =>
        [email, first_name, last_name, city].join('|'),
      );
      expect(people).to.include.members([...(expected.people ?? [])]);
      expect(await refused(id)).to.deep.equal(expected.refused ?? []);
      expect(await dropped(id)).to.deep.equal(expected.dropped ?? []);
      if (expected.skipped) expect(done.skipped_columns).to.deep.equal(expected.skipped);
      const again = await csv.load(type, contentOf(file), reading, file);
      expect(counts(again)).to.deep.equal([0, 0, rows[0], rows[2]]);
    });
  }

  it('fills countries, postal codes and second addresses', async () => {
    const type = await csv.type();
    await csv.load(type, contentOf('sendgrid-contacts.csv'), {}, 'sendgrid-contacts.csv');
    const mailchimp = 'subscribed_email_audience_export_4f27b0.csv';
    await csv.load(type, contentOf(mailchimp), {}, mailchimp);
    await csv.load(type, contentOf('excel-german-cp1252.csv'), {}, 'list.csv');
    const found = new Map((await csv.contacts(type)).map((one) => [one.email, one]));
    expect(found.get('niall.byrne@example.org')!.alt_email).to.equal('nbyrne@example.net');
    expect(found.get('raj.patel@example.com')!.country).to.equal(null);
    expect(found.get('hanna.lindqvist@example.com')!.country).to.be.a('number');
    expect(found.get('hanna.lindqvist@example.com')!.address_line1).to.contain('Storgatan 4');
    expect(found.get('juergen.boehm@example.com')!.postal_code).to.equal('01067');
  });

  it('reads dates as people write them, by the order that the column shows or the caller says', async () => {
    const datesOf = async (reading: CsvReading) => {
      const type = await csv.type();
      await csv.load(type, contentOf('dates.csv'), reading);
      return (await csv.contacts(type)).map((one) => one.custom_field['birth_date'] ?? null);
    };
    const first = ['1991-03-07T00:00', '1991-03-07T18:05:00', '1991-03-07T00:00'];
    expect(await datesOf({ zone: 'UTC' })).to.deep.equal([
      ...first,
      '1991-03-07T18:05:00',
      '1991-12-25T00:00',
      null,
      '1991-07-03T00:00',
    ]);
    expect(await datesOf({ zone: 'Europe/Berlin', dateOrder: 'mdy' })).to.deep.equal([
      ...first,
      '1991-03-07T19:05:00',
      null,
      null,
      '1991-03-07T00:00',
    ]);
  });

  it('fills names before addresses, also if only the last row of a large file has one', async () => {
    const type = await csv.type();
    // As many bytes in few rows.
    const domain = `${['x', 'y', 'z'].map((letter) => letter.repeat(60)).join('.')}.example.com`;
    const plain = Array.from({ length: 1800 }, (_, at) => `someone.${at}@${domain}\n`).join('');
    await csv.load(type, `email\n${plain}Ada Byron <ada@example.com>\n`);
    const [ada] = await csv.contacts(type);
    expect(ada).to.include({ email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron' });
  });

  it('keeps the value that is here when a cell cannot be read', async () => {
    const type = await csv.type();
    await csv.load(type, 'email,city,country,birth_date\na@example.com,Ulm,DE,1990-01-02\n');
    const found = await csv.load(
      type,
      `email,city,country,birth_date\na@example.com,U\ufffdm,Atlantis,N/A\n`,
    );
    expect(counts(found)).to.deep.equal([0, 0, 1, 0]);
    expect(found.rows_partial).to.equal(1);
    const [contact] = await csv.contacts(type);
    expect(contact).to.deep.include({ city: 'Ulm', custom_field: { birth_date: '1990-01-02T00:00' } });
  });
});

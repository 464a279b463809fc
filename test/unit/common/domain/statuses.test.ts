import { expect } from 'chai';
import { momentOf } from '../../../../common/domain/statuses/moments.ts';
import { createStatusReader } from '../../../../common/domain/statuses/read-status.ts';
import type { Decisions } from '../../../../shared/statuses/decisions.ts';
import { statusOfFileName, withStatus } from '../../../../shared/statuses/file-names.ts';
import { fileHeadingOf, headingOf } from '../../../../shared/statuses/headings.ts';
import { planStatuses, type StatusPlan } from '../../../../shared/statuses/plan.ts';
import { type ContactStatus, STATUSES, strictest } from '../../../../shared/statuses/statuses.ts';

const NOW = new Date('2026-05-01T00:00:00Z');

type CellMeaning = ContactStatus | 'unknown' | 'nothing';

const rowsOf = (given: readonly (readonly string[])[]): string[][] =>
  given.map((cells) => ['a@example.com', ...cells]);

const planOf = (
  headings: readonly string[],
  given: readonly (readonly string[])[],
  decisions: Decisions = [],
): StatusPlan | null =>
  planStatuses({
    fileName: 'list.csv',
    header: ['email', ...headings],
    columns: ['email', ...headings.map(() => null)],
    rows: rowsOf(given),
    column: null,
    decisions,
    group: null,
  });

/** The status that each row of cells sets in a file with these headings; unknown: a word is not known; nothing: the file has no statuses. */
function saidByRows(
  headings: readonly string[],
  given: readonly (readonly string[])[],
  decisions: Decisions = [],
): CellMeaning[] {
  const rows = rowsOf(given);
  const plan = planOf(headings, given, decisions);
  if (plan === null) return rows.map(() => 'nothing');
  return rows
    .map(createStatusReader(plan, NOW))
    .map(({ status, unknown }) => (unknown === null ? status : 'unknown'));
}

const saidByCells = (heading: string, ...cells: readonly string[]): CellMeaning[] =>
  saidByRows(
    [heading],
    cells.map((cell) => [cell]),
  );
const said = (heading: string, cell: string): CellMeaning => saidByCells(heading, cell)[0]!;

/** Each kind of source, and what it says. */
const WORDS: Readonly<Record<ContactStatus | 'unknown', readonly string[]>> = {
  mailable: [
    'subscribed',
    'Enabled',
    'ACTIVE',
    'confirmed',
    'opted in',
    'Opted-In',
    'opted_in',
    'SUBSCRIBED',
    'angemeldet',
    'aktiv',
    'bestätigt',
    'bestaetigt',
    'abonniert',
    'Subscribed via form',
    'confirmed (double opt-in)',
    'abonné',
    'Abonnée',
    'INSCRIT',
    'inscrite',
    'actif',
    'confirmé',
    'Abonné par formulaire',
    'inscrit à la newsletter',
  ],
  opted_out: [
    'unsubscribed',
    'blocklisted',
    'blacklisted',
    'blocked',
    'disabled',
    'opted out',
    'Opted-Out',
    'do not email',
    'DO_NOT_EMAIL',
    'doNotEmail',
    'abgemeldet',
    'gesperrt',
    'widerrufen',
    'Unsubscribed by admin',
    'UnSubscribed',
    'désabonné',
    'DÉSABONNÉE',
    'désinscrit',
    'désinscrite',
    'désinscription',
    'bloqué',
    'désactivé',
    'liste noire',
    'ne pas contacter',
    'Désabonné par l’administrateur',
  ],
  bounced: [
    'bounced',
    'hard bounce',
    'HARD_BOUNCE',
    'cleaned',
    'unreachable',
    'invalid',
    'unzustellbar',
    'ungültig',
    'rebond',
    'Rebond définitif',
    'rejetée',
    'invalide',
    'adresse invalide',
    'injoignable',
    'non délivré',
    'NPAI',
  ],
  complained: [
    'complained',
    'complaint',
    'spam',
    'Spam Report',
    'abuse',
    'Beschwerde',
    'marked as spam',
    'plainte',
    'Plainte pour abus',
    'signalé comme spam',
    'indésirable',
  ],
  unconfirmed: [
    'unconfirmed',
    'pending',
    'nonsubscribed',
    'transactional',
    'unbestätigt',
    'ausstehend',
    'NEVER_SUBSCRIBED',
    'not subscribed',
    'nicht angemeldet',
    'no longer subscribed',
    'active, pending',
    'en attente',
    'En attente de confirmation',
    'non confirmé',
    'non-confirmée',
    'pas confirmé',
    'à confirmer',
    'non abonné',
    'jamais inscrit',
    'transactionnel',
  ],
  left_out: ['archived', 'deleted', 'archiviert', 'gelöscht', 'archivé', 'supprimé', 'effacée'],
  unknown: [
    'Gold',
    'active customer',
    'not blocked',
    'never bounced',
    'soft bounced',
    'rebond temporaire',
    'pas désabonné',
    'n’est plus abonné',
    'client actif',
    '',
    '-',
    '?',
    'yes',
    '1',
    '550',
  ],
};

describe('a word for a status', () => {
  for (const [status, words] of Object.entries(WORDS)) {
    it(`means ${status}`, () => {
      for (const word of words) expect(said('Status', word), word).to.equal(status);
    });
  }

  it('matches in any form of its letters, and not as a part of a word', () => {
    expect(said('Status', 'BESTÄTIGT'.normalize('NFD'))).to.equal('mailable');
    expect(said('Statut', 'DÉSABONNÉ'.normalize('NFD'))).to.equal('opted_out');
    expect(said('Status', ' unsubscribed ')).to.equal('opted_out');
    expect(said('Status', 'inactive')).to.equal('unknown');
    expect(said('Status', 'x'.repeat(100_000))).to.equal('unknown');
  });
});

describe('a French word for a status', () => {
  const isFrench = (word: string): boolean => /[éèêàç]/i.test(word);
  it('means the same without accents', () => {
    for (const [status, words] of Object.entries(WORDS))
      for (const word of words.filter(isFrench)) {
        const plain = word.normalize('NFD').replace(/\p{M}/gu, '');
        expect(said('Statut', plain), plain).to.equal(status);
      }
  });
});

describe('a heading for a status', () => {
  const REFUSALS = [
    'unsubscribed',
    'Suppressed',
    'email_suppressed',
    'abbestellt',
    'Werbesperre',
    'Email DNC',
    'Unsubscribed from all email',
    'opt-out',
    'Opted out',
    'Opted out of email: News',
    'do not email',
    'doNotEmail',
    'blocked',
    'blocklisted',
    'BLACKLISTED',
    'EMAIL_BLACKLISTED',
    'emailBlacklisted',
    'Abmeldung',
    'abgemeldet',
    'gesperrt',
    'unsubscribed_at',
    'abgemeldet_am',
    'Désabonné',
    'Désabonné le',
    'Date de désabonnement',
    'Désinscrit',
    'date_desinscription',
    'Bloqué',
    'Liste noire',
    'Ne pas contacter',
  ];
  /** They count only where most cells are answers. */
  const NOUNS = ['Unsubscribe', 'unsubscribes', 'unsubscribe_date', 'blacklist', 'Opposition'];
  /** Consents that are denied or ended. */
  const DENIED = [
    'Consent withdrawn',
    'consent_revoked',
    'Opt-in declined',
    'No consent',
    'Kein Newsletter',
    'No newsletter',
    'Newsletter declined',
    'Newsletter cancelled',
    'Consent withdrawn at',
    'Einwilligung widerrufen',
    'Einwilligung verweigert',
    'keine Einwilligung',
    'Consentement retiré',
    'Consentement refusé',
    'GDPR consent refused',
    'no email marketing',
  ];
  const CONSENTS = [
    'subscribed',
    'Opt-in',
    'OPT_IN',
    'email_optin',
    'consent',
    'gdpr_consent',
    'Consent given',
    'Consent (yes/no)',
    'Newsletter opt-in',
    'Marketing consent status',
    'Werbung ja/nein',
    'Mailing list consent',
    'I consent to receive emails',
    'Marketing communications opt-in',
    'Opted in to promotional emails',
    'Opt-in to receive updates',
    'Opt-in: news and offers',
    'Email opt-in on/off',
    'Einwilligung Werbe-E-Mails',
    'Einwilligung Newsletter-Versand',
    'Einwilligung zum Versand von Werbung',
    'Consentement aux offres promotionnelles',
    'Email Permission',
    'Abonniert',
    'email marketing',
    'Email Marketing Consent',
    'Accepts Email Marketing',
    'Abonnement',
    'Werbung',
    'Einwilligung',
    'Abonné',
    'Abonnée à la newsletter',
    'Inscrit',
    'Statut de l’abonnement',
    'Consentement',
  ];
  const OF_WORDS = [
    'status',
    'Subscription Status',
    'Newsletterstatus',
    'E-Mail-Status',
    'contact_status',
    'Statut',
    'statut_contact',
    'État du contact',
  ];
  const OTHERS = [
    'Order Status',
    'payment_status',
    'Bestellstatus',
    'Lead Status',
    'Marital status',
    'UNSUB_REASON',
    'blocked by',
    'Statut du contrat',
    'Statut de la cotisation',
    'SMS Marketing Consent',
    'Email Marketing Consent Timestamp',
    'subscribed_at',
    'OPTIN_TIME',
    'DOUBLE_OPT-IN',
    'Consent text',
    'Consent expires',
    'Consent form',
    'Consent type',
    'Consent channel',
    'Consent language',
    'cookie consent',
    'Photo consent',
    'No photo consent',
    'Parental consent',
    'Data processing consent',
    'Third party opt-in',
    'Partner opt-in',
    'Call consent',
    'Opt-in Briefpost',
    'Einwilligung Versand',
    'Newsletter-Versand Status',
    'Gesperrt von',
    'Versand von Newslettern',
    'Newsletter opened',
    'Newsletter sent',
    'Last newsletter opened',
    'Newsletter Wien',
    'Soft bounces',
    'soft_bounce',
    'Soft bounced',
    'Total bounces',
    'Bounces (30 days)',
    'Bounce type',
    'Bounce message',
    'Complaint text',
    'Complaint category',
    'Customer complaint',
    'Spam filter',
    'spam_check',
    'Opt-in method',
    'Spam reason',
    'unsubscribe_link',
    'bounce count',
    'bounce rate',
    'spam score',
    'User permission',
    'Statut de la commande',
    'Statut du paiement',
    'Statut marital',
    'État civil',
    'État',
    'Motif de désabonnement',
    'Abonné le',
    'Date d’inscription',
    'Désabonné par',
    'city',
    '',
  ];

  it('says refusal by yes and by dates', () => {
    for (const heading of REFUSALS) {
      expect(
        ['yes', 'TRUE', '1', 'ja', 'Oui', '2024-05-06', 'no', 'false', '0', 'Non', ''].map((cell) =>
          said(heading, cell),
        ),
        heading,
      ).to.deep.equal([
        ...Array.from({ length: 6 }, () => 'opted_out'),
        ...Array.from({ length: 5 }, () => 'mailable'),
      ]);
      expect(said(heading, 'perhaps'), heading).to.equal('unknown');
    }
    for (const heading of ['bounced', 'Bounce', 'bounces', 'Hard bounced', 'cleaned', 'Rebond', 'NPAI'])
      expect(said(heading, 'yes'), heading).to.equal('bounced');
    expect(said('bounce_date', '2024-05-06')).to.equal('bounced');
    for (const heading of ['complained', 'Complaint', 'spam', 'Beschwerde', 'Plainte'])
      expect(said(heading, 'oui'), heading).to.equal('complained');
    expect(['t', 'f'].map((cell) => said('Unsubscribed', cell))).to.deep.equal(['opted_out', 'mailable']);
  });

  it('says refusal by a noun where most cells are answers', () => {
    for (const heading of NOUNS) {
      expect(
        ['yes', '2024-05-06', '0000-00-00', 'no', ''].map((cell) => said(heading, cell)),
        heading,
      ).to.deep.equal(['opted_out', 'opted_out', 'mailable', 'mailable', 'mailable']);
      expect(said(heading, '3'), heading).to.equal('nothing');
      // In a column of dates, other cells are asked about.
      for (const cell of ['https://example.com/u?id=1', 'f3a9c1'])
        expect(said(heading, cell), `${heading} ${cell}`).to.equal(
          heading === 'unsubscribe_date' ? 'unknown' : 'nothing',
        );
    }
    expect(saidByCells('blacklist', '1', '0', 'perhaps')).to.deep.equal(['opted_out', 'mailable', 'unknown']);
    for (const heading of ['Unsubscribe page', 'Unsubscribe hash', 'Unsubscribe key', 'List-Unsubscribe'])
      expect(
        ['yes', 'https://example.com/u'].map((cell) => said(heading, cell)),
        heading,
      ).to.deep.equal(['unconfirmed', 'nothing']);
    expect(said('Double Opt-in', 'unsubscribed')).to.equal('opted_out');
    expect(said('Complaint', 'Delivered late')).to.equal('nothing');
    expect(said('spam', 'clean')).to.equal('nothing');
  });

  it('says refusal by dates in any form, and asks about other cells', () => {
    const dates = [
      '2023/03/12',
      '2023-3-12 10:00',
      '12-Mar-2023',
      '3/12/23',
      'May 12, 2024',
      'Sun, 12 May 2024 10:00:00 GMT',
      '12. März 2024',
      '3 févr. 2024',
      '1er juin 2024',
      '20230312',
      '1754006400',
    ];
    for (const heading of ['Unsubscribe date', 'Consent withdrawn at', 'unsubscribed_at', 'No newsletter']) {
      for (const cell of dates) expect(said(heading, cell), `${heading} ${cell}`).to.equal('opted_out');
      for (const cell of ['last spring', 'Q1 2024', '00/00/0000'])
        expect(said(heading, cell), `${heading} ${cell}`).to.equal('unknown');
    }
    expect(said('Unsubscribe', 'Married 12 in 2024')).to.equal('nothing');
    for (const cell of dates) expect(said('Consent', cell), cell).to.equal('nothing');
  });

  it('says no bounce by a count', () => {
    for (const heading of ['Bounces', 'bounced', 'Complaints'])
      expect(saidByCells(heading, '0', '1', '3'), heading).to.deep.equal(['nothing', 'nothing', 'nothing']);
    expect(saidByCells('Bounces', '0', '1')).to.deep.equal(['mailable', 'bounced']);
  });

  it('says refusal of a consent by yes where it is denied', () => {
    for (const heading of DENIED)
      expect(
        ['yes', '2024-05-06', 'no', '', 'Paper form'].map((cell) => said(heading, cell)),
        heading,
      ).to.deep.equal(['opted_out', 'opted_out', 'mailable', 'mailable', 'unknown']);
    for (const heading of ['Not subscribed', 'Consent expired', 'nicht angemeldet'])
      expect(said(heading, 'yes'), heading).to.equal('unconfirmed');
  });

  it('asks where a yes may mean either', () => {
    for (const heading of [
      'Not unsubscribed',
      'Nicht abgemeldet',
      'Abmeldung widerrufen',
      'Opt-in/Opt-out',
      'Subscribed/Unsubscribed',
    ])
      expect(
        ['yes', 'no', 'unsubscribed'].map((cell) => said(heading, cell)),
        heading,
      ).to.deep.equal(['unknown', 'unknown', 'opted_out']);
  });

  it('asks about a no where a consent to mails has other words, too', () => {
    for (const heading of ['Partner email opt-in', 'Einwilligung E-Mail Gewinnspiel'])
      expect(
        ['yes', 'no', 'perhaps'].map((cell) => said(heading, cell)),
        heading,
      ).to.deep.equal(['mailable', 'unknown', 'nothing']);
    expect(said('No consent to partner emails', 'yes')).to.equal('unknown');
    for (const heading of ['Partner opt-in', 'Photo consent', 'Newsletter Wien', 'SMS and email opt-in'])
      expect(said(heading, 'no'), heading).to.equal('nothing');
  });

  it('opts out no person by a word about an account or about calls', () => {
    for (const heading of ['Deaktiviert', 'deactivated', 'DNC', 'Account blocked', 'Konto gesperrt'])
      expect(
        ['yes', 'no', ''].map((cell) => said(heading, cell)),
        heading,
      ).to.deep.equal(['unconfirmed', 'mailable', 'mailable']);
    expect(['yes', 'no'].map((cell) => said('Subscribed to the blog', cell))).to.deep.equal([
      'mailable',
      'unconfirmed',
    ]);
  });

  it('says nothing by the dates of a consent', () => {
    for (const heading of ['Consent given', 'Einwilligung', 'Subscribed', 'Opt-in'])
      expect(saidByCells(heading, '2024-05-06', ''), heading).to.deep.equal(['nothing', 'nothing']);
  });

  it('reads the empty date of MySQL as no refusal', () => {
    for (const cell of ['0000-00-00', '0000-00-00 00:00:00'])
      expect(said('unsubscribed_at', cell), cell).to.equal('mailable');
  });

  it('reads yes and no as statuses if all cells are one of them', () => {
    for (const heading of ['active', 'Aktiv', 'is_active', 'enabled'])
      expect(
        ['1', 'nein', 'false', 'active', 'Gold', ''].map((cell) => said(heading, cell)),
        heading,
      ).to.deep.equal(['mailable', 'unconfirmed', 'unconfirmed', 'mailable', 'nothing', 'nothing']);
    expect(['ja', 'nein', 'x', 'Weekly', ''].map((cell) => said('Newsletter', cell))).to.deep.equal([
      'mailable',
      'opted_out',
      'mailable',
      'nothing',
      'nothing',
    ]);
    expect(said('Active customer', 'no')).to.equal('nothing');
    for (const heading of [
      'Newsletter subscription',
      'Wants newsletter',
      'Newsletter gewünscht',
      'Newsletter (yes/no)',
    ])
      expect(said(heading, 'no'), heading).to.equal('opted_out');
    // A blank cell is no answer.
    expect(saidByCells('Newsletter', '1', '', '1')).to.deep.equal(['mailable', 'unknown', 'mailable']);
  });

  it('opts no person out by one of several columns of newsletters', () => {
    const rows = [
      ['yes', 'no'],
      ['no', 'no'],
    ];
    expect(saidByRows(['Newsletter Wien', 'Newsletter Graz'], rows)).to.deep.equal(['nothing', 'nothing']);
    expect(saidByRows(['Newsletter', 'E-Mail-Newsletter'], rows)).to.deep.equal([
      'unconfirmed',
      'unconfirmed',
    ]);
    expect(saidByRows(['Newsletter', 'Newsletter opened'], rows)).to.deep.equal(['mailable', 'unconfirmed']);
  });

  it('is also a key of JSON objects', () => {
    const cells = ['{"unsubscribed":true}', '{"unsubscribed":false}', '{"city":"Ulm"}', '', '[]', 'null'];
    for (const heading of ['attributes', 'Data'])
      expect(saidByCells(heading, ...cells), heading).to.deep.equal([
        'opted_out',
        ...Array.from({ length: 5 }, () => 'mailable'),
      ]);
    expect(
      saidByCells('data', '{"status":"unsubscribed"}', '{"status":"Gold"}', '{"status":null}', '{"city":'),
    ).to.deep.equal(['opted_out', 'unknown', 'unknown', 'unknown']);
    expect(saidByCells('attributes', '{"order":{"unsubscribed":true}}', '{"plan":"pro"}')).to.deep.equal([
      'nothing',
      'nothing',
    ]);
  });

  it('is like a blank cell where an object lacks the key', () => {
    const rows = ['{"consent":"yes"}', '{"consent":"no"}', '{"city":"Ulm"}', ''].map((cell) => [cell]);
    expect(saidByRows(['data'], rows)).to.deep.equal(['mailable', 'opted_out', 'unknown', 'unknown']);
    expect(saidByRows(['data'], rows, [['', 'left_out']])).to.deep.equal([
      'mailable',
      'opted_out',
      'left_out',
      'left_out',
    ]);
    const refusals = ['{"unsubscribed":true}', '{"city":"Ulm"}'].map((cell) => [cell]);
    expect(saidByRows(['data'], refusals)).to.deep.equal(['opted_out', 'mailable']);
    expect(saidByRows(['data'], refusals, [['*', 'unconfirmed']])).to.deep.equal([
      'unconfirmed',
      'unconfirmed',
    ]);
    const words = ['{"group":"abgemeldet"}', '{"city":"Ulm"}'].map((cell) => [cell]);
    expect(saidByRows(['data'], words)).to.deep.equal(['opted_out', 'mailable']);
  });

  it('is named with the key of its objects', () => {
    expect(planOf([' Data '], [['{"unsubscribed":true}']])?.by).to.deep.equal({
      by: 'column',
      name: 'Data: unsubscribed',
    });
  });

  it('is one of at most ten keys, and an object is parsed once for all', () => {
    const keys = Array.from({ length: 1000 }, (_, at) => `subscribed ${at}`);
    const rows = Array.from({ length: 120 }, (_, at) => {
      const first = (at % 10) * 100;
      const own = keys.slice(first, first + 100).map((key) => [key, 'yes']);
      return [
        JSON.stringify({ ...Object.fromEntries(own), unsubscribed: at, ['consent '.repeat(40)]: 'no' }),
      ];
    });
    const { parse } = JSON;
    let parsed = 0;
    JSON.parse = (text: string) => {
      parsed += 1;
      return parse(text) as unknown;
    };
    try {
      const plan = planOf(['data'], rows)!;
      expect(parsed).to.equal(120);
      expect(plan.columns.length).to.equal(10);
      expect(plan.columns.map(({ key }) => key)).to.include('unsubscribed');
      rowsOf(rows).map(createStatusReader(plan, NOW));
      expect(parsed).to.equal(240);
    } finally {
      JSON.parse = parse;
    }
  });

  it('says consent by yes and no', () => {
    for (const heading of CONSENTS) {
      expect(
        ['yes', 'no', '', 'SUBSCRIBED', 'UNSUBSCRIBED', 'NEVER_SUBSCRIBED'].map((cell) =>
          said(heading, cell),
        ),
        heading,
      ).to.deep.equal(['mailable', 'opted_out', 'unknown', 'mailable', 'opted_out', 'unconfirmed']);
    }
  });

  it('says a status by words', () => {
    for (const heading of OF_WORDS) {
      expect(
        ['active', 'blocked', 'yes', ''].map((cell) => said(heading, cell)),
        heading,
      ).to.deep.equal(['mailable', 'opted_out', 'unknown', 'unknown']);
    }
  });

  it('says nothing when it is of other things', () => {
    for (const heading of OTHERS) expect(headingOf(heading), heading).to.equal(null);
    expect(said('Order Status', 'pending')).to.equal('nothing');
  });

  it('is a refusal of mails, even if the column names only the channel', () => {
    for (const heading of [
      'Ne pas contacter par e-mail',
      'Ne plus contacter par mail',
      'Unsubscribed by email',
    ])
      expect(headingOf(heading)?.yes, heading).to.equal('opted_out');
  });

  it('matters no longer when all cells are words of the table', () => {
    for (const word of ['valide', 'résilié', 'exclu']) expect(said('Groupe', word), word).to.equal('nothing');
    expect(said('Group', 'abgemeldet')).to.equal('opted_out');
    expect(said('Group', 'abgemeldet, sagt Eva')).to.equal('nothing');
    expect(said('Group', '')).to.equal('nothing');
  });

  it('says a status of a whole file', () => {
    expect(fileHeadingOf(['Email', 'UNSUB_TIME'])).to.deep.include({ status: 'opted_out', date: 1 });
    expect(fileHeadingOf(['Email', 'CLEAN_TIME'])).to.deep.include({ status: 'bounced', date: 1 });
    expect(fileHeadingOf(['status', 'reason', 'email', 'created'])).to.deep.include({
      status: 'bounced',
      date: 3,
    });
    expect(fileHeadingOf(['email', 'reason'])).to.equal(null);
  });
});

describe('the name of a file', () => {
  const NAMES: Readonly<Record<string, ContactStatus | null>> = {
    'subscribed_email_audience_export_4f27b0.csv': 'mailable',
    'unsubscribed_email_audience_export_4f27b0.csv': 'opted_out',
    'cleaned_email_audience_export_4f27b0.csv': 'bounced',
    'nonsubscribed_email_audience_export_4f27b0.csv': 'unconfirmed',
    'suppression_unsubscribes.csv': 'opted_out',
    'suppression_bounces.csv': 'bounced',
    'suppression_blocks.csv': 'bounced',
    'suppression_invalid_emails.csv': 'bounced',
    'suppression_spam_reports.csv': 'complained',
    'Abgemeldet 2025.CSV': 'opted_out',
    'not-subscribed.csv': 'unconfirmed',
    'list.csv': null,
    'customers without unsubscribed.csv': null,
    'do not email.csv': 'opted_out',
    'Abonnés newsletter.csv': 'mailable',
    'contacts_desabonnes_2025.csv': 'opted_out',
    'Désinscriptions.csv': 'opted_out',
    'liste-noire.csv': 'opted_out',
    'ne pas contacter.csv': 'opted_out',
    'contacts sans désabonnés.csv': null,
    'clients non désabonnés.csv': null,
    // A refusal after the word takes nothing back.
    'desabonnes_ne_pas_contacter.csv': 'opted_out',
    'désabonnés hors France.csv': 'opted_out',
    'unsubscribed do not email.csv': 'opted_out',
    'adresses_désabonnées.csv': 'opted_out',
    'adresses bloquées.csv': 'opted_out',
    'adresses rejetées.csv': 'bounced',
    'adresses non confirmées.csv': 'unconfirmed',
    'rebonds.csv': 'bounced',
    'plaintes.csv': 'complained',
    'non confirmés.csv': 'unconfirmed',
    'en attente.csv': 'unconfirmed',
    'deunsubscribed.csv': null,
    'deleted.csv': null,
    'unsubscribed/list.csv': 'opted_out',
    'unsubscribed.zip/export/list.csv': 'opted_out',
    'Abgemeldet/book.xlsx': 'opted_out',
    'unsubscribed/subscribed.csv': 'mailable',
    'unsubscribed/not unsubscribed.csv': null,
    'Bounces.zip/list without bounces.csv': null,
    'Bounces.zip/without bounces/list.csv': null,
    'Subscribers, unsubscribes and bounces.zip/active.csv': 'unconfirmed',
    'Unsubscribes and bounces.zip/list.csv': 'unconfirmed',
    'Subscribers and unsubscribes.zip/list.csv': 'unconfirmed',
    'Subscribers and unsubscribes.csv': 'unconfirmed',
    'subscribed-unsubscribed.csv': 'unconfirmed',
    'unsubscribes and bounces.csv': 'opted_out',
    'never bounced.csv': null,
    'nie abgemeldet.csv': null,
    'jamais désabonnés.csv': null,
    'bounces_removed.csv': null,
    'unsubscribes and bounces removed.csv': null,
    'do-not-email and unsubscribed.csv': 'opted_out',
    'subscribed and confirmed.csv': 'mailable',
    'unsubscribed_and_deleted.csv': 'unconfirmed',
    'bounce-free.csv': null,
    'suppression-cleaned.csv': 'unconfirmed',
    'cleaned list.csv': 'unconfirmed',
    'cleaned_members_export_4f.csv': 'bounced',
    'bounce house rentals.csv': null,
    'complaints-department.csv': null,
    'bounce castle.csv': null,
    'unsubscribed complaints department.csv': 'opted_out',
    'désabonnés service commercial.csv': 'opted_out',
    'unsubscribed team newsletter.csv': 'opted_out',
    'unsubscribes_cleaned.csv': 'unconfirmed',
    'unsubscribes removed.csv': null,
    'unsubscribed free users.csv': 'unconfirmed',
    'bounces_cleaned.csv': null,
    // The denial may be of another word.
    'never opened unsubscribed.csv': 'unconfirmed',
    'never bounced and unsubscribed.csv': 'unconfirmed',
    'unsubscribed bounces removed.csv': 'unconfirmed',
    'without bounces unsubscribed.csv': 'unconfirmed',
    'bounced, not unsubscribed.csv': 'bounced',
    'export without bounces and unsubscribes.csv': null,
    'export without bounces, unsubscribes and complaints.csv': null,
    'subscribed without bounces.csv': 'mailable',
    'nicht angemeldet.csv': 'unconfirmed',
    'without unsubscribed and pending.csv': null,
    'unconfirmed subscribed.zip/list.csv': 'unconfirmed',
    'unsubscribed.zip/export without bounces.csv': 'opted_out',
    'unsubscribed/Bounces.zip/without bounces/list.csv': 'opted_out',
    'unsubscribed.zip/list without bounces and unsubscribed.csv': null,
    '': null,
  };
  for (const [name, status] of Object.entries(NAMES)) {
    it(`says ${status} for ${name || 'no name'}`, () => {
      expect(statusOfFileName(name)?.status ?? null).to.equal(status);
    });
  }
});

describe('the name of a file in folders and archives', () => {
  it('begins with the one that says its status, unless its own does', () => {
    expect(withStatus('list.csv', ['export', 'Bounces.zip'])).to.equal('Bounces.zip/list.csv');
    for (const [name, around] of [
      ['subscribed.csv', 'unsubscribed'],
      ['list without bounces.csv', 'Bounces.zip'],
    ] as const)
      expect(withStatus(name, [around]), name).to.equal(name);
    expect(withStatus('list.csv', ['without bounces', 'Bounces.zip'])).to.equal('list.csv');
    expect(withStatus('without bounces.csv', ['unsubscribed.zip'])).to.equal(
      'unsubscribed.zip/without bounces.csv',
    );
  });
});

describe('the strictest of several statuses', () => {
  it('follows their order', () => {
    for (const [at, status] of STATUSES.entries())
      for (const other of STATUSES.slice(at)) expect(strictest([other, status])).to.equal(status);
    expect(strictest([])).to.equal(null);
  });
});

describe('the moment of a status', () => {
  it('has the order of day and month of its column', () => {
    const plan = planOf(['unsubscribed_at'], [['2025-03-04']])!;
    const at = (order: 'dmy' | 'mdy' | null) =>
      createStatusReader(plan, NOW, order === null ? {} : { 1: order })(['a@b.example', '03/04/2025']).at;
    expect(at('dmy')).to.deep.equal(new Date('2025-04-03'));
    expect(at('mdy')).to.deep.equal(new Date('2025-03-04'));
    expect(at(null)).to.equal(null);
  });

  const MOMENTS: Readonly<Record<string, string | null>> = {
    '2025-03-04 19:20:21': '2025-03-04T19:20:21.000Z',
    '2025-03-04': '2025-03-04T00:00:00.000Z',
    '2025-03-04T19:20:21+02:00': '2025-03-04T17:20:21.000Z',
    '2026-02-27 13:13:13.000000 +0000 UTC': '2026-02-27T13:13:13.000Z',
    '04.03.2025 19:20': '2025-03-04T19:20:00.000Z',
    '2025/3/4 7:20 PM': '2025-03-04T19:20:00.000Z',
    '2025-03-04T19:20:21.5Z': '2025-03-04T19:20:21.500Z',
    '03/04/2025': null,
    '25/12/2024': '2024-12-25T00:00:00.000Z',
    '12-25-2024 7:20 PM': '2024-12-25T19:20:00.000Z',
    '1754006400': '2025-08-01T00:00:00.000Z',
    '1754006400000': '2025-08-01T00:00:00.000Z',
    '2025-02-30': null,
    '2027-01-01': null,
    '1901-01-01': null,
    '0000-00-00': null,
    yesterday: null,
    '': null,
  };
  for (const [cell, moment] of Object.entries(MOMENTS)) {
    it(`equals ${moment} for ${cell || 'a blank cell'}`, () => {
      expect(momentOf(cell, NOW)?.toISOString() ?? null).to.equal(moment);
    });
  }
});

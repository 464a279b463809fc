import type * as english from '../en/people.ts';
import { count, number } from './numbers.ts';

export const contactTable: typeof english.contactTable = {
  allAudiences: 'Alle Zielgruppen',
  segment: 'Segment',
  allSegments: 'Alle Kontakte',
  status: 'Status',
  anyStatus: 'Jeder Status',
  statuses: {
    mailable: 'Angemeldet',
    unconfirmed: 'Nicht bestätigt',
    opted_out: 'Abgemeldet',
    bounced: 'Unzustellbar',
    complained: 'Als Spam gemeldet',
  },
  order: 'Sortieren nach',
  orders: {
    newest: 'Neueste zuerst',
    oldest: 'Älteste zuerst',
    email: 'E‑Mail-Adresse',
    last_name: 'Nachname',
    first_name: 'Vorname',
    city: 'Ort',
  },
  columns: 'Spalten',
  changed: 'Geändert',
  filters: 'Filter',
  addFilter: 'Nach einem Feld filtern',
  match: 'Kontakte anzeigen, wenn',
  reset: 'Filter löschen',
  noneHint: 'Kein Kontakt passt zu allen Filtern.',
  atLeast: (n) => `Mehr als ${count(n, 'Kontakt', 'Kontakte')}`,
  gathering: 'Der E‑Mail-Verlauf wird noch gelesen. Es können mehr Kontakte passen.',
  change: 'Ändern',
  download: 'Herunterladen',
  clear: 'Auswahl aufheben',
};

export const tagFields: typeof english.tagFields = {
  one: 'Tag',
  any: 'Alle Tags',
  hint: 'Tags mit der Eingabetaste oder einem Komma trennen. Die Rücktaste entfernt das letzte Tag.',
};

export const ownFailures: typeof english.ownFailures = {
  groupGone: () => 'Die Abo-Art wurde gelöscht.',
  segmentGone: () => 'Das Segment wurde gelöscht.',
  segmentChanged: () => 'Die Bedingungen des Segments wurden inzwischen geändert. Beginnen Sie neu.',
  fieldGone: () => 'Ein Feld der Filter wurde gelöscht.',
  audienceGone: () => 'Die Zielgruppe wurde gelöscht.',
  erased: () => 'Die Daten einer passenden Person wurden gelöscht. Darum endete die Änderung.',
  optOutsFull: () =>
    'Ihr Konto hat die Höchstzahl abgemeldeter Adressen erreicht. Ihr Administrator kann sie anheben.',
  contactsFull: () =>
    'Ihr Konto hat die Höchstzahl an Kontakten erreicht. Ihr Administrator kann sie anheben.',
  full: () => 'Ihr Konto hat eine Grenze erreicht. Ihr Administrator kann sie anheben.',
  fileGone: () => 'Die hochgeladene Datei ist nicht mehr gespeichert. Importieren Sie sie noch einmal.',
  personErased: () => 'Die Daten dieser Person wurden gelöscht.',
  quote: (line) =>
    `Zeile ${number(line)}: Ein Anführungszeichen fehlt. Korrigieren Sie die Datei und importieren Sie sie noch einmal.`,
  gaveUp: () =>
    'Nach mehreren Versuchen angehalten. Versuchen Sie es noch einmal. Geschieht es wieder, informieren Sie Ihren Administrator.',
  row: (field, reason) => `${field}: ${reason}`,
};

/** Why it is unknown whether an email arrived, in German. */
export const doubtCauses: typeof english.doubtCauses = {
  stopped: 'Der Versand wurde unterbrochen',
  silent: 'Der Mailserver antwortete nicht rechtzeitig',
  unclear: 'Der Mailserver antwortete unklar',
  lost: 'Die Verbindung zum Mailserver brach ab',
};

/** Why an event did not reach a webhook, in German. */
export const callFailures: typeof english.callFailures = {
  answered: (status) => `Die Adresse antwortete mit ${status}`,
  silent: () => 'Die Adresse antwortete nicht rechtzeitig',
  host: () => 'Den Server der Adresse gibt es nicht',
  address: () => 'Die Adresse ist nicht öffentlich',
  url: () => 'Die Adresse ist nicht erlaubt',
  unreached: (code) => `Die Adresse war nicht erreichbar${code && ` (${code})`}`,
};

export const contactFiles: typeof english.contactFiles = {
  all: 'Alle als CSV herunterladen',
  found: 'Gefundene Kontakte als CSV herunterladen',
  short: 'Herunterladen',
  audience: (name) => `Die Kontakte von ${name} als CSV herunterladen`,
  segment: 'Als CSV herunterladen',
};

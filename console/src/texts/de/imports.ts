import type * as english from '../en/imports.ts';
import { count, plural } from './numbers.ts';

const linesOf = (lines: readonly number[]): string =>
  `${plural(lines.length, 'Zeile', 'Zeilen')} ${lines.join(', ')}`;

export const importSteps: typeof english.importSteps = {
  first: 'Wählen Sie zuerst eine Datei aus. Vor dem Import sehen Sie eine Vorschau.',
  columnsOf: 'Spalten der Datei',
  guessedField: 'Aus den Zellen geraten: bitte prüfen.',
  fieldFor: (column) => `${column} importieren als`,
  noName:
    'Nicht importiert: Die Spalte hat keinen Namen, oder eine andere Spalte heißt ebenso. Benennen Sie sie in der Datei um, um sie zu nutzen.',
  fullName: 'Vor- und Nachname',
  jsonCells: 'Mehrere Felder (JSON)',
  partial: (n) =>
    `${count(n, 'Zeile wurde', 'Zeilen wurden')} ohne Zellen importiert, die nicht lesbar waren.`,
  dropped: 'Ohne diese Zellen importiert',
  downloadPartial: 'Diese Zellen herunterladen',
  newAudience: 'Eine neue Zielgruppe für diese Datei anlegen',
  existing: 'Kontakte, die Sie schon haben',
  existingChoices: { update: 'Mit der Datei aktualisieren', skip: 'Unverändert lassen' },
  sheet: 'Tabellenblatt',
  archive: (n) =>
    `Das Archiv hat ${n} Tabellen. Jede wird einzeln importiert: Ihr Dateiname kann den Anmeldestatus ihrer Kontakte angeben, und ihre Spalten werden nach Namen zugeordnet.`,
  dateOrder: 'Daten wie 03/07/1991',
  dateOrders: {
    found: 'Reihenfolge je Spalte erkennen',
    dmy: 'Tag zuerst: 3. Juli',
    mdy: 'Monat zuerst: 7. März',
  },
  datesRead: {
    dmy: (fields) => `Daten in ${fields}: Tag zuerst.`,
    mdy: (fields) => `Daten in ${fields}: Monat zuerst.`,
    unknown: (fields) =>
      `Daten wie 03/07/1991 in ${fields} werden nicht importiert: Die Datei zeigt nicht, ob der Tag oder der Monat zuerst steht, oder enthält Daten beider Arten.`,
  },
  row: (line, cells) => (cells === '' ? `Zeile ${line}` : `Zeile ${line}: ${cells}`),
  again: 'Vorschau erneuern',
  encoding: 'Zeichensatz der Datei',
  findEncoding: 'Automatisch erkennen',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'windows-1250': 'Windows-1250 (Mitteleuropa)',
    'windows-1251': 'Windows-1251 (Kyrillisch)',
    'windows-1252': 'Windows-1252 (Westeuropa)',
    'windows-1253': 'Windows-1253 (Griechisch)',
    'windows-1254': 'Windows-1254 (Türkisch)',
    'windows-1255': 'Windows-1255 (Hebräisch)',
    'windows-1256': 'Windows-1256 (Arabisch)',
    'windows-1257': 'Windows-1257 (Baltisch)',
    'iso-8859-2': 'ISO 8859-2 (Mitteleuropa)',
    'iso-8859-15': 'ISO 8859-15 (Westeuropa)',
    'koi8-r': 'KOI8-R (Russisch)',
    'koi8-u': 'KOI8-U (Ukrainisch)',
    macintosh: 'Mac Roman (Westeuropa)',
    shift_jis: 'Shift JIS (Japanisch)',
    'euc-jp': 'EUC-JP (Japanisch)',
    gb18030: 'GB 18030 (Chinesisch, vereinfacht)',
    big5: 'Big5 (Chinesisch, traditionell)',
    'euc-kr': 'EUC-KR (Koreanisch)',
  },
  readAs: (encoding) => `Die Datei wird als ${encoding} gelesen`,
  readBy: {
    input: 'wie ausgewählt',
    mark: 'nach der Bytereihenfolge-Marke',
    content: 'nach ihrem Inhalt',
    guess: 'vermutlich richtig',
  },
  guessed:
    'Prüfen Sie die Namen mit Umlauten und Akzenten. Wählen Sie einen anderen Zeichensatz, wenn sie falsch sind.',
  trial: 'Import-Vorschau',
  seriesTitle: 'Importieren und Automationen starten?',
  seriesHint: (names, n, bound) =>
    `${n === null ? 'Neue Kontakte erhalten' : `${{ exact: '', least: 'Mindestens ', most: 'Höchstens ' }[bound]}${count(n, 'neuer Kontakt erhält', 'neue Kontakte erhalten')}`} die E‑Mails aktiver Automationen: ${names}. Gesendete E‑Mails lassen sich nicht zurückholen.`,
  trialHint: 'Sehen Sie das Ergebnis vor dem Import. Die Vorschau ändert nichts.',
  look: 'Import-Vorschau anzeigen',
  start: (n, unit, bound) =>
    `${{ exact: '', least: 'Mindestens ', most: 'Höchstens ' }[bound]}${unit === 'rows' ? count(n, 'Zeile', 'Zeilen') : count(n, 'Kontakt', 'Kontakte')} importieren`,
  startAfter: 'Sie können den Import starten, sobald die Vorschau fertig ist.',
  looking: 'Die Datei wird gelesen …',
  wouldAdd: 'Neu',
  wouldChange: 'Geändert',
  wouldLeave: 'Unverändert',
  wouldRefuse: 'Abgelehnt',
  beginning: (n) =>
    `Die Vorschau zeigt die ${plural(n, 'erste', 'ersten')} ${count(n, 'Zeile', 'Zeilen')}. Der Import liest die ganze Datei.`,
  example: {
    added: (lines, fields) => `${linesOf(lines)}: ein neuer Kontakt mit ${fields}`,
    updated: (lines, fields) => `${linesOf(lines)}: ändert ${fields}`,
  },
  refusedRows: (n, line) => `${count(n, 'Zeile', 'Zeilen')}, zuerst in Zeile ${line}`,
  undoTitle: 'Rückgängig machen',
  undoHint: (date) =>
    `Sie können diesen Import bis ${date} rückgängig machen. Hinzugefügte Kontakte werden gelöscht, geänderte Kontakte erhalten ihre früheren Werte. Spätere Änderungen bleiben.`,
  undoAsk: 'Diesen Import rückgängig machen?',
  undoFinal: 'Danach bringt nur ein erneuter Import der Dateien die Daten zurück.',
  undo: 'Import rückgängig machen',
  undoStates: {
    waiting: 'Wartet',
    running: 'Wird rückgängig gemacht …',
    completed: 'Import rückgängig gemacht',
    failed: 'Angehalten',
  },
  undone: 'Rückgängig gemacht',
  removed: 'Gelöscht',
  restored: 'Wiederhergestellt',
  kept: 'Behalten',
  gone: 'Schon vorher gelöscht',
  keptHint: 'Kontakte, die nach dem Import geändert wurden, sind geblieben.',
};

export const importStatuses: typeof english.importStatuses = {
  title: 'Anmeldestatus',
  by: {
    column: (name) => `Aus der Spalte ${name}.`,
    heading: (name) => `Die Spalte ${name} gibt einen Status für alle Zeilen an.`,
    file_name: (name) => `Aus dem Dateinamen: ${name}.`,
    input: (name) =>
      name === '' ? 'Ein Status wurde für alle Zeilen gewählt.' : `Die Spalte ${name} wurde gewählt.`,
  },
  names: {
    mailable: 'Angemeldet',
    opted_out: 'Abgemeldet',
    bounced: 'Unzustellbar',
    complained: 'Als Spam gemeldet',
    unconfirmed: 'Nicht bestätigt',
    left_out: 'Nicht importiert',
  },
  unknown:
    'Diese Status sind unbekannt. Kontakte damit werden als nicht bestätigt importiert und erhalten keine Kampagnen.',
  decide:
    'Diese Status sind unbekannt. Wählen Sie ihre Bedeutung. Sonst erhalten Kontakte damit keine Kampagnen.',
  undecided: 'Nicht gewählt: erhält keine Kampagnen',
  blank: '(leer)',
  statusOf: (word) => `Bedeutung von ${word}`,
  rows: (shown, n) => `${shown} ${plural(n, 'Zeile', 'Zeilen')}`,
  optOutsKept: (n) =>
    `${count(n, 'Adresse bleibt', 'Adressen bleiben')} abgemeldet oder auf der Sperrliste, wie in der Datei.`,
};

export const importFields: typeof english.importFields = {
  title: 'Neue Felder',
  hint: 'Diese Spalten haben noch kein Feld. Kreuzen Sie an, was Sie importieren möchten.',
  make: (column) => `${column} als neues Feld importieren`,
  name: (column) => `Feldname für ${column}`,
  nameless: 'Geben Sie dem Feld einen Namen mit Buchstaben oder Ziffern.',
  type: (column) => `Typ von ${column}`,
};

const addresses = (n: number): string => count(n, 'Adresse', 'Adressen');

export const importHygiene: typeof english.importHygiene = {
  title: 'Zweifelhafte Adressen',
  hint: 'Sie werden importiert, wenn Sie sie nicht ankreuzen.',
  kinds: {
    typo: (n) => `${addresses(n)} mit vermutlichem Tippfehler`,
    role: (n) => `${addresses(n)} einer Funktion (etwa abuse@ oder noreply@)`,
    disposable: (n) => `${addresses(n)} bei einer Wegwerf-Domain`,
    no_mail_domain: (n) => `${addresses(n)} bei einer Domain ohne E‑Mail-Empfang`,
    undeliverable: (n) => `${addresses(n)}, an die E‑Mails endgültig unzustellbar waren`,
  },
  leaveOut: (found) => `${found} nicht importieren`,
  wereLeftOut: (found) => `${found}: nicht importiert`,
  meant: (domain) => `Meinten Sie ${domain}?`,
};

import type { contactFilesEn, importStatusesEn, importStepsEn } from './imports.en.ts';

const count = (n: number, one: string, many: string): string =>
  `${new Intl.NumberFormat('de').format(n)} ${n === 1 ? one : many}`;

const linesOf = (lines: readonly number[]): string =>
  `${lines.length === 1 ? 'Zeile' : 'Zeilen'} ${lines.join(', ')}`;

export const importStepsDe: typeof importStepsEn = {
  first: 'Wählen Sie zuerst eine Datei aus. Vor dem Import sehen Sie eine Vorschau.',
  columnsOf: 'Spalten der Datei',
  fieldFor: (column) => `${column} importieren als`,
  noName:
    'Nicht importiert: Die Spalte hat keinen Namen, oder eine andere Spalte heißt ebenso. Benennen Sie sie in der Datei um, um sie zu nutzen.',
  fullName: 'Vor- und Nachname',
  jsonCells: 'Mehrere Felder (JSON)',
  partial: (n) =>
    `${count(n, 'Zeile wurde', 'Zeilen wurden')} ohne Zellen importiert, die nicht lesbar waren.`,
  dropped: 'Ohne diese Zellen importiert',
  downloadPartial: 'Diese Zellen herunterladen',
  encoding: 'Zeichensatz der Datei',
  findEncoding: 'Automatisch erkennen',
  readAs: (encoding) => `Die Datei wird als ${encoding} gelesen`,
  readBy: {
    input: 'wie ausgewählt',
    mark: 'nach der Bytereihenfolge-Marke',
    content: 'nach ihrem Inhalt',
    guess: 'vermutet',
  },
  guessed:
    'Prüfen Sie die Namen mit Umlauten und Akzenten. Wählen Sie einen anderen Zeichensatz, wenn sie falsch sind.',
  trial: 'Import-Vorschau',
  trialHint: 'Sehen Sie das Ergebnis vor dem Import. Die Vorschau ändert nichts.',
  look: 'Import-Vorschau anzeigen',
  looking: 'Die Datei wird gelesen …',
  wouldAdd: 'Neu',
  wouldChange: 'Geändert',
  wouldLeave: 'Unverändert',
  wouldRefuse: 'Abgelehnt',
  beginning: (n) =>
    `Die Vorschau zeigt die ${n === 1 ? 'erste' : 'ersten'} ${count(n, 'Zeile', 'Zeilen')}. Der Import liest die ganze Datei.`,
  example: {
    added: (lines, fields) => `${linesOf(lines)}: ein neuer Kontakt mit ${fields}`,
    updated: (lines, fields) => `${linesOf(lines)}: ändert ${fields}`,
  },
  refusedRows: (n, line) => `${count(n, 'Zeile', 'Zeilen')}, zuerst in Zeile ${line}`,
  undoTitle: 'Rückgängig machen',
  undoHint: (date) =>
    `Sie können diesen Import bis ${date} rückgängig machen. Hinzugefügte Kontakte werden gelöscht, geänderte Kontakte erhalten ihre früheren Werte. Spätere Änderungen bleiben.`,
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

export const importStatusesDe: typeof importStatusesEn = {
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
  lookFirst:
    'Diese Datei enthält den Anmeldestatus ihrer Kontakte. Sehen Sie sich zuerst die Import-Vorschau an.',
  unknown:
    'Diese Status sind unbekannt. Kontakte damit werden als nicht bestätigt importiert und erhalten keine Kampagnen.',
  decide:
    'Diese Status sind unbekannt. Wählen Sie ihre Bedeutung. Sonst erhalten Kontakte damit keine Kampagnen.',
  undecided: 'Nicht gewählt: erhält keine Kampagnen',
  blank: '(leer)',
  statusOf: (word) => `Bedeutung von ${word}`,
  rows: (shown, n) => `${shown} ${n === 1 ? 'Zeile' : 'Zeilen'}`,
  optOutsKept: (n) =>
    `${count(n, 'Adresse bleibt', 'Adressen bleiben')} abgemeldet oder auf der Sperrliste, wie in der Datei.`,
};

export const contactFilesDe: typeof contactFilesEn = {
  all: 'Alle als CSV herunterladen',
  found: 'Gefundene Kontakte als CSV herunterladen',
  short: 'Herunterladen',
  audience: (name) => `Die Kontakte von ${name} als CSV herunterladen`,
  segment: 'Als CSV herunterladen',
};

import type { contactFilesEn, importStatusesEn, importStepsEn } from './imports.en.ts';

const count = (n: number, one: string, many: string): string =>
  `${new Intl.NumberFormat('de').format(n)} ${n === 1 ? one : many}`;

const linesOf = (lines: readonly number[]): string =>
  `${lines.length === 1 ? 'Zeile' : 'Zeilen'} ${lines.join(', ')}`;

export const importStepsDe: typeof importStepsEn = {
  first:
    'Wählen Sie zuerst eine Datei aus. Nichts wird importiert, bevor Sie gesehen haben, was geschehen würde.',
  columnsOf: 'Spalten der Datei',
  fieldFor: (column) => `Was aus ${column} wird`,
  noName:
    'Wird ausgelassen: Eine andere Spalte heißt so, oder sie hat keinen Namen. Benennen Sie sie in der Datei um, um sie zu nutzen.',
  encoding: 'Zeichensatz der Datei',
  findEncoding: 'Automatisch erkennen',
  readAs: (encoding) => `Die Datei wird als ${encoding} gelesen`,
  readBy: {
    input: 'wie ausgewählt',
    mark: 'nach der Markierung am Anfang',
    content: 'nach ihrem Inhalt',
    guess: 'vermutet',
  },
  guessed:
    'Prüfen Sie die Namen mit Umlauten und Akzenten. Wählen Sie einen anderen Zeichensatz, wenn sie falsch sind.',
  trial: 'Was geschehen würde',
  trialHint: 'Sehen Sie es sich vor dem Import an. Dadurch ändert sich nichts.',
  look: 'Ansehen, was geschehen würde',
  looking: 'Die Datei wird durchgesehen …',
  wouldAdd: 'Kämen hinzu',
  wouldChange: 'Würden geändert',
  wouldLeave: 'Schon genauso',
  wouldRefuse: 'Würden abgelehnt',
  beginning: (n) =>
    `Das steht in ${n === 1 ? 'der ersten' : 'den ersten'} ${count(n, 'Zeile', 'Zeilen')}. Der Import liest die ganze Datei.`,
  example: {
    added: (lines, fields) => `${linesOf(lines)}: ein neuer Kontakt mit ${fields}`,
    updated: (lines, fields) => `${linesOf(lines)}: anders wird ${fields}`,
  },
  refusedRows: (n, line) => `${count(n, 'Zeile', 'Zeilen')}, zuerst in Zeile ${line}`,
  undoTitle: 'Rückgängig machen',
  undoHint: (date) =>
    `Bis ${date} können Sie diesen Import zurücknehmen. Kontakte, die er hinzugefügt hat, werden gelöscht; was er geändert hat, bekommt seinen früheren Wert. Was seither geändert wurde, bleibt.`,
  undo: 'Import rückgängig machen',
  undoStates: {
    waiting: 'Wartet',
    running: 'Wird rückgängig gemacht',
    completed: 'Dieser Import ist rückgängig gemacht',
    failed: 'Angehalten',
  },
  undone: 'Rückgängig gemacht',
  removed: 'Gelöscht',
  restored: 'Wie vorher',
  kept: 'Behalten',
  gone: 'Schon vorher gelöscht',
  keptHint: 'Kontakte, die nach dem Import geändert wurden, sind geblieben.',
};

export const importStatusesDe: typeof importStatusesEn = {
  title: 'Wer angeschrieben werden darf',
  by: {
    column: (name) => `Die Datei sagt es in ihrer Spalte ${name}.`,
    heading: (name) => `Die Spalte ${name} sagt es für alle Zeilen der Datei.`,
    file_name: (name) => `Der Name der Datei sagt es: ${name}.`,
    input: (name) =>
      name === '' ? 'Es wurde für alle Zeilen entschieden.' : `Die Spalte ${name} wurde dafür gewählt.`,
  },
  names: {
    mailable: 'Darf angeschrieben werden',
    opted_out: 'Abgemeldet',
    bounced: 'Unzustellbar',
    complained: 'Als Spam gemeldet',
    unconfirmed: 'Nicht bestätigt',
    left_out: 'Nicht importiert',
  },
  lookFirst:
    'Diese Datei sagt, wer angeschrieben werden darf. Sehen Sie sich an, was geschehen würde, bevor Sie sie importieren.',
  unknown: 'Diese Wörter sind nicht bekannt. Ihre Zeilen sind nicht bestätigt: Sie bekommen keine Kampagnen.',
  decide:
    'Diese Wörter sind nicht bekannt. Entscheiden Sie, was sie bedeuten. Ohne Entscheidung bekommen ihre Zeilen keine Kampagnen.',
  undecided: 'Nicht entschieden: bekommt keine Kampagnen',
  blank: '(leer)',
  statusOf: (word) => `Was ${word} bedeutet`,
  rows: (shown, n) => `${shown} ${n === 1 ? 'Zeile' : 'Zeilen'}`,
  optOutsKept: (n) =>
    `${count(n, 'Adresse bleibt', 'Adressen bleiben')} abgemeldet oder gesperrt, wie die Datei es sagte.`,
};

export const contactFilesDe: typeof contactFilesEn = {
  all: 'Alle als CSV herunterladen',
  found: 'Diese als CSV herunterladen',
  short: 'Herunterladen',
  audience: (name) => `Die Kontakte von ${name} als CSV herunterladen`,
  segment: 'Als CSV herunterladen',
};

import { TOOL_NAMES } from '../../../../shared/move-tools.ts';
import type * as english from '../en/moves.ts';
import { count } from './numbers.ts';

const tools = { ...TOOL_NAMES, mailing: 'diesem Dienst' };

export const moveTexts: typeof english.moveTexts = {
  title: 'Von einem anderen Dienst umziehen',
  link: 'Umziehen von Mailchimp, Brevo, SendGrid, listmonk …',
  linkHint: 'Übernehmen Sie den ganzen Export auf einmal: Kontakte, Abgemeldete und unzustellbare Adressen.',
  files: 'Ihr Export',
  filesHint:
    'Wählen Sie das Archiv des anderen Dienstes oder alle seine Dateien zusammen. Nehmen Sie auch die Listen der Abgemeldeten, Unzustellbaren und Beschwerden dazu. Übernommen wird erst, wenn Sie den Plan gesehen haben.',
  dropHint: 'ZIP-, CSV- oder Excel-Dateien hier ablegen',
  choose: 'Dateien wählen',
  clear: 'Neu beginnen',
  plan: 'Plan erstellen',
  from: (tool) => `Von ${tools[tool]}`,
  unknownTool: 'Von einem anderen Dienst',
  states: {
    reading: 'Die Dateien werden gelesen …',
    planned: 'Der Plan ist fertig. Noch wurde nichts übernommen.',
    applying: 'Die Kontakte werden übernommen. Sie können diese Seite verlassen.',
    applied: 'Übernommen',
    undone: 'Rückgängig gemacht',
    failed: 'Nicht vollständig',
  },
  gone: 'Die Dateien wurden gelöscht, weil der Umzug nicht binnen 7 Tagen begann. Wählen Sie sie noch einmal.',
  rows: 'Zeilen',
  receipt: 'Beleg herunterladen',
  start: 'Übernehmen',
  startHint: (audience) =>
    `Die Kontakte kommen in eine neue Zielgruppe, „${audience}“. Nur Angemeldete erhalten Kampagnen. Wer sich hier abgemeldet hat, bleibt abgemeldet.`,
  duplicates: (n) =>
    `${count(n, 'Zeile wiederholt', 'Zeilen wiederholen')} eine Adresse einer früheren Zeile.`,
  newFields: (names) => `Diese neuen Felder anlegen: ${names}`,
  until: (day) => `Die Dateien werden bis ${day} aufbewahrt.`,
  apply: (n) => `${count(n, 'Zeile', 'Zeilen')} übernehmen`,
  kinds: {
    contacts: 'Kontakte',
    suppressions: 'Adressen, die keine E‑Mails erhalten',
    unreadable: 'Diese Datei ist nicht lesbar.',
  },
  problems: {
    unreadable: () => 'Speichern Sie sie noch einmal als CSV in UTF-8 oder als Excel-Datei.',
    not_read_to_end: () =>
      'Die Datei ist groß, daher ist hier nur ihr Anfang gezählt. Übernommen wird die ganze Datei.',
    encoding_guessed: () =>
      'Der Zeichensatz der Datei ist geraten. Prüfen Sie danach die Namen einiger Kontakte.',
    unknown_statuses: () => 'Einige Status sind unbekannt.',
    no_statuses: () =>
      'Die Datei enthält keinen Anmeldestatus, daher erhalten alle ihre Personen Kampagnen. Fügen Sie die Liste der Abgemeldeten hinzu.',
    refused_rows: (n) =>
      `${count(n, 'Zeile hat', 'Zeilen haben')} keine gültige Adresse oder keinen gültigen Wert.`,
  },
  undoTitle: 'Umzug rückgängig machen',
  undoHint: (day) =>
    `Bis ${day} lässt sich dieser Umzug rückgängig machen. Neue Kontakte werden gelöscht, geänderte bekommen ihre früheren Werte. Abgemeldete bleiben abgemeldet.`,
  undoAsk: 'Den ganzen Umzug rückgängig machen?',
  undo: 'Ganzen Umzug rückgängig machen',
  toImport: 'Import dieser Datei',
  earlier: 'Frühere Umzüge',
  rowCount: (n) => count(n, 'Zeile', 'Zeilen'),
  rowsTitle: 'Ergebnis jeder Zeile',
  rowsOf: 'Zeilen mit dem Ergebnis',
  noAddress: 'Ohne Adresse',
  place: (file, line) => `${file}, Zeile ${line}`,
  downloadRows: 'Diese Zeilen herunterladen',
  notMoved: (n) => `${count(n, 'Datei gehört', 'Dateien gehören')} nicht zum Umzug`,
  notMovedWhy: {
    no_table: 'Sie enthält keine Tabelle mit Kontakten.',
    other_sheet:
      'Von einer Excel-Datei wird nur das erste Blatt gelesen. Speichern Sie dieses Blatt als eigene Datei.',
  },
};

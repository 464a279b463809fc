import type * as english from '../en/lists.ts';
import { count } from './numbers.ts';

/** Imports, opt-outs and notification recipients. */
export const audienceRest: typeof english.audienceRest = {
  importsPage: {
    pageTitle: 'Kontakte importieren',
    file: 'Datei',
    fileHint:
      'Legen Sie eine CSV-Datei, eine Excel-Datei oder ein Archiv hierher, oder wählen Sie eine Datei aus. In der ersten Zeile stehen die Namen der Spalten.',
    choose: 'Datei auswählen',
    sample: 'Beispieldatei herunterladen',
    notTable:
      'Diese Datei enthält keine Tabelle. Wählen Sie eine CSV- oder Textdatei, eine Excel-Datei (.xlsx) oder ein .zip oder .gz mit Tabellen.',
    noEmail: 'Wählen Sie die Spalte mit der E-Mail-Adresse.',
    unreadable:
      'Die Datei konnte nicht gelesen werden. Falls sie ein Passwort hat, entfernen Sie es und wählen Sie die Datei erneut aus.',
    columns: 'Spalten',
    column: 'Spalte',
    becomes: 'Importieren als',
    skipped: 'Nicht importieren',
    examples: 'Beispiele',
    columnHint:
      'Spalten werden nach ihren Namen zugeordnet. Wählen Sie ein anderes Feld oder „Nicht importieren“.',
    start: 'Datei importieren',
    progress: 'Fortschritt',
    mayClose: 'Der Import läuft weiter, wenn Sie diese Seite schließen.',
    states: { waiting: 'Wartet', running: 'Läuft', completed: 'Fertig', failed: 'Angehalten' },
    added: 'Hinzugefügt',
    updated: 'Geändert',
    unchanged: 'Unverändert',
    refused: 'Abgelehnt',
    read: (n) => count(n, 'Zeile gelesen', 'Zeilen gelesen'),
    leftOut: 'Nicht importierte Spalten:',
    download: 'Abgelehnte Zeilen herunterladen',
    refusedHint:
      'Die Datei nennt den Grund für jede abgelehnte Zeile. Berichtigen Sie die Zeilen und importieren Sie die Datei.',
    earlier: 'Importe',
    none: 'Noch keine Importe.',
    another: 'Weitere Datei importieren',
  },
  notices: {
    title: 'Empfänger von Benachrichtigungen',
    hint: 'Sie erhalten E-Mails zu Ereignissen, etwa wenn eine Kampagne pausiert wird. Jeder Empfänger bestätigt zuerst die Adresse.',
    none: 'Noch keine Empfänger von Benachrichtigungen.',
    add: 'Empfänger hinzufügen',
    owner: 'Name',
    deleted: (email) => `${email} erhält keine Benachrichtigungen mehr.`,
  },
  optOuts: {
    notFound: 'Keine Adresse beginnt so.',
    suppressions: 'Sperrliste',
    suppressionsHint:
      'Diese Adressen erhalten keine E-Mails, weil E-Mails an sie unzustellbar waren, weil sie Spam gemeldet haben oder weil Sie sie eingetragen haben.',
    noSuppressions: 'Die Sperrliste ist leer.',
    searchSuppressions: 'Sperrliste durchsuchen',
    suspected: 'Einmal unzustellbar, noch angeschrieben',
    reasons: {
      unsubscribed: 'Abgemeldet',
      bounced: 'Unzustellbar',
      complained: 'Als Spam gemeldet',
      manual: 'Von Ihnen hinzugefügt',
    },
    download: 'Herunterladen',
    fileHint: 'Oder eine CSV-Datei mit einer Adressspalte hier ablegen. Sie fügt keine Kontakte hinzu.',
    chooseFile: 'Adressdatei auswählen',
    fileReason: 'Warum sie keine E-Mails erhalten',
    reasonOfFile: 'Wie es in der Datei steht',
    leaves: 'Abgemeldet von',
    allMail: 'Allen E-Mails',
    lift: 'Von der Liste nehmen',
    liftedMany: (n) => `${count(n, 'Adresse kann', 'Adressen können')} wieder E-Mails erhalten.`,
    lifted: (email) => `${email} kann wieder E-Mails erhalten.`,
    address: 'Adresse zum Sperren',
    suppressHint: 'Sie erhält keine E-Mails mehr',
    suppress: 'Adresse sperren',
    unsubscribers: 'Abgemeldete Adressen',
    unsubscribersHint:
      'Diese Personen haben sich von allen E-Mails abgemeldet. Löschen Sie eine Adresse nur, wenn die Person Sie darum gebeten hat.',
    noUnsubscribers: 'Niemand hat sich von allen E-Mails abgemeldet.',
    searchUnsubscribers: 'Abgemeldete Adressen suchen',
    unsubscribersDeleted: (n) => `${count(n, 'Adresse', 'Adressen')} wieder angemeldet.`,
    unsubscriberDeleted: (email) => `${email} ist wieder angemeldet.`,
    unsubscriber: 'Adresse zum Abmelden',
    unsubscribeHint: 'Für Personen, die Sie direkt darum gebeten haben',
    unsubscribe: 'Adresse abmelden',
  },
};

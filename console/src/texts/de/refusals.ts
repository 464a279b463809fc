import type { AccountCheckTexts } from '../en/check-texts.ts';
import type { Failures, InputRefusals } from '../en/refusals.ts';
import { number } from './numbers.ts';

const ofBytes = (bytes: number | undefined = 0): string =>
  bytes >= 1e6 ? `${number(Math.floor(bytes / 1e5) / 10)} MB` : `${number(Math.floor(bytes / 1e3))} kB`;

/** Why an input was refused, by the API's code, in German. */
export const inputRefusals: InputRefusals = {
  after_now: () => 'Wählen Sie einen Zeitpunkt in der Zukunft.',
  animation: () => 'Die Animation ist zu groß. Verwenden Sie weniger Bilder oder Pixel.',
  ascii_email: () => 'Verwenden Sie vor dem @ nur Buchstaben ohne Akzente und Umlaute.',
  before_now: () => 'Wählen Sie einen Zeitpunkt in der Vergangenheit.',
  between: ({ numbers }) =>
    `Geben Sie eine Zahl von ${number(numbers.at(-2))} bis ${number(numbers.at(-1))} ein.`,
  bytes: ({ numbers }) => `Das ist zu groß. Erlaubt sind höchstens ${ofBytes(numbers.at(-1))}.`,
  cells: () => 'Die Zeile hat mehr Zellen, als die erste Zeile Spalten hat.',
  csv: () => 'Wählen Sie eine CSV-Datei.',
  csv_columns: ({ numbers }) => `Die Datei hat mehr als ${number(numbers.at(-1))} Spalten.`,
  csv_email: () => 'Die Datei hat keine Spalte mit E‑Mail-Adressen.',
  csv_header: () => 'Die erste Zeile der Datei ist zu lang, oder ein Anführungszeichen fehlt.',
  date_order: () => 'Tag und Monat dieses Datums könnten vertauscht sein. Wählen Sie die Reihenfolge.',
  days: ({ numbers }) => `Wählen Sie höchstens ${number(numbers.at(-1))} Tage.`,
  days_ahead: ({ numbers }) =>
    `Wählen Sie einen Zeitpunkt innerhalb der nächsten ${number(numbers.at(-1))} Tage.`,
  design: ({ rest }) =>
    rest === '' ? 'Der Inhalt hat einen Fehler.' : `Der Inhalt hat einen Fehler: ${rest}`,
  email: ({ rest }) =>
    rest === ''
      ? 'Geben Sie eine E‑Mail-Adresse ein, zum Beispiel ada@example.com.'
      : `${rest} ist keine E‑Mail-Adresse.`,
  empty_when: () => 'Lassen Sie dieses Feld leer.',
  file_names: () => 'Der Name der Datei ist zu lang oder hat nicht erlaubte Zeichen.',
  files: () => 'Wählen Sie eine Datei.',
  format: () => 'Diese Eingabe hat Zeichen, die hier nicht erlaubt sind, oder ein falsches Format.',
  image: () => 'Wählen Sie ein Bild im Format PNG, JPEG, GIF oder WebP.',
  image_cost: () => 'Das Bild ist zu groß. Verwenden Sie eines mit weniger Pixeln.',
  image_pixels: ({ numbers }) =>
    `Das Bild ist zu groß. Erlaubt sind höchstens ${number(numbers.at(-1))} Millionen Pixel.`,
  integer: () => 'Geben Sie eine ganze Zahl ein.',
  items: ({ numbers }) => `Erlaubt sind höchstens ${number(numbers.at(-1))}.`,
  matches: () => 'Diese Eingabe hat nicht das erwartete Format.',
  max: ({ numbers }) => `Verwenden Sie höchstens ${number(numbers.at(-1))} Zeichen.`,
  min: ({ numbers }) => `Verwenden Sie mindestens ${number(numbers.at(-1))} Zeichen.`,
  not_before: () => 'Das Ende darf nicht vor dem Anfang liegen.',
  number: () => 'Geben Sie eine Zahl ein.',
  network: () => 'Schreiben Sie ein Netz je Zeile, etwa 192.0.2.0/24 oder 2001:db8::/32.',
  day: () => 'Wählen Sie einen Tag.',
  own_address: () => 'Das ist nicht die Adresse Ihres Kontos.',
  own_password: () => 'Das ist nicht Ihr Passwort.',
  own_code: () => 'Dieser Code ist falsch, zu alt oder schon benutzt.',
  one_address: () => 'Geben Sie nur eine E‑Mail-Adresse ein.',
  other: () => 'Dieser Wert kann nicht verwendet werden. Prüfen Sie ihn.',
  owner_required: () => 'Geben Sie einen Namen ein.',
  required: () => 'Dieses Feld ist ein Pflichtfeld.',
  selected: () => 'Das kann nicht gewählt werden. Wählen Sie etwas anderes.',
  slow: () =>
    'Das dauert zu lange. Versuchen Sie es später noch einmal, oder grenzen Sie die Suche ein: mehr Buchstaben, weniger Filter oder weniger Tage.',
  table: () => 'Wählen Sie eine CSV-Datei, eine Excel-Datei oder ein Archiv mit CSV-Dateien.',
  unpacked: ({ rest }) =>
    rest === '' ? 'Die Datei lässt sich nicht entpacken.' : `Die Datei lässt sich nicht entpacken: ${rest}`,
  separators: () => 'Das könnte als zwei verschiedene Zahlen gelesen werden.',
  unicode: () => 'Einige Zeichen sind nicht lesbar. Speichern Sie die Datei oder den Text als UTF-8.',
  unicode_name: () => 'Der Name der Datei hat nicht lesbare Zeichen. Benennen Sie die Datei um.',
  taken: () => 'Das gibt es schon. Geben Sie etwas anderes ein.',
};

const GONE = 'Das gibt es nicht mehr. Es wurde möglicherweise gelöscht.';
const SERVER =
  'Der Dienst meldet einen Fehler. Versuchen Sie es erneut. Tritt er wieder auf, informieren Sie Ihren Administrator.';
const BUSY = 'Der Dienst ist ausgelastet. Warten Sie kurz und versuchen Sie es erneut.';
const REFUSED = 'Der Dienst hat das abgelehnt. Laden Sie die Seite neu und versuchen Sie es noch einmal.';

/** Why a call failed, by the API's code, in German. */
export const failures: Failures = {
  account_not_paused: 'Ihr Konto ist nicht pausiert.',
  automation_not_live: 'Die Automation ist nicht eingeschaltet.',
  automation_was_live: 'Eine Automation, die schon eingeschaltet war, lässt sich so nicht ändern.',
  bulk_change_counting: 'Die Kontakte werden noch gezählt. Versuchen Sie es gleich noch einmal.',
  bulk_changes_busy: 'Drei Änderungen laufen schon. Warten Sie, bis eine davon endet.',
  busy: BUSY,
  cancelled: 'Das wurde abgebrochen.',
  client_gone: 'Die Verbindung ging verloren. Versuchen Sie es erneut.',
  closed: 'Dieses Konto ist geschlossen.',
  conflict: 'Das ist gerade nicht möglich. Laden Sie die Seite neu.',
  ended: 'Das ist schon beendet.',
  expectation: REFUSED,
  export_running: 'Ein anderer Download läuft noch. Warten Sie, bis er endet.',
  field_in_use: 'Ein Segment verwendet dieses Feld. Ändern oder löschen Sie zuerst das Segment.',
  forbidden: 'Dazu haben Sie keine Berechtigung.',
  group_missing: 'Die Abo-Art wurde gelöscht. Wählen Sie eine andere.',
  headers_too_large: REFUSED,
  idempotency_reused: REFUSED,
  idempotency_running: 'Das wird gerade ausgeführt. Warten Sie kurz.',
  import_running: 'Der Import läuft noch. Warten Sie, bis er endet.',
  import_undo_late: 'Dieser Import lässt sich nicht mehr rückgängig machen.',
  move_applied: 'Dieser Umzug ist schon ausgeführt.',
  move_running: 'Der Umzug läuft noch. Warten Sie, bis er endet.',
  move_files_deleted: 'Die Dateien dieses Umzugs sind gelöscht. Laden Sie sie neu hoch.',
  move_rows_deleted: 'Die Listen dieses Umzugs waren zu alt und sind gelöscht. Die Zahlen bleiben.',
  move_undo_late: 'Dieser Umzug lässt sich nicht mehr rückgängig machen.',
  move_reading: 'Die Dateien werden noch gelesen. Warten Sie, bis der Plan fertig ist.',
  move_not_applied: 'Dieser Umzug ist noch nicht ausgeführt.',
  import_was_dry_run: 'Das war nur eine Vorschau. Es wurde nichts importiert.',
  invalid_inputs: 'Prüfen Sie Ihre Eingaben.',
  keys_missing: 'Melden Sie sich an und versuchen Sie es erneut.',
  keys_wrong: 'Ihre Sitzung war abgelaufen. Melden Sie sich an und versuchen Sie es erneut.',
  mails_expired: 'Diese E‑Mails sind zu alt, um noch einmal gesendet zu werden.',
  malformed: REFUSED,
  media_type: REFUSED,
  method_not_allowed: REFUSED,
  no_such_path: GONE,
  not_found: GONE,
  nothing_to_retry:
    'Es gibt nichts erneut zu senden. E‑Mails an Adressen, die nicht existieren, und abgelehnte Inhalte werden nicht erneut gesendet.',
  other_network: 'Das ist aus Ihrem Netz nicht erlaubt.',
  out_of_scope: 'Dazu haben Sie keine Berechtigung.',
  quota: 'Ihr Konto hat eine Grenze erreicht. Ihr Administrator kann sie anheben.',
  rate: 'Zu viele Anfragen auf einmal. Warten Sie kurz und versuchen Sie es erneut.',
  recipients_missing: 'Die Zielgruppe oder das Segment wurde gelöscht. Wählen Sie die Empfänger neu.',
  release_used: 'Sie haben Ihr Konto vor Kurzem schon freigegeben. Diesmal kann es nur Ihr Administrator.',
  send_not_completed: 'Die Kampagne ist noch nicht abgeschlossen.',
  send_not_paused: 'Die Kampagne ist nicht pausiert.',
  send_not_running: 'Die Kampagne wird nicht gesendet.',
  send_running: 'Die Kampagne wird schon gesendet.',
  sender_deleted: 'Der Absender wurde gelöscht. Wählen Sie einen anderen.',
  sender_unverified: 'Der Absender ist nicht bestätigt. Öffnen Sie den Link in der E‑Mail an seine Adresse.',
  server_error: SERVER,
  store_away: SERVER,
  suspended: 'Dieses Konto ist gesperrt. Informieren Sie Ihren Administrator.',
  template_empty: 'Die E‑Mail ist leer. Fügen Sie zuerst Inhalt hinzu.',
  template_unrenderable: 'Der Inhalt hat einen Fehler. Beheben Sie ihn zuerst.',
  timeout: 'Das hat zu lange gedauert. Versuchen Sie es erneut.',
  too_large: 'Das ist zu groß.',
  too_many_records: 'Ihr Konto hat so viele davon, wie erlaubt sind. Löschen Sie zuerst eines.',
  version_changed: 'Das wurde anderswo geändert. Laden Sie die Seite neu.',
};

/** Findings about the account, which Home shows. */
export const accountCheckTexts: AccountCheckTexts = {
  account_complaints: () =>
    'Viele Empfänger haben Ihre E‑Mails als Spam gemeldet. Ab 0,3 % werden Ihre Kampagnen pausiert. Schreiben Sie nur Personen, die zugestimmt haben.',
  account_bounces: () =>
    'Viele Ihrer E‑Mails gingen an Postfächer, die es nicht gibt. Ab 10 % werden Ihre Kampagnen pausiert. Entfernen Sie alte Adressen.',
};

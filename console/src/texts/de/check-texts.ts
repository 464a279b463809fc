import type { CheckTexts } from '../en/check-texts.ts';

const or = (named: string, otherwise: string): string => (named === '' ? otherwise : named);

/** Findings of a check of an email, by code, with how to fix them, in German. */
export const checkTexts: CheckTexts = {
  sender_deleted: () => 'Der Absender wurde gelöscht. Wählen Sie einen anderen.',
  sender_unverified: () =>
    'Der Absender ist nicht bestätigt. Öffnen Sie den Link in der E‑Mail an seine Adresse.',
  sender_address: () =>
    'Die Adresse des Absenders hat vor dem @ Akzente oder Umlaute. Wählen Sie einen anderen Absender.',
  sender_unsigned: () =>
    'Ihre E‑Mails sind nicht von Ihrer eigenen Domain signiert, daher lehnen große Anbieter sie möglicherweise ab. Fügen Sie die Domain in den Einstellungen hinzu.',
  from_free_mail: () =>
    'Der Absender hat die Adresse eines kostenlosen Postfachs, etwa gmail.com. Anbieter lehnen solche E‑Mails ab. Verwenden Sie eine Adresse Ihrer eigenen Domain.',
  from_protected: () =>
    'Die Domain des Absenders lässt E‑Mails ohne ihre Signatur ablehnen. Fügen Sie die Domain zuerst in den Einstellungen hinzu.',
  dns_record: () =>
    'Ein DNS-Eintrag Ihrer Domain fehlt oder ist falsch. Die Einstellungen zeigen, was einzutragen ist.',
  template_empty: () => 'Die E‑Mail hat keinen Inhalt. Wählen Sie eine Vorlage, oder schreiben Sie ihn.',
  template_failed: () => 'Der Inhalt hat einen Fehler, deshalb entsteht keine E‑Mail. Beheben Sie ihn.',
  size_clipped: () => 'Die E‑Mail ist größer als 102 kB, daher schneidet Gmail ihr Ende ab. Kürzen Sie sie.',
  text_missing: () => 'Die E‑Mail hat nur Bilder. Fügen Sie Text hinzu.',
  unsubscribe_missing: () => 'Die E‑Mail hat keinen Abmelde-Link. Eine Fußzeile mit einem Link wird ergänzt.',
  address_missing: () => 'Die E‑Mail hat keine Postanschrift. Eine Fußzeile mit der Anschrift wird ergänzt.',
  placeholder_unknown: (named, meant) =>
    `${or(named, 'Ein Platzhalter')} ist keines Ihrer Felder und bleibt leer.${meant && ` Meinten Sie ${meant}?`}`,
  placeholder_foreign: (named) =>
    `${or(named, 'Ein Platzhalter')} stammt von einem anderen Dienst und wird unverändert angezeigt. Verwenden Sie „Personalisieren“.`,
  link_invalid: () => 'Ein Link hat keine gültige Adresse. Korrigieren oder entfernen Sie ihn.',
  link_broken: () => 'Ein Link führt auf eine Seite, die es nicht gibt. Prüfen Sie die Adresse.',
  link_silent: () => 'Die Seite eines Links antwortet nicht. Prüfen Sie die Adresse.',
  link_private: () =>
    'Ein Link führt auf eine nicht öffentliche Adresse. Ihre Leser können sie nicht öffnen.',
  links_unchecked: () => 'Einige Links konnten nicht geprüft werden.',
  link_text_foreign: () =>
    'Ein Link zeigt eine Website und führt zu einer anderen. Leser halten das für Betrug. Korrigieren Sie Text oder Adresse.',
  link_text_tracked: () =>
    'Ein Link zeigt eine Webadresse, führt aber zuerst zu einer anderen, die Klicks zählt. Spamfilter bemerken das. Schreiben Sie stattdessen Wörter.',
  link_shortened: () =>
    'Ein Link nutzt einen Kürzungsdienst wie bit.ly, dem Spamfilter misstrauen. Nehmen Sie die echte Adresse.',
  link_program: () =>
    'Ein Link führt zu einem Programm. Anbieter blockieren solche E‑Mails. Verlinken Sie eine Seite.',
  subject_long: () => 'Der Betreff ist sehr lang. Die meisten Leser sehen nur seinen Anfang.',
  subject_loud: () =>
    'Der Betreff hat viele Großbuchstaben oder Ausrufezeichen, denen Spamfilter misstrauen.',
  image_broken: () =>
    'Ein Bild gibt es an seiner Adresse nicht. Laden Sie es zu Ihren Bildern hoch und wählen Sie es dort.',
  image_missing: () => 'Ein Bildbaustein hat kein Bild. Wählen Sie ein Bild, oder löschen Sie den Baustein.',
  image_unreachable: () =>
    'Ihre Leser können ein Bild nicht laden. Laden Sie es zu Ihren Bildern hoch, und wählen Sie es dort.',
  script_in_mail: () => 'Die E‑Mail hat ein Skript oder einen Rahmen. E‑Mail-Programme entfernen das.',
  form_in_mail: () =>
    'Die E‑Mail hat ein Formular. Viele E‑Mail-Programme entfernen es. Verlinken Sie stattdessen eine Seite.',
  text_damaged: (named) => `${or(named, 'Ein Text')} hat beschädigte Zeichen. Schreiben Sie ihn neu.`,
  text_contrast: (named) =>
    `${or(named, 'Ein Text')} ist auf seinem Hintergrund kaum zu lesen. Wählen Sie eine dunklere oder hellere Farbe.`,
  text_hidden: (named) =>
    `${or(named, 'Ein Text')} ist für Ihre Leser unsichtbar. Solchem Text misstrauen Spamfilter. Machen Sie ihn sichtbar, oder löschen Sie ihn.`,
  default_text: (named) => `${or(named, 'Ein Text')} ist ein Beispieltext. Ersetzen Sie ihn.`,
  image_text_missing: () =>
    'Ein Bild hat keinen Alternativtext. Beschreiben Sie es für Menschen, die es nicht sehen.',
  client_support: (named) => `Einige E‑Mail-Programme zeigen nicht alles: ${or(named, 'Teile des Designs')}.`,
  spam_score: (named) =>
    `Der Spamfilter hält diese E‑Mail für Spam. Ändern Sie Betreff und Text.${named && ` (${named})`}`,
  audience_doubtful: () =>
    'Viele Empfänger haben eine Adresse mit Tippfehler, eine Funktionsadresse wie info@ oder ein Wegwerf-Postfach. Korrigieren oder entfernen Sie diese Adressen.',
  audience_unmailed: () =>
    'Viele Empfänger haben keine Ihrer letzten Kampagnen bekommen. Senden Sie zuerst an einen kleinen Teil, denn alte Listen haben viele tote Adressen.',
  not_checked: () => 'Ein Teil der Prüfung war nicht möglich. Prüfen Sie später noch einmal.',
};

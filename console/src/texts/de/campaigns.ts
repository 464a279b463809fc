import type { HoldReason, PauseReason } from '../../../../shared/hold-reasons.ts';
import type { ReasonTexts } from '../../../../shared/hold-texts.ts';
import type * as english from '../en/campaigns.ts';
import { count, number, rate } from './numbers.ts';

function duration(seconds: number): string {
  if (seconds < 60) return count(Math.max(1, Math.round(seconds)), 'Sekunde', 'Sekunden');
  if (seconds < 3600) return count(Math.round(seconds / 60), 'Minute', 'Minuten');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.round((seconds % 3600) / 60);
  return `${number(hours)} h ${minutes} min`;
}

/** The pages of campaigns in German. */
export const campaigns: typeof english.campaigns = {
  add: 'Neue Kampagne',
  unnamed: (date) => `Kampagne vom ${date}`,
  toSenders: 'Absender hinzufügen',
  groupName: 'Newsletter',
  groupDescription: 'Neuigkeiten und Angebote per E‑Mail.',
  search: 'Nach Name oder Betreff suchen',
  state: 'Status',
  anyState: 'Jeder Status',
  states: {
    draft: 'Entwurf',
    held: 'Angehalten',
    scheduled: 'Geplant',
    starting: 'Beginnt',
    running: 'Wird gesendet',
    paused: 'Pausiert',
    completed: 'Gesendet',
    cancelled: 'Abgebrochen',
  },
  name: 'Kampagne',
  recipients: 'Empfänger',
  opened: 'Geöffnet',
  clicked: 'Geklickt',
  changed: (at) => `Geändert am ${at}`,
  goes: (at, zone) => `Geplant für ${at} (${zone})`,
  sent: (at) => `Gesendet am ${at}`,
  noneTitle: 'Noch keine Kampagnen',
  noneHint:
    'Eine Kampagne ist eine E‑Mail an viele Personen. Schreiben Sie sie, prüfen Sie die Vorschau, und senden Sie sie.',
  noSenderHint:
    'Eine Kampagne ist eine E‑Mail an viele Personen. Sie kommt von einem Absender: Fügen Sie ihn zuerst hinzu.',
  notFound: 'Keine Kampagne gefunden',
  notFoundHint: 'Keine Kampagne mit diesem Status hat diesen Text in Name oder Betreff.',
  noSubject: 'Noch kein Betreff',
  actions: (name) => `Aktionen für ${name}`,
  edit: 'Bearbeiten',
  report: 'Bericht',
  duplicate: 'Duplizieren',
  deleted: (name) => `${name} gelöscht.`,
  back: 'Alle Kampagnen',
  nameLess: 'Kampagne ohne Namen',
  scheduledTitle: 'Diese Kampagne ist geplant',
  scheduledHint: 'Setzen Sie sie auf Entwurf zurück, um sie zu ändern.',
  lost: 'Kampagne nicht gefunden',
  lostHint: 'Vielleicht wurde sie gelöscht.',
  progress: {
    label: 'Fortschritt',
    of: (done, all) => `${number(done)} von ${number(all)}`,
    rate: (perSecond) => `${rate(perSecond)} E‑Mails je Sekunde`,
    left: (seconds) => `noch etwa ${duration(seconds)}`,
    measuring: 'Die Geschwindigkeit wird gemessen …',
    waiting: 'Beginnt …',
    still: 'Wartet auf den nächsten Versuch.',
    trouble: (reply) => `Wartet auf den Mailserver: ${reply}`,
    nextTry: (when) => `Nächster Versuch um ${when}.`,
    stopped: 'Abgebrochen. Es werden keine weiteren E‑Mails gesendet.',
    stopping:
      'Abgebrochen. Die übrigen E‑Mails werden angehalten. Einige, die gerade gesendet werden, können noch ankommen.',
  },
  holds: {
    draft: ['Sie ist ein Entwurf', 'Stellen Sie sie fertig, dann senden Sie sie.'],
    duplicate: ['Sie ist eine Kopie', 'Sehen Sie sie durch, dann senden Sie sie.'],
    sender_deleted: ['Ihr Absender wurde gelöscht', 'Wählen Sie einen anderen Absender.'],
    recipient_deleted: ['Eine ihrer Zielgruppen wurde gelöscht', 'Wählen Sie die Zielgruppe neu.'],
    sender_address: ['Die Adresse des Absenders ist nicht verwendbar', 'Wählen Sie einen anderen Absender.'],
    sender_unverified: [
      'Ihr Absender ist nicht bestätigt',
      'Öffnen Sie den Link in der E‑Mail an den Absender. Dann wird sie automatisch gesendet.',
    ],
    template_empty: ['Die E‑Mail ist leer', 'Wählen Sie eine Vorlage oder schreiben Sie HTML.'],
    template_failed: ['Der Inhalt hat einen Fehler', 'Beheben Sie ihn, und speichern Sie.'],
    import_running: ['Kontakte werden noch importiert', 'Sie wird nach dem Import automatisch gesendet.'],
    schedule_missed: [
      'Der geplante Zeitpunkt ist seit über einem Tag vorbei',
      'Wählen Sie einen neuen Zeitpunkt, oder senden Sie sie jetzt.',
    ],
    suspended: ['Ihr Konto ist gesperrt', 'Fragen Sie den Betreiber des Dienstes.'],
    account_complaints: [
      'Zu viele Empfänger haben Ihre E‑Mails als Spam gemeldet',
      'Kampagnen und Automationen warten. Prüfen Sie, woher Ihre Kontakte stammen, und geben Sie das Konto dann frei, oder fragen Sie den Betreiber des Dienstes.',
    ],
    account_bounces: [
      'Zu viele Ihrer Adressen existieren nicht',
      'Kampagnen und Automationen warten. Bereinigen Sie Ihre Listen, und geben Sie das Konto dann frei, oder fragen Sie den Betreiber des Dienstes.',
    ],
    quota: [
      'Das Tageslimit Ihres Kontos für E‑Mails ist erreicht',
      'Sie wird um 00:00 Uhr UTC automatisch gesendet, oder sobald das Limit steigt.',
    ],
    restored: [
      'Der Dienst wurde aus einer Sicherung wiederhergestellt',
      'Setzen Sie sie fort, wenn sie noch gesendet werden soll.',
    ],
    closed: ['Das Konto war geschlossen', 'Setzen Sie sie fort, wenn sie noch gesendet werden soll.'],
    failed: [
      'Ein Schritt ist wiederholt fehlgeschlagen',
      'Setzen Sie sie fort. Schlägt es wieder fehl, informieren Sie den Betreiber des Dienstes.',
    ],
  } satisfies ReasonTexts<HoldReason>,
  pauses: {
    person: ['Sie ist pausiert', 'Setzen Sie sie fort, wenn Sie bereit sind.'],
    refused: [
      'Mailserver lehnen ihre E‑Mails ab',
      'Informieren Sie den Betreiber des Dienstes. Setzen Sie sie fort, wenn das Problem behoben ist.',
    ],
    too_many_bounces: [
      'Zu viele Adressen existieren nicht',
      'Prüfen Sie, woher die Kontakte stammen. Setzen Sie sie dann fort, oder brechen Sie sie ab.',
    ],
    too_many_complaints: [
      'Zu viele Empfänger haben sie als Spam gemeldet',
      'Prüfen Sie, woher die Kontakte stammen. Setzen Sie sie dann fort, oder brechen Sie sie ab.',
    ],
    sender_deleted: ['Ihr Absender wurde gelöscht', 'Sie lässt sich nur noch abbrechen.'],
    sender_address: [
      'Die Adresse des Absenders ist nicht verwendbar',
      'Ändern Sie den Absender. Dann wird sie automatisch fortgesetzt.',
    ],
    sender_unverified: [
      'Ihr Absender ist nicht mehr bestätigt',
      'Bestätigen Sie ihn. Dann wird sie automatisch fortgesetzt.',
    ],
    quota: [
      'Das Tageslimit Ihres Kontos für E‑Mails ist erreicht',
      'Sie wird um 00:00 Uhr UTC automatisch fortgesetzt, oder sobald das Limit steigt.',
    ],
    suspended: ['Ihr Konto ist gesperrt', 'Fragen Sie den Betreiber des Dienstes.'],
    account_complaints: [
      'Zu viele Empfänger haben Ihre E‑Mails als Spam gemeldet',
      'Kampagnen und Automationen warten. Prüfen Sie, woher Ihre Kontakte stammen, und geben Sie das Konto dann frei, oder fragen Sie den Betreiber des Dienstes.',
    ],
    account_bounces: [
      'Zu viele Ihrer Adressen existieren nicht',
      'Kampagnen und Automationen warten. Bereinigen Sie Ihre Listen, und geben Sie das Konto dann frei, oder fragen Sie den Betreiber des Dienstes.',
    ],
    restored: [
      'Der Dienst wurde aus einer Sicherung wiederhergestellt',
      'Setzen Sie sie fort, wenn sie noch gesendet werden soll.',
    ],
    failed: [
      'Ein Schritt ist wiederholt fehlgeschlagen',
      'Setzen Sie sie fort. Schlägt es wieder fehl, informieren Sie den Betreiber des Dienstes.',
    ],
  } satisfies ReasonTexts<PauseReason>,
  figures: {
    title: 'Zahlen',
    hint: 'Wählen Sie eine Zahl, um die Personen zu sehen.',
    recipients: 'Empfänger',
    delivered: 'Zugestellt',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    bounced: 'Unzustellbar',
    unsubscribed: 'Abgemeldet',
    complained: 'Als Spam gemeldet',
    pending: 'Wartend',
    skipped: 'Übersprungen',
    in_doubt: 'Zustellung unklar',
    ofRecipients: (share) => `${share} der Empfänger`,
    ofDelivered: (share) => `${share} der zugestellten`,
    total: (n) => `insgesamt ${number(n)}`,
    machinesHint: (opens, clicks) =>
      `Dazu kommen ${count(opens, 'Öffnung', 'Öffnungen')} und ${count(clicks, 'Klick', 'Klicks')} von Bots und Scannern. Die Zahlen oben enthalten sie nicht.`,
    usually: (share) => `Sonst ${share}`,
    usualHint: (n) =>
      `Sonst: der Median Ihrer ${number(n)} Kampagnen vor dieser. Für diese gab es mehr Zeit zum Öffnen.`,
    untracked: 'Öffnungen und Klicks dieser Kampagne werden nicht gezählt.',
  },
  pause: {
    paused: 'Ihre Kampagnen und Automationen sind pausiert',
    warned: 'Viele Beschwerden oder unzustellbare E‑Mails',
    pausedHint:
      'E‑Mails warten und werden nach der Pause gesendet. Einzelne E‑Mails werden weiterhin gesendet. Prüfen Sie, woher Ihre Kontakte stammen, und bereinigen Sie Ihre Listen.',
    warnedHint:
      'Ab 0,3 % Beschwerden oder 10 % unzustellbaren E‑Mails werden Kampagnen und Automationen pausiert.',
    used: 'Ihr Konto wurde schon einmal freigegeben. Fragen Sie den Betreiber des Dienstes.',
    reason: 'Was haben Sie geändert?',
    reasonHint: 'Der Betreiber liest es. Sie können Ihr Konto einmal freigeben.',
    release: 'Konto freigeben',
    released: 'Freigegeben. Wartende E‑Mails werden gesendet.',
  },
  home: {
    running: 'Wird gerade gesendet',
    decisions: 'Braucht eine Entscheidung',
    decide: 'Öffnen',
    last: 'Letzte Kampagnen',
    noLast: 'Noch keine Kampagnen gesendet.',
    toCampaigns: 'Alle Kampagnen',
    doubts: (n) => `Zustellung unklar bei ${count(n, 'E‑Mail', 'E‑Mails')}`,
    doubtsHint: 'Entscheiden Sie, ob sie erneut gesendet werden.',
    parked: (n) => `Von ${count(n, 'Domain', 'Domains')} verzögert`,
    parkedHint: 'Wird automatisch erneut versucht.',
    send: 'Ihre erste Kampagne senden',
    sendHint: 'Schreiben, Vorschau prüfen, senden.',
  },
  timeline: {
    title: 'Öffnungen und Klicks im Verlauf',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    by: 'Anzeigen nach',
    hour: 'Stunden',
    day: 'Tage',
    none: 'Noch keine Öffnungen oder Klicks.',
    at: 'Ab',
    delivered: 'Zugestellt',
  },
  domains: {
    title: 'Empfänger-Domains',
    domain: 'Domain',
    others: 'Alle anderen',
    accepted: 'Zugestellt',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    bounced: 'Unzustellbar',
    none: 'Noch keine E‑Mails zugestellt.',
  },
};

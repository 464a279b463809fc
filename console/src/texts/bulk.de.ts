import type { bulkEn } from './bulk.en.ts';

const number = (n: number): string => new Intl.NumberFormat('de').format(n);
const contacts = (n: number): string => `${number(n)} ${n === 1 ? 'Kontakt' : 'Kontakte'}`;
const become = (n: number): string => (n === 1 ? 'wird' : 'werden');

export const bulkDe: typeof bulkEn = {
  all: 'Alle Kontakte ändern',
  found: 'Alle gefundenen ändern',
  title: 'Viele Kontakte auf einmal ändern',
  about: (search) =>
    search === '' ? 'Es geht um alle Ihre Kontakte.' : `Es geht um alle Kontakte, die „${search}“ findet.`,
  action: 'Was geschehen soll',
  actions: {
    unsubscribe: 'Von einer Art von E-Mails abmelden',
    segment_add: 'In ein Segment aufnehmen',
    segment_remove: 'Aus einem Segment nehmen',
    delete: 'Löschen',
  },
  group: 'Art von E-Mails',
  segment: 'Segment',
  segmentHint: 'Nur Kontakte der Zielgruppe des Segments.',
  count: 'Zählen',
  counting: (n) => `Es wird gezählt: bisher ${contacts(n)} …`,
  confirm: {
    unsubscribe: (n) => `${contacts(n)} abmelden`,
    segment_add: (n) => `${contacts(n)} aufnehmen`,
    segment_remove: (n) => `${contacts(n)} herausnehmen`,
    delete: (n) => `${contacts(n)} löschen`,
  },
  warning: {
    unsubscribe: (n) => `${contacts(n)} ${become(n)} von dieser Art von E-Mails abgemeldet.`,
    segment_add: (n) => `${contacts(n)} ${become(n)} im Segment sein, was auch immer seine Regel sagt.`,
    segment_remove: (n) =>
      `${contacts(n)} ${become(n)} geprüft. Wer im Segment ist, bleibt draußen, was auch immer seine Regel sagt.`,
    delete: (n) => `${contacts(n)} ${become(n)} gelöscht.`,
  },
  undoable: (seconds) => `Sie können es ${seconds} Sekunden lang rückgängig machen.`,
  soon: {
    unsubscribe: (n, seconds) => `${contacts(n)} ${become(n)} in ${seconds} Sekunden abgemeldet.`,
    segment_add: (n, seconds) => `${contacts(n)} ${become(n)} in ${seconds} Sekunden aufgenommen.`,
    segment_remove: (n, seconds) => `${contacts(n)} ${become(n)} in ${seconds} Sekunden herausgenommen.`,
    delete: (n, seconds) => `${contacts(n)} ${become(n)} in ${seconds} Sekunden gelöscht.`,
  },
  waits: (n, seconds) => `${contacts(n)}, beginnt in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'}`,
  undoOf: (what) => `Rückgängig: ${what}`,
  begun: 'Es hatte schon begonnen. Es hält jetzt an; was bis dahin geändert wurde, bleibt geändert.',
  noContacts: 'Es wurde kein Kontakt gefunden, also gibt es nichts zu tun.',
  keep: 'So lassen',
  under: 'Änderungen vieler Kontakte',
  done: (done, all) => `${number(done)} von ${contacts(all)}`,
  states: {
    counting: 'Wird gezählt',
    ready: 'Wartet auf Sie',
    running: 'Läuft',
    completed: 'Fertig',
    cancelled: 'Abgebrochen',
    failed: 'Fehlgeschlagen',
  },
  stop: 'Anhalten',
  stopOf: (what) => `Anhalten: ${what}`,
  again: 'Weiter',
};

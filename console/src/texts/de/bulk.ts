import type * as english from '../en/bulk.ts';
import { count, number, plural } from './numbers.ts';

const contacts = (n: number): string => count(n, 'Kontakt', 'Kontakte');
const contactsDative = (n: number): string => count(n, 'Kontakt', 'Kontakten');
const become = (n: number): string => (n === 1 ? 'wird' : 'werden');

export const bulk: typeof english.bulk = {
  all: 'Alle Kontakte ändern',
  found: 'Alle gefundenen Kontakte ändern',
  title: 'Viele Kontakte auf einmal ändern',
  about: (search) =>
    search === '' ? 'Gilt für alle Ihre Kontakte.' : `Gilt für alle Kontakte, die zu „${search}“ passen.`,
  aboutChosen: (n) =>
    `Gilt für ${n === 1 ? 'den ausgewählten Kontakt' : `die ${contacts(n)}, die Sie ausgewählt haben`}.`,
  aboutFound: 'Gilt für alle Kontakte, die die Filter zeigen.',
  noSegments: 'Noch keine Segmente. Legen Sie eines unter „Segmente“ an.',
  noGroups: 'Noch keine Abo-Arten. Legen Sie eine in den Einstellungen an.',
  action: 'Aktion',
  actions: {
    unsubscribe: 'Von einer Abo-Art abmelden',
    unsubscribe_all: 'Von allem abmelden',
    segment_add: 'In ein Segment aufnehmen',
    segment_remove: 'Aus einem Segment ausschließen',
    tag_add: 'Ein Tag hinzufügen',
    tag_remove: 'Ein Tag entfernen',
    delete: 'Löschen',
  },
  group: 'Abo-Art',
  segment: 'Segment',
  segmentHint: 'Nur Kontakte der Zielgruppe des Segments.',
  count: 'Kontakte zählen',
  counting: (n) => `Es wird gezählt: bisher ${contacts(n)} …`,
  confirm: {
    unsubscribe: (n) => `${contacts(n)} abmelden`,
    unsubscribe_all: (n) => `${contacts(n)} von allem abmelden`,
    segment_add: (n) => `${contacts(n)} aufnehmen`,
    segment_remove: (n) => `${contacts(n)} ausschließen`,
    tag_add: (n) => `Tag bei ${contactsDative(n)} hinzufügen`,
    tag_remove: (n) => `Tag bei ${contactsDative(n)} entfernen`,
    delete: (n) => `${contacts(n)} löschen`,
  },
  warning: {
    unsubscribe: (n) => `${contacts(n)} ${become(n)} von dieser Abo-Art abgemeldet.`,
    unsubscribe_all: (n) =>
      `${contacts(n)} ${n === 1 ? 'bekommt' : 'bekommen'} keine Kampagnen und automatischen E‑Mails mehr, gleich welcher Abo-Art.`,
    segment_add: (n) =>
      `${contacts(n)} ${become(n)} in das Segment aufgenommen, auch wenn die Regel nicht zutrifft.`,
    segment_remove: (n) =>
      `${contacts(n)} ${become(n)} geprüft. Wer im Segment ist, wird ausgeschlossen, auch wenn die Regel zutrifft.`,
    tag_add: (n) => `${contacts(n)} ohne das Tag ${n === 1 ? 'bekommt' : 'bekommen'} es.`,
    tag_remove: (n) => `${contacts(n)} mit dem Tag ${n === 1 ? 'verliert' : 'verlieren'} es.`,
    delete: (n) => `${contacts(n)} ${become(n)} gelöscht.`,
  },
  undoable: (seconds) => `Sie können es ${seconds} Sekunden lang rückgängig machen.`,
  soon: {
    unsubscribe: (n, seconds) => `${contacts(n)} ${become(n)} in ${seconds} Sekunden abgemeldet.`,
    unsubscribe_all: (n, seconds) =>
      `${contacts(n)} ${become(n)} in ${seconds} Sekunden von allem abgemeldet.`,
    segment_add: (n, seconds) => `${contacts(n)} ${become(n)} in ${seconds} Sekunden aufgenommen.`,
    segment_remove: (n, seconds) => `${contacts(n)} ${become(n)} in ${seconds} Sekunden ausgeschlossen.`,
    tag_add: (n, seconds) =>
      `${contacts(n)} ${n === 1 ? 'bekommt' : 'bekommen'} das Tag in ${seconds} Sekunden.`,
    tag_remove: (n, seconds) =>
      `${contacts(n)} ${n === 1 ? 'verliert' : 'verlieren'} das Tag in ${seconds} Sekunden.`,
    delete: (n, seconds) => `${contacts(n)} ${become(n)} in ${seconds} Sekunden gelöscht.`,
  },
  waits: (n, seconds) => `${contacts(n)}, beginnt in ${seconds} ${plural(seconds, 'Sekunde', 'Sekunden')}`,
  undoOf: (what) => `Rückgängig: ${what}`,
  begun:
    'Die Änderung hatte schon begonnen. Sie wurde jetzt angehalten. Bereits geänderte Kontakte bleiben geändert.',
  noContacts: 'Keine Kontakte gefunden, daher keine Änderung.',
  keep: 'Abbrechen',
  under: 'Massenänderungen',
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
  again: 'Fortsetzen',
};

import type * as english from '../en/media.ts';
import { number } from './numbers.ts';

/** The media library in German. */
export const mediaTexts: typeof english.mediaTexts = {
  hint: 'Bilder für Ihre E‑Mails. Ort und Datum von Fotos werden entfernt, große Fotos werden verkleinert.',
  drop: 'Bilder hierher ziehen: PNG, JPEG, GIF oder WebP, je bis 10 MB.',
  choose: 'Bilder auswählen',
  adding: (at, of) => (of === 1 ? 'Das Bild wird hinzugefügt …' : `Bild ${at} von ${of} wird hinzugefügt …`),
  added: (n) => (n === 1 ? 'Bild hinzugefügt.' : `${number(n)} Bilder hinzugefügt.`),
  notAdded: (name, why) => `${name} wurde nicht hinzugefügt: ${why}`,
  noneTitle: 'Noch keine Bilder',
  noneHint: 'Fügen Sie hier Ihr Logo oder ein Foto hinzu und verwenden Sie es dann in jeder Kampagne.',
  notFound: 'Kein Bild gefunden.',
  search: 'Nach Name suchen',
  images: 'Bilder',
  size: (width, height) => `${number(width)} × ${number(height)} Pixel`,
  moves: 'Animiert',
  copy: 'Adresse kopieren',
  copied: 'Kopiert',
  more: (name) => `Mehr zu ${name}`,
  rename: 'Umbenennen',
  renameTitle: 'Bild umbenennen',
  name: 'Name',
  save: 'Speichern',
  remove: 'Löschen',
  deleted: (name) => `${name} gelöscht. E‑Mails, die es nutzen, zeigen eine leere Stelle.`,
  insert: 'Bild einfügen',
  logo: 'Ihr Logo',
  insertHint: 'Oder wählen Sie eines Ihrer Bilder.',
  moreImages: 'Mehr Bilder anzeigen',
};

import type { mediaEn } from './media.en.ts';

const number = (n: number): string => new Intl.NumberFormat('de').format(n);

/** Die Bilder. */
export const mediaDe: typeof mediaEn = {
  title: 'Bilder',
  hint: 'Bilder für Ihre Mails. Ort und Datum von Fotos werden entfernt, große Fotos werden verkleinert.',
  drop: 'Bilder hierher ziehen: PNG, JPEG, GIF oder WebP, je bis 10 MB.',
  choose: 'Bilder auswählen',
  adding: (at, of) => (of === 1 ? 'Das Bild wird hinzugefügt …' : `Bild ${at} von ${of} wird hinzugefügt …`),
  added: (n) => (n === 1 ? 'Das Bild ist hinzugefügt.' : `${number(n)} Bilder sind hinzugefügt.`),
  notAdded: (name, why) => `${name} wurde nicht hinzugefügt: ${why}`,
  noneTitle: 'Noch keine Bilder',
  noneHint: 'Fügen Sie hier Ihr Logo oder ein Foto hinzu und verwenden Sie es dann in jeder Kampagne.',
  notFound: 'Kein Bild heißt so.',
  search: 'Nach Namen suchen',
  images: 'Bilder',
  size: (width, height) => `${number(width)} × ${number(height)} Pixel`,
  moves: 'Animation',
  copy: 'Adresse kopieren',
  copied: 'Kopiert',
  more: (name) => `Mehr zu ${name}`,
  rename: 'Umbenennen',
  renameTitle: 'Bild umbenennen',
  name: 'Name',
  save: 'Speichern',
  remove: 'Löschen',
  deleted: (name) => `${name} ist gelöscht. Mails, die es zeigen, haben dort eine Lücke.`,
  insert: 'Bild einfügen',
  insertHint: 'Wählen Sie ein Bild. Es kommt dorthin, wo die Schreibmarke steht.',
  toLibrary: 'Bilder hinzufügen',
  moreImages: 'Mehr Bilder zeigen',
};

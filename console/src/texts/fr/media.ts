import type * as english from '../en/media.ts';
import { count, number } from './numbers.ts';

/** The media library in French. */
export const mediaTexts: typeof english.mediaTexts = {
  hint: 'Les images de vos e‑mails. Le lieu et la date sont retirés des photos, et les grandes photos sont réduites.',
  drop: 'Déposez ici des images : PNG, JPEG, GIF ou WebP, 10 Mo chacune au maximum.',
  choose: 'Choisir des images',
  adding: (at, of) => (of === 1 ? 'Ajout de l’image…' : `Ajout de l’image ${at} sur ${of}…`),
  added: (n) => (n === 1 ? 'Image ajoutée.' : `${count(n, 'image ajoutée', 'images ajoutées')}.`),
  notAdded: (name, why) => `« ${name} » n’a pas été ajoutée : ${why}`,
  noneTitle: 'Aucune image pour l’instant',
  noneHint: 'Ajoutez ici votre logo ou des photos pour toutes vos campagnes.',
  notFound: 'Aucune image ne porte ce nom.',
  search: 'Rechercher par nom',
  images: 'Images',
  size: (width, height) => `${number(width)} × ${number(height)} pixels`,
  moves: 'Animée',
  copy: 'Copier l’adresse',
  copied: 'Copiée',
  more: (name) => `Plus d’actions pour « ${name} »`,
  rename: 'Renommer',
  renameTitle: 'Renommer l’image',
  name: 'Nom',
  save: 'Enregistrer',
  remove: 'Supprimer',
  deleted: (name) => `« ${name} » supprimée. Les e‑mails qui l’utilisent montrent un espace vide.`,
  insert: 'Insérer une image',
  logo: 'Votre logo',
  insertHint: 'Ou choisissez une de vos images.',
  moreImages: 'Afficher plus d’images',
};

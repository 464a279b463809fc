import type * as english from '../en/account-data.ts';

/** The account itself, and everything that it has as a file, in French. */
export const accountData: typeof english.accountData = {
  title: 'Compte',
  name: 'Nom',
  email: 'Adresse e-mail',
  zone: 'Fuseau horaire',
  more: 'Nom, fuseau horaire, mot de passe, double authentification et logo :',
  toAccount: 'Ouvrir la page du compte',
  all: 'Toutes vos données',
  allHint:
    'Un fichier ZIP avec vos audiences et contacts, segments, adresses désabonnées et exclues, campagnes, automatisations, messages, envois et leurs résultats, paramètres et images. Il ne contient ni mots de passe ni clés.',
  format:
    'Chaque liste est un fichier texte, avec une ligne de JSON par élément. Pour un grand compte, cela prend quelques minutes.',
  personal:
    'Le fichier contient les adresses de tous vos contacts. Conservez-le là où seules les personnes autorisées peuvent le lire.',
  download: 'Tout télécharger',
};

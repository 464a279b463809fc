import type { templatesEn } from './templates.en.ts';

/** The templates of the account in German. */
export const templatesDe: typeof templatesEn = {
  title: 'Vorlagen',
  hint: 'Gestaltungen, mit denen Sie Mails beginnen. Eine Mail behält ihre eigene Kopie.',
  add: 'Neue Vorlage',
  create: 'Anlegen und gestalten',
  name: 'Name',
  noneTitle: 'Noch keine Vorlagen',
  noneHint:
    'Eine Vorlage ist eine Gestaltung, die Sie wieder verwenden. Legen Sie hier eine an, oder speichern Sie die Gestaltung einer Kampagne als Vorlage.',
  changed: (at) => `Geändert ${at}`,
  edit: 'Bearbeiten',
  actions: (name) => `Aktionen für ${name}`,
  rename: 'Umbenennen',
  renameTitle: 'Die Vorlage umbenennen',
  duplicate: 'Duplizieren',
  copyOf: (name) => `Kopie von ${name}`,
  duplicated: 'Die Vorlage ist dupliziert.',
  deleted: (name) => `${name} ist gelöscht. Mails, die daraus entstanden sind, bleiben.`,
  yours: 'Ihre Vorlagen',
  builtIn: 'Vorlagen für den Anfang',
  use: 'Verwenden',
  saveAs: 'Als Vorlage speichern',
  saved: (name) => `Die Vorlage ${name} ist gespeichert.`,
};

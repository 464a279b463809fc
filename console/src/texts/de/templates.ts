import type * as english from '../en/templates.ts';

/** The templates of the account in German. */
export const templateTexts: typeof english.templateTexts = {
  hint: 'Designs, mit denen Sie E‑Mails beginnen. Jede E‑Mail behält ihre eigene Kopie der Vorlage.',
  add: 'Neue Vorlage',
  create: 'Anlegen und gestalten',
  name: 'Name',
  noneTitle: 'Noch keine Vorlagen',
  noneHint:
    'Eine Vorlage ist ein Design, das Sie wiederverwenden können. Legen Sie hier eine an, oder speichern Sie das Design einer Kampagne als Vorlage.',
  changed: (at) => `Geändert am ${at}`,
  edit: 'Bearbeiten',
  actions: (name) => `Aktionen für ${name}`,
  rename: 'Umbenennen',
  renameTitle: 'Die Vorlage umbenennen',
  duplicate: 'Duplizieren',
  copyOf: (name) => `Kopie von ${name}`,
  duplicated: 'Vorlage dupliziert.',
  deleted: (name) => `${name} gelöscht. Daraus erstellte E‑Mails bleiben erhalten.`,
  yours: 'Ihre Vorlagen',
  builtIn: 'Mitgelieferte Vorlagen',
  inBrand: 'Sie erscheinen in den Farben und Schriften Ihrer Marke, mit Ihrem Logo.',
  use: 'Verwenden',
  saveAs: 'Als Vorlage speichern',
  saved: (name) => `Vorlage ${name} gespeichert.`,
};

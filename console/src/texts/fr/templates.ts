import type * as english from '../en/templates.ts';

/** The templates of the account in French. */
export const templateTexts: typeof english.templateTexts = {
  hint: 'Des designs pour commencer vos e‑mails. Chaque e‑mail garde sa propre copie du modèle.',
  add: 'Nouveau modèle',
  create: 'Créer et concevoir',
  name: 'Nom',
  noneTitle: 'Aucun modèle pour l’instant',
  noneHint:
    'Un modèle est un design réutilisable. Créez-en un ici, ou enregistrez le design d’une campagne comme modèle.',
  changed: (at) => `Modifié le ${at}`,
  edit: 'Modifier',
  actions: (name) => `Actions pour « ${name} »`,
  rename: 'Renommer',
  renameTitle: 'Renommer le modèle',
  duplicate: 'Dupliquer',
  copyOf: (name) => `Copie de ${name}`,
  duplicated: 'Modèle dupliqué.',
  deleted: (name) => `« ${name} » supprimé. Les e‑mails créés à partir de ce modèle sont conservés.`,
  yours: 'Vos modèles',
  builtIn: 'Modèles intégrés',
  inBrand: 'Ils prennent les couleurs et les polices de votre marque, avec votre logo.',
  use: 'Utiliser',
  saveAs: 'Enregistrer comme modèle',
  saved: (name) => `Modèle « ${name} » enregistré.`,
};

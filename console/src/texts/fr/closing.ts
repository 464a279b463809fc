import type * as english from '../en/closing.ts';

/** Closing the account, in French. */
export const closing: typeof english.closing = {
  title: 'Fermer le compte',
  hint: 'Si vous n’avez plus besoin du compte. Vous pouvez le rouvrir pendant un certain temps.',
  happens: 'Ce qui se passe',
  steps: (days) => [
    'Immédiatement : les campagnes, les automatisations et les e‑mails individuels s’arrêtent, les clés ne fonctionnent plus, les webhooks ne sont plus appelés, et tout le monde est déconnecté.',
    `Pendant ${days} jours : connectez-vous pour rouvrir le compte. Toutes les données sont conservées, et rien n’est envoyé tant que vous ne relancez pas les envois.`,
    'Ensuite : les contacts, les campagnes, les automatisations, les chiffres, les images et les paramètres sont supprimés définitivement. Ils ne peuvent pas être restaurés.',
  ],
  links:
    'Les liens de désabonnement des e‑mails envoyés continuent de fonctionner. Après la suppression, ils indiquent qu’aucun e‑mail ne suivra.',
  first: 'Téléchargez vos données avant de fermer le compte.',
  toData: 'Aller au téléchargement',
  close: 'Fermer le compte',
  prove:
    'Saisissez ceci pour fermer le compte. Vous êtes alors déconnecté, et un e‑mail vous indique jusqu’à quand vous pouvez le rouvrir.',
  email: 'Adresse du compte',
  password: 'Mot de passe',
  code: 'Code de votre application, ou code de secours',
};

import type * as english from '../en/reports.ts';
import { count } from './numbers.ts';

/** Links to the report of a campaign, in French. */
export const reportShares: typeof english.reportShares = {
  share: 'Partager',
  title: 'Partager ce rapport',
  hint: 'Toute personne qui a le lien peut voir les chiffres sans compte. Les adresses et les noms des contacts ne sont pas affichés.',
  days: 'Valable pendant',
  daysOf: (n) => count(n, 'jour', 'jours'),
  make: 'Créer le lien',
  made: 'Copiez votre lien maintenant. Il n’est affiché qu’une fois :',
  links: 'Liens actifs',
  none: 'Aucun lien actif.',
  linkOf: (made) => `Créé le ${made}`,
  until: (end) => `Valable jusqu’au ${end}`,
  revoke: 'Révoquer',
  revokeOf: (made) => `Révoquer le lien créé le ${made}`,
  revoked: 'Le lien ne fonctionne plus.',
};

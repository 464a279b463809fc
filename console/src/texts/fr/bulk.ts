import type * as english from '../en/bulk.ts';
import { count, number, plural } from './numbers.ts';

const contacts = (n: number): string => count(n, 'contact', 'contacts');
const will = (n: number, done: string): string =>
  `${count(n, 'contact sera', 'contacts seront')} ${done}${plural(n, '', 's')}`;
const within = (seconds: number): string => `dans ${count(seconds, 'seconde', 'secondes')}`;

/** Changes of all contacts that a search finds, in French. */
export const bulk: typeof english.bulk = {
  all: 'Modifier tous les contacts',
  found: 'Modifier tous les contacts trouvés',
  title: 'Modifier plusieurs contacts à la fois',
  about: (search) =>
    search === ''
      ? 'S’applique à tous vos contacts.'
      : `S’applique à tous les contacts qui correspondent à « ${search} ».`,
  aboutChosen: (n) =>
    plural(
      n,
      'S’applique au contact que vous avez sélectionné.',
      `S’applique aux ${contacts(n)} que vous avez sélectionnés.`,
    ),
  aboutFound: 'S’applique à tous les contacts affichés par les filtres.',
  noSegments: 'Aucun segment pour l’instant. Créez-en un dans « Segments ».',
  noGroups: 'Aucun type d’abonnement pour l’instant. Créez-en un dans les paramètres.',
  action: 'Action',
  actions: {
    unsubscribe: 'Désabonner d’un type d’abonnement',
    unsubscribe_all: 'Désabonner de tout',
    segment_add: 'Ajouter à un segment',
    segment_remove: 'Exclure d’un segment',
    tag_add: 'Ajouter une étiquette',
    tag_remove: 'Retirer une étiquette',
    delete: 'Supprimer',
  },
  group: 'Type d’abonnement',
  segment: 'Segment',
  segmentHint: 'Seulement les contacts de l’audience du segment.',
  count: 'Compter les contacts',
  counting: (n) => `Comptage : ${contacts(n)} pour l’instant…`,
  confirm: {
    unsubscribe: (n) => `Désabonner ${contacts(n)}`,
    unsubscribe_all: (n) => `Désabonner ${contacts(n)} de tous les types`,
    segment_add: (n) => `Ajouter ${contacts(n)}`,
    segment_remove: (n) => `Exclure ${contacts(n)}`,
    tag_add: (n) => `Étiqueter ${contacts(n)}`,
    tag_remove: (n) => `Retirer l’étiquette de ${contacts(n)}`,
    delete: (n) => `Supprimer ${contacts(n)}`,
  },
  warning: {
    unsubscribe: (n) => `${will(n, 'désabonné')} de ce type.`,
    unsubscribe_all: (n) =>
      `${will(n, 'désabonné')} de tous les types : plus de campagnes ni d’e‑mails d’automatisation.`,
    segment_add: (n) => `${will(n, 'ajouté')} au segment, même si la règle ne correspond pas.`,
    segment_remove: (n) =>
      `${will(n, 'vérifié')}. Ceux du segment en seront exclus, même si la règle correspond.`,
    tag_add: (n) => `${contacts(n)} sans l’étiquette ${plural(n, 'la recevra', 'la recevront')}.`,
    tag_remove: (n) => `${contacts(n)} avec l’étiquette ${plural(n, 'la perdra', 'la perdront')}.`,
    delete: (n) => `${will(n, 'supprimé')}.`,
  },
  undoable: (seconds) => `Vous pouvez annuler pendant ${count(seconds, 'seconde', 'secondes')}.`,
  soon: {
    unsubscribe: (n, seconds) => `${will(n, 'désabonné')} ${within(seconds)}.`,
    unsubscribe_all: (n, seconds) => `${will(n, 'désabonné')} de tous les types ${within(seconds)}.`,
    segment_add: (n, seconds) => `${will(n, 'ajouté')} ${within(seconds)}.`,
    segment_remove: (n, seconds) => `${will(n, 'exclu')} ${within(seconds)}.`,
    tag_add: (n, seconds) => `${will(n, 'étiqueté')} ${within(seconds)}.`,
    tag_remove: (n, seconds) => `L’étiquette de ${contacts(n)} sera retirée ${within(seconds)}.`,
    delete: (n, seconds) => `${will(n, 'supprimé')} ${within(seconds)}.`,
  },
  waits: (n, seconds) => `${contacts(n)}, début ${within(seconds)}`,
  undoOf: (what) => `Annuler : ${what}`,
  begun:
    'La modification avait déjà commencé. Elle est maintenant arrêtée. Les contacts déjà modifiés le restent.',
  noContacts: 'Aucun contact trouvé, donc rien à modifier.',
  keep: 'Annuler',
  under: 'Modifications groupées',
  done: (done, all) => `${number(done)} sur ${contacts(all)}`,
  states: {
    counting: 'Comptage',
    ready: 'En attente de votre accord',
    running: 'En cours',
    completed: 'Terminée',
    cancelled: 'Annulée',
    failed: 'Échec',
  },
  stop: 'Arrêter',
  stopOf: (what) => `Arrêter : ${what}`,
  again: 'Reprendre',
};

import type * as english from '../en/people.ts';
import { count, number } from './numbers.ts';

/** The table of contacts in French. */
export const contactTable: typeof english.contactTable = {
  allAudiences: 'Toutes les audiences',
  segment: 'Segment',
  allSegments: 'Tous les contacts',
  status: 'Statut',
  anyStatus: 'Tous les statuts',
  statuses: {
    mailable: 'Abonné',
    unconfirmed: 'Non confirmé',
    opted_out: 'Désabonné',
    bounced: 'Rejeté',
    complained: 'Signalé comme spam',
  },
  order: 'Trier par',
  orders: {
    newest: 'Plus récents d’abord',
    oldest: 'Plus anciens d’abord',
    email: 'Adresse e‑mail',
    last_name: 'Nom',
    first_name: 'Prénom',
    city: 'Ville',
  },
  columns: 'Colonnes',
  changed: 'Modifié',
  filters: 'Filtres',
  addFilter: 'Filtrer par un champ',
  match: 'Afficher les contacts si',
  reset: 'Effacer les filtres',
  noneHint: 'Aucun contact ne correspond à tous les filtres.',
  atLeast: (n) => `Plus de ${count(n, 'contact', 'contacts')}`,
  gathering: 'L’historique des e‑mails est en cours de lecture. D’autres contacts peuvent correspondre.',
  change: 'Modifier',
  download: 'Télécharger',
  clear: 'Désélectionner',
};

/** Fields with tags of contacts, in French. */
export const tagFields: typeof english.tagFields = {
  one: 'Étiquette',
  any: 'Toutes les étiquettes',
  hint: 'Appuyez sur Entrée ou sur une virgule après chaque étiquette, et sur Retour arrière pour retirer la dernière.',
};

/** Why changes of many contacts and imports ended early, in French. */
export const ownFailures: typeof english.ownFailures = {
  groupGone: () => 'Le type d’abonnement a été supprimé.',
  segmentGone: () => 'Le segment a été supprimé.',
  segmentChanged: () => 'Les conditions du segment ont changé entre-temps. Recommencez.',
  fieldGone: () => 'Un champ des filtres a été supprimé.',
  audienceGone: () => 'L’audience a été supprimée.',
  erased: () => 'Les données d’une personne concernée ont été effacées, ce qui a mis fin à la modification.',
  optOutsFull: () =>
    'Votre compte a atteint sa limite d’adresses désabonnées. Votre administrateur peut la relever.',
  contactsFull: () => 'Votre compte a atteint sa limite de contacts. Votre administrateur peut la relever.',
  full: () => 'Votre compte a atteint une limite. Votre administrateur peut la relever.',
  fileGone: () => 'Le fichier envoyé n’est plus conservé. Importez-le de nouveau.',
  personErased: () => 'Les données de cette personne ont été effacées.',
  quote: (line) =>
    `Ligne ${number(line)} : il manque un guillemet. Corrigez le fichier, puis importez-le de nouveau.`,
  gaveUp: () =>
    'Arrêt après plusieurs essais. Réessayez. Si cela se reproduit, prévenez votre administrateur.',
  row: (field, reason) => `${field} : ${reason}`,
};

/** Why it is unknown whether an email arrived, in French. */
export const doubtCauses: typeof english.doubtCauses = {
  stopped: 'L’envoi a été interrompu',
  silent: 'Le serveur de messagerie n’a pas répondu à temps',
  unclear: 'Le serveur de messagerie a donné une réponse peu claire',
  lost: 'La connexion au serveur de messagerie a été perdue',
};

/** Why an event did not reach a webhook, in French. */
export const callFailures: typeof english.callFailures = {
  answered: (status) => `L’adresse a répondu ${status}`,
  silent: () => 'L’adresse n’a pas répondu à temps',
  host: () => 'Le serveur de l’adresse n’existe pas',
  address: () => 'L’adresse n’est pas publique',
  url: () => 'L’adresse n’est pas autorisée',
  unreached: (code) => `L’adresse n’a pas pu être jointe${code && ` (${code})`}`,
};

/** Contacts as files to download, in French. */
export const contactFiles: typeof english.contactFiles = {
  all: 'Tout télécharger en CSV',
  found: 'Télécharger les contacts trouvés en CSV',
  short: 'Télécharger',
  audience: (name) => `Télécharger les contacts de « ${name} » en CSV`,
  segment: 'Télécharger en CSV',
};

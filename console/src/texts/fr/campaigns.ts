import type { HoldReason, PauseReason } from '../../../../shared/hold-reasons.ts';
import type { ReasonTexts } from '../../../../shared/hold-texts.ts';
import type * as english from '../en/campaigns.ts';
import { count, number, rate } from './numbers.ts';

function duration(seconds: number): string {
  if (seconds < 60) return count(Math.max(1, Math.round(seconds)), 'seconde', 'secondes');
  if (seconds < 3600) return count(Math.round(seconds / 60), 'minute', 'minutes');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.round((seconds % 3600) / 60);
  return `${number(hours)} h ${minutes} min`;
}

const COMPLAINTS = [
  'Trop de personnes ont signalé vos e‑mails comme spam',
  'Les campagnes et les automatisations attendent. Vérifiez d’où viennent vos contacts, puis débloquez le compte ou adressez-vous à l’exploitant du service.',
] as const;
const BOUNCES = [
  'Trop de vos adresses n’existent pas',
  'Les campagnes et les automatisations attendent. Nettoyez vos listes, puis débloquez le compte ou adressez-vous à l’exploitant du service.',
] as const;
const SUSPENDED = ['Votre compte est suspendu', 'Adressez-vous à l’exploitant du service.'] as const;
const RESTORED = [
  'Le service a été restauré depuis une sauvegarde',
  'Reprenez-la si elle doit encore être envoyée.',
] as const;
const FAILED = [
  'Une étape a échoué plusieurs fois',
  'Reprenez-la. Si elle échoue encore, prévenez l’exploitant du service.',
] as const;
const LIMIT = 'Votre compte a atteint sa limite d’e‑mails par jour';

/** The pages of campaigns in French. */
export const campaigns: typeof english.campaigns = {
  add: 'Nouvelle campagne',
  unnamed: (date) => `Campagne du ${date}`,
  toSenders: 'Ajouter un expéditeur',
  groupName: 'Newsletter',
  groupDescription: 'Actualités et offres par e-mail.',
  search: 'Rechercher par nom ou par objet',
  state: 'État',
  anyState: 'Tous les états',
  states: {
    draft: 'Brouillon',
    held: 'Retenue',
    scheduled: 'Programmée',
    starting: 'Démarrage',
    running: 'Envoi en cours',
    paused: 'En pause',
    completed: 'Envoyée',
    cancelled: 'Annulée',
  },
  name: 'Campagne',
  recipients: 'Destinataires',
  opened: 'Ouverts',
  clicked: 'Cliqués',
  changed: (at) => `Modifiée le ${at}`,
  goes: (at, zone) => `Programmée pour le ${at} (${zone})`,
  sent: (at) => `Envoyée le ${at}`,
  noneTitle: 'Aucune campagne pour l’instant',
  noneHint:
    'Une campagne est un e‑mail envoyé à de nombreuses personnes. Rédigez-la, vérifiez l’aperçu, puis envoyez-la.',
  noSenderHint:
    'Une campagne est un e‑mail envoyé à de nombreuses personnes. Elle vient d’un expéditeur : ajoutez-le d’abord.',
  notFound: 'Aucune campagne trouvée',
  notFoundHint: 'Aucune campagne dans cet état ne contient ce texte dans son nom ou son objet.',
  noSubject: 'Pas encore d’objet',
  actions: (name) => `Actions pour « ${name} »`,
  edit: 'Modifier',
  report: 'Rapport',
  duplicate: 'Dupliquer',
  deleted: (name) => `« ${name} » supprimée.`,
  back: 'Toutes les campagnes',
  nameLess: 'Campagne sans nom',
  scheduledTitle: 'Cette campagne est programmée',
  scheduledHint: 'Pour la modifier, remettez-la en brouillon.',
  lost: 'Campagne introuvable',
  lostHint: 'Elle a peut-être été supprimée.',
  progress: {
    label: 'Progression',
    of: (done, all) => `${number(done)} sur ${number(all)}`,
    rate: (perSecond) => `${rate(perSecond)} e‑mails par seconde`,
    left: (seconds) => `encore ${duration(seconds)} environ`,
    measuring: 'Mesure de la vitesse…',
    waiting: 'Démarrage…',
    still: 'En attente du prochain essai.',
    trouble: (reply) => `En attente du serveur de messagerie : ${reply}`,
    nextTry: (when) => `Prochain essai à ${when}.`,
    stopped: 'Annulée. Plus aucun e‑mail n’est envoyé.',
    stopping:
      'Annulée. L’envoi des e‑mails restants est en cours d’arrêt. Quelques-uns, déjà en route, peuvent encore arriver.',
  },
  holds: {
    draft: ['C’est un brouillon', 'Terminez-la, puis envoyez-la.'],
    duplicate: ['C’est une copie', 'Vérifiez-la, puis envoyez-la.'],
    sender_deleted: ['Son expéditeur a été supprimé', 'Choisissez un autre expéditeur.'],
    recipient_deleted: [
      'Une audience ou un segment a été supprimé',
      'Choisissez de nouveau les destinataires.',
    ],
    sender_address: [
      'L’adresse de son expéditeur ne peut pas être utilisée',
      'Donnez une autre adresse à l’expéditeur, ou choisissez-en un autre.',
    ],
    sender_unverified: [
      'Son expéditeur n’est pas confirmé',
      'Ouvrez le lien dans l’e‑mail envoyé à l’expéditeur. Elle est ensuite envoyée automatiquement.',
    ],
    template_empty: ['Son e‑mail est vide', 'Choisissez un modèle ou écrivez du HTML.'],
    template_failed: ['Le contenu comporte une erreur', 'Corrigez-le, puis enregistrez.'],
    import_running: [
      'Des contacts sont encore en cours d’import',
      'Elle est envoyée automatiquement après l’import.',
    ],
    schedule_missed: [
      'L’heure prévue est dépassée de plus d’un jour',
      'Choisissez une autre heure, ou envoyez-la maintenant.',
    ],
    suspended: SUSPENDED,
    account_complaints: COMPLAINTS,
    account_bounces: BOUNCES,
    quota: [LIMIT, 'Elle est envoyée automatiquement à 00:00 UTC, ou dès que la limite est relevée.'],
    restored: RESTORED,
    closed: ['Votre compte était fermé', 'Reprenez-la si elle doit encore être envoyée.'],
    failed: FAILED,
  } satisfies ReasonTexts<HoldReason>,
  pauses: {
    person: ['Elle est en pause', 'Reprenez-la quand vous êtes prêt.'],
    refused: [
      'Des serveurs de messagerie refusent ses e‑mails',
      'Prévenez l’exploitant du service. Reprenez-la quand le problème est résolu.',
    ],
    too_many_bounces: [
      'Trop d’adresses n’existent pas',
      'Vérifiez d’où viennent ses contacts, puis reprenez-la ou annulez-la.',
    ],
    too_many_complaints: [
      'Trop de personnes l’ont signalée comme spam',
      'Vérifiez d’où viennent ses contacts, puis reprenez-la ou annulez-la.',
    ],
    sender_deleted: ['Son expéditeur a été supprimé', 'Vous pouvez seulement l’annuler.'],
    sender_address: [
      'L’adresse de son expéditeur ne peut pas être utilisée',
      'Changez l’adresse. L’envoi reprend alors automatiquement.',
    ],
    sender_unverified: [
      'Son expéditeur n’est plus confirmé',
      'Confirmez-le. L’envoi reprend alors automatiquement.',
    ],
    quota: [LIMIT, 'L’envoi reprend automatiquement à 00:00 UTC, ou dès que la limite est relevée.'],
    suspended: SUSPENDED,
    account_complaints: COMPLAINTS,
    account_bounces: BOUNCES,
    restored: RESTORED,
    failed: FAILED,
  } satisfies ReasonTexts<PauseReason>,
  figures: {
    title: 'Chiffres',
    hint: 'Choisissez un chiffre pour voir les personnes.',
    recipients: 'Destinataires',
    delivered: 'Délivrés',
    opened: 'Ouverts',
    clicked: 'Cliqués',
    bounced: 'Rejetés',
    unsubscribed: 'Désabonnés',
    complained: 'Signalés comme spam',
    pending: 'En attente',
    skipped: 'Ignorés',
    in_doubt: 'Livraison incertaine',
    ofRecipients: (share) => `${share} des destinataires`,
    ofDelivered: (share) => `${share} des délivrés`,
    total: (n) => `${number(n)} au total`,
    machinesHint: (opens, clicks) =>
      `Robots et scanners ont fait ${count(opens, 'ouverture', 'ouvertures')} et ${count(clicks, 'clic', 'clics')} de plus. Les chiffres ci-dessus ne les comptent pas.`,
    usually: (share) => `D’habitude ${share}`,
    usualHint: (n) =>
      `D’habitude : la médiane de vos ${number(n)} campagnes précédentes. Les destinataires ont eu plus de temps pour ouvrir celles-là.`,
    untracked: 'Les ouvertures et les clics de cette campagne ne sont pas suivis.',
  },
  pause: {
    paused: 'Vos campagnes et automatisations sont en pause',
    warned: 'Les plaintes ou les rejets sont nombreux',
    pausedHint:
      'Les e‑mails attendent, et seront envoyés après la pause. Les e‑mails individuels sont toujours envoyés. Vérifiez d’où viennent vos contacts, et nettoyez vos listes.',
    warnedHint:
      'À partir de 0,3 % de plaintes ou de 10 % de rejets, les campagnes et les automatisations sont mises en pause.',
    used: 'Votre compte a déjà été débloqué. Adressez-vous à l’exploitant du service.',
    reason: 'Qu’avez-vous changé ?',
    reasonHint: 'L’exploitant le lit. Vous pouvez débloquer votre compte une fois.',
    release: 'Débloquer le compte',
    released: 'Débloqué. Les e‑mails en attente sont envoyés.',
  },
  home: {
    running: 'Envois en cours',
    decisions: 'Décision nécessaire',
    decide: 'Ouvrir',
    last: 'Dernières campagnes',
    noLast: 'Aucune campagne envoyée pour l’instant.',
    toCampaigns: 'Toutes les campagnes',
    doubts: (n) => `Livraison incertaine pour ${count(n, 'e‑mail', 'e‑mails')}`,
    doubtsHint: 'Décidez s’il faut les renvoyer.',
    parked: (n) => `Retardés par ${count(n, 'domaine', 'domaines')}`,
    parkedHint: 'Renvoyés automatiquement.',
    send: 'Envoyer votre première campagne',
    sendHint: 'Rédigez-la, vérifiez-la, envoyez-la.',
  },
  timeline: {
    title: 'Ouvertures et clics au fil du temps',
    opened: 'Ouverts',
    clicked: 'Cliqués',
    by: 'Afficher par',
    hour: 'Heures',
    day: 'Jours',
    none: 'Pas encore d’ouvertures ni de clics.',
    at: 'Début',
    delivered: 'Délivrés',
  },
  domains: {
    title: 'Domaines destinataires',
    domain: 'Domaine',
    others: 'Tous les autres',
    accepted: 'Délivrés',
    opened: 'Ouverts',
    clicked: 'Cliqués',
    bounced: 'Rejetés',
    none: 'Aucun e‑mail délivré pour l’instant.',
  },
};

import type * as english from '../en/person.ts';
import { number } from './numbers.ts';

/** Erasing a person, in French. */
export const erasing: typeof english.erasing = {
  button: 'Effacer définitivement',
  title: (email) => `Effacer ${email} ?`,
  what: 'Toutes les données liées à cette adresse sont retirées de votre compte en une minute :',
  consequences: [
    'Le contact, avec toutes ses valeurs, dans chaque audience.',
    'Ses places dans les segments, automatisations et imports.',
    'Son adresse dans tous les rapports. Leurs chiffres restent.',
  ],
  forGood:
    'L’adresse ne reçoit plus jamais d’e‑mails, même si elle est importée plus tard. Les données ne peuvent pas être restaurées.',
  type: (email) => `Pour confirmer, saisissez l’adresse : ${email}`,
  keep: 'Garder le contact',
  yes: 'Effacer cette personne',
  begun: (email) => `${email} est en cours d’effacement. Cela prend une minute au plus.`,
};

/** One email that a contact got, in French. */
export const sentMail: typeof english.sentMail = {
  open: (subject) => `Afficher l’e‑mail : ${subject}`,
  title: 'E‑mail',
  hint: 'L’e‑mail avec les données de ce contact, dans sa version actuelle.',
  toReport: 'Voir le rapport de la campagne',
};

/** The people who left one subscription type, in French. */
export const groupMembers: typeof english.groupMembers = {
  back: 'Tous les types d’abonnement',
  lost: 'Type d’abonnement introuvable',
  lostHint: 'Il a peut-être été supprimé.',
  title: (name) => `Désabonnés de « ${name} »`,
  hint: 'Ces adresses ne reçoivent aucun e‑mail de ce type. Elles reçoivent toujours ceux des autres types.',
  none: 'Personne ne s’est désabonné de ce type.',
  search: 'Rechercher parmi ces adresses',
  joined: (email) => `${email} est de nouveau abonné.`,
  show: 'Voir les personnes',
  showOf: (name) => `Voir les personnes désabonnées de « ${name} »`,
};

/** The limits of an account, in French. */
export const quotaTexts: typeof english.quotaTexts = {
  title: 'Limites',
  hint: 'Ce que votre compte peut utiliser, et ce qu’il utilise actuellement. Votre administrateur peut relever une limite.',
  of: (used, limit) => `${used} sur ${limit}`,
  unlimited: (used) => `${used}, sans limite`,
  near: 'Cette limite est presque atteinte.',
  megabytes: (n) => `${number(Math.round(n * 10) / 10)} Mo`,
  names: {
    mails_per_day: 'E‑mails aujourd’hui',
    contacts: 'Contacts',
    opt_outs: 'Adresses désabonnées et exclues',
    segments: 'Segments',
    automations: 'Automatisations',
    sending_domains: 'Domaines d’envoi',
    stored_bytes: 'Fichiers et contenus enregistrés',
  },
};

/** Single emails that programs sent, in French. */
export const messagesPage: typeof english.messagesPage = {
  title: 'E‑mails individuels',
  hint: 'Les e‑mails à une seule personne que vos programmes envoient, comme les confirmations de commande.',
  none: 'Aucun e‑mail individuel pour l’instant',
  noneHint: 'Vos programmes les envoient avec une paire de clés. Consultez la référence de l’API.',
  open: 'Détails',
  openOf: (subject, email) => `Détails : ${subject}, ${email}`,
  one: 'E‑mail individuel',
  to: 'À',
  due: 'Date d’envoi',
  delivered: 'Délivré',
  why: 'Pourquoi il attend',
  files: 'Pièces jointes',
  cancel: 'Annuler cet e‑mail',
  cancelTitle: 'Annuler cet e‑mail ?',
  cancelHint: 'Il ne sera pas envoyé. C’est irréversible.',
  keep: 'Le garder',
};

/** Where a person is, besides the contact that is shown, in French. */
export const personPlaces: typeof english.personPlaces = {
  title: 'Segments, audiences et automatisations',
  noSegments: 'Dans aucun segment.',
  audiences: 'Autres audiences',
  noAudiences: 'Dans aucune autre audience.',
  noAutomations: 'Dans aucune automatisation.',
  machines: 'Afficher les ouvertures et les clics des robots et scanners',
};

/** The question before a sender is deleted, in French. */
export const senderDeletion: typeof english.senderDeletion = {
  title: (name) => `Supprimer l’expéditeur « ${name} » ?`,
  hint: 'Celles-ci l’utilisent et s’arrêtent jusqu’à ce que vous choisissiez un autre expéditeur :',
  keep: 'Le garder',
  yes: 'Supprimer l’expéditeur',
  effects: { campaign: 'n’est plus envoyée', automation: 'ses e‑mails attendent' },
};

import type * as english from '../en/report-parts.ts';
import { count } from './numbers.ts';

/** Parts of the report of a campaign, in French. */
export const reportParts: typeof english.reportParts = {
  clickToOpen: 'Taux de réactivité',
  clickToOpenHint: 'des personnes ayant ouvert ont aussi cliqué',
  notOpened: 'N’ont pas ouvert',
  file: { count: 'Nombre', share: 'Part' },
  provider: 'Fournisseur',
  moreDomains: (n) => `et ${count(n, 'autre', 'autres')}`,
  cumulative: 'Total',
  clickedLink: (url) => `Personnes qui ont cliqué sur ${url}`,
  anyLink: 'Afficher tous les liens',
  mailTitle: 'L’e‑mail avec ses clics',
  mailHint: 'Chaque lien montre sa part de tous les clics des personnes.',
  mailUnclicked: 'Personne n’a encore cliqué sur un lien.',
  troubleTitle: 'Certains e‑mails attendent',
  troubleHint: 'Ils sont renvoyés automatiquement. Vous n’avez rien à faire.',
  troubleAt: {
    server: (host) => (host === '' ? 'La limite de votre compte' : `Le serveur de messagerie ${host}`),
    domain: (host) => `Toutes les boîtes de réception de ${host}`,
    recipient: (host) => `Certaines boîtes de réception de ${host}`,
  },
  troubleTurn: 'Ils attendent leur tour',
  troubleRows: (n, until) => `${count(n, 'e‑mail attend', 'e‑mails attendent')}, prochain essai le ${until}.`,
  troubleSince: (at) => `Depuis le ${at}`,
  troubleReply: (reply) => `Dernière réponse : ${reply}`,
  delayed: (n) => `${count(n, 'e‑mail attend', 'e‑mails attendent')} depuis un jour ou plus.`,
};

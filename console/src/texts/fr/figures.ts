import type * as english from '../en/figures.ts';
import { number, signed } from './numbers.ts';

/** The texts of all plots in French. */
export const plot: typeof english.plot = {
  highest: (n) => `maximum : ${number(n)}`,
  table: 'Afficher sous forme de tableau',
  lines: (title) => `Courbes : ${title}`,
  arrows: 'Lisez les valeurs avec les touches fléchées.',
};

/** The report of all mails in French. */
export const reports: typeof english.reports = {
  title: 'Rapports',
  period: 'Période',
  periods: { month: '30 jours', year: 'Un an', chosen: 'Dates choisies' },
  from: 'Du',
  to: 'Au',
  days: (from, to) => (from === to ? from : `${from} – ${to}`),
  print: 'Imprimer',
  figures: 'E‑mails : campagnes, automatisations et e‑mails individuels',
  figuresHint:
    'Chaque événement compte le jour où il a eu lieu. Les ouvertures et les clics des robots et scanners ne sont pas inclus.',
  sent: 'Envoyés',
  delivered: 'Délivrés',
  opened: 'Ouverts',
  clicked: 'Cliqués',
  unsubscribed: 'Désabonnés',
  bounced: 'Rejetés',
  complained: 'Signalés comme spam',
  ofSent: (share) => `${share} des envoyés`,
  ofDelivered: (share) => `${share} des délivrés`,
  mails: 'E‑mails au fil du temps',
  noMails: 'Aucun e‑mail envoyé pendant cette période. Envoyez une campagne, ou choisissez d’autres dates.',
  day: 'Jour',
  week: 'Jours',
  asCsv: 'Jours en CSV',
  growth: 'Croissance des contacts',
  growthChange: (n) => `${signed(n)} sur cette période`,
  growthMonth: (n) => `${signed(n)} ces 30 derniers jours`,
  noGrowth: 'Le nombre de contacts n’a pas changé pendant cette période.',
  joined: 'Arrivés',
  left: 'Partis',
  change: 'Évolution',
  atEnd: 'Contacts à la fin',
  deletedAudience: 'Audience supprimée',
  domains: 'Domaines destinataires',
  domainsHint:
    'Résultats des e‑mails envoyés pendant cette période, par fournisseur de messagerie ou domaine.',
  domainsMonth: 'Résultats des e‑mails des 30 derniers jours.',
  domainsAsCsv: 'Domaines en CSV',
  allDomains: (n) => `Tout afficher (${number(n)})`,
  noDomains: 'Aucun e‑mail envoyé pendant cette période.',
  toReports: 'Voir le rapport complet',
};

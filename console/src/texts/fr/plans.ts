import type * as english from '../en/plans.ts';
import { count, number, plural } from './numbers.ts';

/** The calendar of campaigns and automations in French. */
export const calendarPage: typeof english.calendarPage = {
  title: 'Calendrier',
  hint: (zone) =>
    `Les campagnes programmées ou envoyées, et les prochains e‑mails des automatisations. Heures du fuseau ${zone}.`,
  none: 'Aucun envoi ce mois-ci.',
  readSince: (day) => `Les campagnes créées avant le ${day} ne sont pas affichées.`,
  before: 'Mois précédent',
  after: 'Mois suivant',
  today: (day) => `${day} (aujourd’hui)`,
  recipients: (shown, n) => `${shown} ${plural(n, 'destinataire', 'destinataires')}`,
  emails: (shown, n) => `${shown} ${plural(n, 'e‑mail prévu', 'e‑mails prévus')}`,
};

/** The comparison of campaigns in French. */
export const comparePage: typeof english.comparePage = {
  title: 'Comparer des campagnes',
  hint: (most) => `Choisissez jusqu’à ${number(most)} campagnes envoyées.`,
  choose: 'Campagnes',
  none: 'Aucune campagne envoyée pour l’instant',
  another: 'Choisissez une autre campagne à comparer.',
  figure: 'Chiffre',
  compare: 'Comparer',
  asCsv: 'Télécharger en CSV',
  opens: 'Ouvertures au fil du temps',
  opensHint: (hours) =>
    `La part des e‑mails délivrés qui ont été ouverts, pendant ${hours} heures après le début.`,
  hours: (n) => count(n, 'heure', 'heures'),
};

import type * as english from '../en/domain-reports.ts';
import { number } from './numbers.ts';

/** Reports of receivers about a sending domain, in French. */
export const domainReports: typeof english.domainReports = {
  title: 'Rapports des fournisseurs',
  off: 'Ce service ne reçoit pas de rapports. Votre administrateur définit un domaine pour eux.',
  none: 'Aucun rapport ces 30 derniers jours. Les fournisseurs en envoient un par jour dès que votre enregistrement DMARC indique l’adresse.',
  noPolicy: 'Aucune vérification n’a encore trouvé d’enregistrement DMARC. Commencez par celui-ci :',
  policy: (policy) => `Votre politique DMARC est « ${policy} ».`,
  strictest: 'C’est la plus stricte.',
  next: (policy, ready) =>
    ready ? `Vous pouvez passer à « ${policy} » :` : `L’étape suivante est « ${policy} », mais pas encore :`,
  waits: {
    no_record: 'Ajoutez l’enregistrement DMARC à votre DNS, puis relancez la vérification.',
    few_days: 'Moins de 14 jours ont des rapports.',
    few_mails: 'Moins de 100 de vos e‑mails figurent dans les rapports.',
    own_mails_fail: 'Plus de 1 % de vos propres e‑mails échouent.',
    key_unproven: 'L’enregistrement DKIM n’est pas dans votre DNS.',
    unanswered:
      'Le DNS n’a pas répondu au sujet de votre enregistrement DMARC. Relancez la vérification plus tard.',
  },
  sum: ({ days, aligned, broken, foreign }) =>
    `Jours avec rapports : ${number(days)}. Vos e‑mails authentifiés : ${number(aligned)}, en échec : ${number(broken)}. E‑mails de tiers : ${number(foreign)}.`,
  sources: 'Serveurs qui ont envoyé des e‑mails avec votre domaine',
  tls: 'Connexions chiffrées vers vos serveurs de messagerie',
  column: {
    date: 'Jour',
    reporter: 'Rapport de',
    source: 'Serveur',
    mails: 'E‑mails',
    result: 'Résultat',
  },
  unverified: 'Non signé par son expéditeur',
  passed: 'Authentifié',
  foreignPassed: 'Authentifié, envoyé par un autre service',
  causes: {
    unsigned: 'Le vôtre, sans signature',
    signature_broken: 'Le vôtre, signature non valide',
    not_aligned: 'Le vôtre, mais signé pour un autre domaine',
    forwarded: 'Le vôtre, transféré par un autre serveur',
    not_ours: 'Non envoyé par ce service',
  },
  since: (day) => `Depuis le ${day}`,
  change: (record, day) => `Dernière modification avant cela : ${record}, ${day}`,
  records: {
    dkim_rsa: 'DKIM (RSA)',
    dkim_ed25519: 'DKIM (Ed25519)',
    return_path_mx: 'MX de l’adresse de retour',
    return_path_spf: 'SPF',
    dmarc: 'DMARC',
    link_host: 'hôte des liens',
    return_path_host: 'hôte de l’adresse de retour',
    dmarc_reports: 'rapports DMARC',
    bimi: 'logo (BIMI)',
    dkim_cname_1: 'DKIM (premier CNAME)',
    dkim_cname_2: 'DKIM (second CNAME)',
  },
  logo: (isShown) =>
    isShown
      ? 'Votre logo (BIMI) est en place.'
      : 'Les fournisseurs de messagerie n’affichent pas votre logo (BIMI) :',
  logoFaults: {
    dmarc: 'Le domaine n’a pas d’enregistrement DMARC valide.',
    policy:
      'La politique DMARC est trop faible pour un logo. Elle doit être quarantine ou reject pour tous les e‑mails.',
    record:
      'L’enregistrement BIMI a une erreur. Gardez un seul enregistrement, avec l’adresse https d’un fichier SVG.',
    place: 'Le logo n’a pas pu être chargé depuis son adresse.',
    size: 'Le logo dépasse 32 ko.',
    shape: 'Le logo n’est pas carré.',
    form: 'Le fichier du logo ne respecte pas le format SVG Tiny PS.',
  },
  connections: (good, failed) => `Chiffrées : ${number(good)}, en échec : ${number(failed)}`,
};

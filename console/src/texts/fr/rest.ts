import type { RestTexts } from '../texts.ts';
import { accountData } from './account-data.ts';
import { audit } from './audit.ts';
import { automationTexts } from './automations.ts';
import { campaignRest } from './campaign.ts';
import { checkTexts } from './check-texts.ts';
import { closing } from './closing.ts';
import { domainReports } from './domain-reports.ts';
import { editor } from './editor.ts';
import { importFields, importHygiene, importStatuses, importSteps } from './imports.ts';
import { keyTexts } from './key-texts.ts';
import { audienceRest } from './lists.ts';
import { mediaTexts } from './media.ts';
import { moveTexts } from './moves.ts';
import { count, number, signed } from './numbers.ts';
import { operator } from './operator.ts';
import {
  erasing,
  groupMembers,
  messagesPage,
  personPlaces,
  quotaTexts,
  senderDeletion,
  sentMail,
} from './person.ts';
import { calendarPage, comparePage } from './plans.ts';
import { reportShares } from './reports.ts';
import { access, brandPage, keys, once, settingsPlaces, webhookTexts } from './settings.ts';
import { templateTexts } from './templates.ts';

/** The texts in French that load with the pages that show them (texts.ts). */
export const rest: RestTexts = {
  importSteps,
  importFields,
  importHygiene,
  importStatuses,
  moveTexts,
  settingsPlaces,
  brandPage,
  once,
  webhooks: webhookTexts,
  reportShares,
  calendarPage,
  comparePage,
  erasing,
  groupMembers,
  messagesPage,
  quotaTexts,
  sentMail,
  personPlaces,
  senderDeletion,
  keys,
  access,
  audit,
  accountData,
  closing,
  keyTexts,
  fieldsPage: {
    title: 'Champs personnalisés',
    hint: 'Les champs contiennent ce que vous savez de vos contacts, comme un anniversaire ou un numéro de client. Utilisez-les dans les e‑mails, les segments et les imports.',
    none: 'Aucun champ personnalisé pour l’instant.',
    add: 'Nouveau champ',
    added: (name) => `Champ « ${name} » créé.`,
    name: 'Nom',
    nameHint: 'Par exemple : Numéro de client',
    inMails: (placeholder) => `Dans les e‑mails : ${placeholder}`,
    type: 'Type',
    typeHint: 'Le type ne peut plus être changé ensuite.',
    types: { text: 'Texte', number: 'Nombre', 'datetime-local': 'Date et heure' },
    remove: 'Supprimer',
    removed: (name) => `Champ « ${name} » supprimé, avec ses valeurs.`,
    removeHint:
      'Un champ supprimé perd ses valeurs dans tous les contacts. Un champ utilisé par un segment ne peut pas être supprimé.',
    unused: 'Non utilisé',
    usedIn: (n, isAtLeast) => `Utilisé à ${isAtLeast ? 'au moins ' : ''}${count(n, 'endroit', 'endroits')}`,
    more: 'D’autres éléments, non affichés ici, utilisent ce champ.',
    deleteTitle: (name) => `Supprimer le champ « ${name} » ?`,
    deleteHint: 'Ses valeurs sont supprimées dans tous les contacts.',
    deleteUses: (n, isAtLeast) =>
      `${isAtLeast ? 'Au moins ' : ''}${count(n, 'élément utilise', 'éléments utilisent')} ce champ. Les e‑mails affichent alors le texte prévu pour les personnes sans valeur, ou rien :`,
    heldBy: (n, isAtLeast) =>
      `${isAtLeast ? 'Au moins ' : ''}${count(n, 'segment utilise', 'segments utilisent')} ce champ, il ne peut donc pas être supprimé. Modifiez d’abord la règle :`,
    keep: 'Le garder',
    deleteYes: 'Supprimer le champ',
    toFields: 'Gérer les champs',
  },
  useKinds: { segment: 'Segment', automation: 'Automatisation', campaign: 'Campagne', template: 'Modèle' },
  audiencePage: {
    lost: 'Audience introuvable',
    lostHint: 'Elle a peut-être été supprimée.',
    rename: 'Renommer',
    deleteTitle: (name) => `Supprimer « ${name} » ?`,
    deleteHint: (n) =>
      n === 0
        ? 'L’audience n’a aucun contact. Les campagnes et les automatisations ne l’utilisent plus.'
        : `${count(n, 'contact est supprimé', 'contacts sont supprimés')} avec elle. C’est irréversible.`,
    typeName: (name) => `Pour confirmer, saisissez le nom : ${name}`,
    keep: 'La garder',
    deleteYes: 'Supprimer l’audience',
    deleted: (name) => `Audience « ${name} » supprimée.`,
    view: 'Affichage',
    views: { contacts: 'Contacts', about: 'Croissance et utilisation' },
    growth: (n) => `${signed(n)} ces 12 dernières semaines`,
    noGrowth: 'Le nombre de contacts n’a pas changé ces 12 dernières semaines.',
    added: (n, isAtLeast) =>
      `${isAtLeast ? 'Au moins ' : ''}${count(n, 'contact ajouté', 'contacts ajoutés')} ces 12 dernières semaines`,
    sources: 'D’où viennent les contacts',
    noSources:
      'Aucun fichier n’a été importé dans cette audience. Ses contacts ont été ajoutés un par un ou par vos propres systèmes.',
    fromFile: (n) => count(n, 'contact ajouté', 'contacts ajoutés'),
    uses: 'Utilisée par',
    noUses: 'Aucun segment, aucune automatisation et aucune campagne non terminée n’utilise cette audience.',
    onlyNewest: (n) =>
      `Seules les ${number(n)} campagnes les plus récentes de chaque statut ont été vérifiées. De plus anciennes peuvent aussi utiliser cette audience.`,
    deleteUses: (n, isAtLeast) =>
      `${isAtLeast ? 'Au moins ' : ''}${count(n, 'élément utilise', 'éléments utilisent')} cette audience :`,
    effects: {
      segment: 'devient vide',
      automation: 'plus personne n’y entre',
      campaign: 'n’est envoyée que si vous choisissez à nouveau ses destinataires',
      running: 'n’atteint plus d’autres personnes de l’audience',
    },
  },
  automationsPage: automationTexts,
  mediaPage: mediaTexts,
  editor,
  templatesPage: templateTexts,
  operatorPage: operator,
  domainReports,
  settingsPage: {
    senders: 'Expéditeurs',
    sendersHint:
      'Les noms et adresses d’expédition de vos e‑mails. Nous envoyons un e‑mail à chaque adresse pour la confirmer.',
    addSender: 'Ajouter un expéditeur',
    sender: {
      from_name: 'Nom',
      nameHint: 'Ce que voient les destinataires, par exemple votre entreprise',
      from_email: 'Adresse',
      emailHint: 'Nous envoyons un e‑mail à cette adresse pour la confirmer',
      reply_to_email: 'Adresse de réponse',
      replyHint: 'Si les réponses doivent aller à une autre adresse',
      company_address: 'Numéro et rue',
      addressHint: 'La loi exige une adresse postale dans chaque e‑mail',
      company_address2: 'Complément d’adresse',
      zip_code: 'Code postal',
      state: 'Région ou province',
      city: 'Ville',
      newEmailHint:
        'Nous envoyons un e‑mail à toute nouvelle adresse pour la confirmer. Jusque-là, l’expéditeur ne peut pas être utilisé.',
    },
    noSenders: 'Aucun expéditeur pour l’instant. Ajoutez le nom et l’adresse d’expédition de vos e‑mails.',
    change: 'Modifier',
    changed: 'Expéditeur enregistré.',
    senderDeleted: (name) =>
      `Expéditeur « ${name} » supprimé. Les campagnes et automatisations qui l’utilisent s’arrêtent.`,
    verified: 'Confirmé',
    unverified: 'Non confirmé',
    resend: 'Renvoyer l’e‑mail',
    resent: (email) => `Un e‑mail est en route vers ${email}.`,
    domains: 'Domaines d’envoi',
    domainsHint:
      'Les fournisseurs de messagerie font davantage confiance aux e‑mails signés par votre propre domaine.',
    nextCheck: (at) => `Le DNS est vérifié automatiquement. Prochaine vérification à ${at}.`,
    checksOver:
      'Les vérifications automatiques sont terminées. « Vérifier maintenant » les relance pour une heure.',
    noDomains: 'Aucun domaine pour l’instant. Ajoutez le domaine de l’adresse de votre expéditeur.',
    addDomain: 'Ajouter un domaine',
    domain: 'Domaine',
    domainExample: 'Par exemple : example.com',
    signed: 'Authentifié',
    unsigned: 'Enregistrements manquants',
    check: 'Vérifier maintenant',
    records: 'Enregistrements DNS à ajouter',
    record: { type: 'Type', host: 'Nom', value: 'Valeur', status: 'État' },
    states: {
      ok: 'Trouvé',
      missing: 'Manquant',
      wrong: 'Erroné',
      unknown: 'Pas de réponse',
      unchecked: 'Non vérifié',
    },
    unansweredHint: 'Le DNS du domaine n’a pas répondu. Vérifiez de nouveau dans quelques minutes.',
    byOperator: 'Défini par votre administrateur',
    askOperator:
      'Votre administrateur vous donne la valeur : elle indique les serveurs qui envoient vos e‑mails. Ajoutez-la au DNS du domaine.',
    foundInstead: (n) =>
      n > 1
        ? 'Votre DNS a plusieurs enregistrements de ce nom. Supprimez ceux qui diffèrent de la valeur demandée :'
        : 'Votre DNS a une autre valeur :',
    unusable: 'La valeur du DNS est inutilisable.',
    mailRecords: 'Les envoyer à un administrateur',
    mailSubject: (domain) => `Enregistrements DNS de ${domain}`,
    mailText: (domain) => `Merci d’ajouter ces enregistrements au DNS de ${domain} :`,
    copy: 'Copier',
    copied: 'Copié',
    domainDeleted: (name) => `Domaine « ${name} » supprimé.`,
  },
  campaignsPage: campaignRest,
  checkTexts,
  ...audienceRest,
};

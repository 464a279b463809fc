import { TOOL_NAMES } from '../../../../shared/move-tools.ts';
import type * as english from '../en/moves.ts';
import { count } from './numbers.ts';

const tools = { ...TOOL_NAMES, mailing: 'ce service' };

/** The move from another service, in French. */
export const moveTexts: typeof english.moveTexts = {
  title: 'Migrer depuis un autre service',
  link: 'Migrer depuis Mailchimp, Brevo, SendGrid, listmonk…',
  linkHint: 'Importez tout votre export d’un coup : contacts, désabonnés et adresses rejetées.',
  files: 'Votre export',
  filesHint:
    'Choisissez l’archive produite par l’autre service, ou tous ses fichiers ensemble. Ajoutez aussi les listes des désabonnés, des rejets et des plaintes. Rien n’est migré avant que vous ayez vu le plan.',
  dropHint: 'Déposez ici des fichiers ZIP, CSV ou Excel',
  choose: 'Choisir des fichiers',
  clear: 'Recommencer',
  plan: 'Établir le plan',
  from: (tool) => `Depuis ${tools[tool]}`,
  unknownTool: 'Depuis un autre service',
  states: {
    reading: 'Lecture des fichiers…',
    planned: 'Le plan est prêt. Rien n’a encore été migré.',
    applying: 'Les contacts sont en cours de migration. Vous pouvez quitter cette page.',
    applied: 'Migration effectuée',
    undone: 'Annulée',
    failed: 'Incomplète',
  },
  gone: 'Les fichiers ont été supprimés, car la migration n’a pas commencé dans les 7 jours. Choisissez-les de nouveau.',
  rows: 'Lignes',
  receipt: 'Télécharger le récapitulatif',
  start: 'Migrer',
  startHint: (audience) =>
    `Les contacts arrivent dans une nouvelle audience, « ${audience} ». Seules les personnes abonnées reçoivent des campagnes. Les personnes désabonnées ici le restent.`,
  duplicates: (n) => `${count(n, 'ligne répète', 'lignes répètent')} l’adresse d’une ligne précédente.`,
  newFields: (names) => `Créer ces nouveaux champs : ${names}`,
  until: (day) => `Les fichiers sont conservés jusqu’au ${day}.`,
  apply: (n) => `Migrer ${count(n, 'ligne', 'lignes')}`,
  kinds: {
    contacts: 'Contacts',
    suppressions: 'Adresses qui ne reçoivent pas d’e‑mails',
    unreadable: 'Impossible de lire ce fichier.',
  },
  problems: {
    unreadable: () => 'Enregistrez-le de nouveau en CSV (UTF-8), ou comme classeur Excel.',
    not_read_to_end: () => 'Le fichier est grand : seul son début est compté ici. Il est migré en entier.',
    encoding_guessed: () =>
      'L’encodage du fichier est une supposition. Vérifiez ensuite les noms de quelques contacts.',
    unknown_statuses: () => 'Certains statuts sont inconnus.',
    no_statuses: () =>
      'Le fichier ne donne pas de statut d’abonnement : toutes ses personnes reçoivent des campagnes. Ajoutez la liste des désabonnés.',
    refused_rows: (n) => `${count(n, 'ligne n’a', 'lignes n’ont')} pas d’adresse ou de valeur valide.`,
  },
  undoTitle: 'Annuler la migration',
  undoHint: (day) =>
    `Vous pouvez annuler cette migration jusqu’au ${day}. Les contacts qu’elle a ajoutés sont supprimés, et ceux qu’elle a modifiés retrouvent leurs valeurs d’avant. Les désabonnés le restent.`,
  undoAsk: 'Annuler toute la migration ?',
  undo: 'Annuler toute la migration',
  toImport: 'Import de ce fichier',
  earlier: 'Migrations précédentes',
  rowCount: (n) => count(n, 'ligne', 'lignes'),
  rowsTitle: 'Résultat de chaque ligne',
  rowsOf: 'Lignes avec le résultat',
  noAddress: 'Sans adresse',
  place: (file, line) => `${file}, ligne ${line}`,
  downloadRows: 'Télécharger ces lignes',
  notMoved: (n) => `${count(n, 'fichier ne fait pas partie', 'fichiers ne font pas partie')} de la migration`,
  notMovedWhy: {
    no_table: 'Il ne contient pas de tableau de contacts.',
    other_sheet:
      'Seule la première feuille d’un classeur est lue. Enregistrez celle-ci dans un fichier séparé.',
  },
};

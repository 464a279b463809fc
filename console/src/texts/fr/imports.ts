import type * as english from '../en/imports.ts';
import { count, plural } from './numbers.ts';

const linesOf = (lines: readonly number[]): string =>
  `${plural(lines.length, 'Ligne', 'Lignes')} ${lines.join(', ')}`;

/** The steps of an import, and undoing it, in French. */
export const importSteps: typeof english.importSteps = {
  first: 'Choisissez d’abord un fichier. Vous voyez un aperçu avant tout import.',
  columnsOf: 'Colonnes du fichier',
  guessedField: 'Deviné d’après les cellules : veuillez vérifier.',
  fieldFor: (column) => `Importer « ${column} » comme`,
  noName:
    'Non importée : la colonne n’a pas de nom, ou une autre porte le même nom. Renommez-la dans le fichier pour l’utiliser.',
  fullName: 'Prénom et nom',
  jsonCells: 'Plusieurs champs (JSON)',
  partial: (n) =>
    `${count(n, 'ligne a été importée', 'lignes ont été importées')} sans les cellules illisibles.`,
  dropped: 'Importées sans ces cellules',
  downloadPartial: 'Télécharger ces cellules',
  newAudience: 'Créer une nouvelle audience pour ce fichier',
  existing: 'Contacts que vous avez déjà',
  existingChoices: { update: 'Les mettre à jour avec le fichier', skip: 'Les laisser tels quels' },
  sheet: 'Feuille',
  archive: (n) =>
    `L’archive contient ${n} tableaux. Chacun est importé séparément : le nom de son fichier peut indiquer le statut de ses contacts, et ses colonnes sont associées d’après leur nom.`,
  dateOrder: 'Dates comme 03/07/1991',
  dateOrders: {
    found: 'Détecter l’ordre par colonne',
    dmy: 'Jour d’abord : 3 juillet',
    mdy: 'Mois d’abord : 7 mars',
  },
  datesRead: {
    dmy: (fields) => `Dates de ${fields} : jour d’abord.`,
    mdy: (fields) => `Dates de ${fields} : mois d’abord.`,
    unknown: (fields) =>
      `Les dates comme 03/07/1991 de ${fields} ne sont pas importées : le fichier ne montre pas si le jour ou le mois vient d’abord, ou contient des dates des deux sortes.`,
  },
  row: (line, cells) => (cells === '' ? `Ligne ${line}` : `Ligne ${line} : ${cells}`),
  again: 'Refaire l’aperçu',
  encoding: 'Encodage du fichier',
  findEncoding: 'Détecter automatiquement',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'windows-1250': 'Windows-1250 (Europe centrale)',
    'windows-1251': 'Windows-1251 (cyrillique)',
    'windows-1252': 'Windows-1252 (Europe occidentale)',
    'windows-1253': 'Windows-1253 (grec)',
    'windows-1254': 'Windows-1254 (turc)',
    'windows-1255': 'Windows-1255 (hébreu)',
    'windows-1256': 'Windows-1256 (arabe)',
    'windows-1257': 'Windows-1257 (balte)',
    'iso-8859-2': 'ISO 8859-2 (Europe centrale)',
    'iso-8859-15': 'ISO 8859-15 (Europe occidentale)',
    'koi8-r': 'KOI8-R (russe)',
    'koi8-u': 'KOI8-U (ukrainien)',
    macintosh: 'Mac Roman (Europe occidentale)',
    shift_jis: 'Shift JIS (japonais)',
    'euc-jp': 'EUC-JP (japonais)',
    gb18030: 'GB 18030 (chinois simplifié)',
    big5: 'Big5 (chinois traditionnel)',
    'euc-kr': 'EUC-KR (coréen)',
  },
  readAs: (encoding) => `Le fichier est lu en ${encoding}`,
  readBy: {
    input: 'selon votre choix',
    mark: 'd’après sa marque d’ordre des octets',
    content: 'd’après son contenu',
    guess: 'sans certitude',
  },
  guessed: 'Vérifiez les noms accentués. S’ils sont faux, choisissez un autre encodage.',
  trial: 'Aperçu de l’import',
  seriesTitle: 'Importer et démarrer des automatisations ?',
  seriesHint: (names, n, bound) =>
    `${n === null ? 'Les nouveaux contacts reçoivent' : `${{ exact: '', least: 'Au moins ', most: 'Au plus ' }[bound]}${count(n, 'nouveau contact reçoit', 'nouveaux contacts reçoivent')}`} les e‑mails d’automatisations actives : ${names}. Les e‑mails envoyés ne peuvent pas être rappelés.`,
  trialHint: 'Voyez le résultat avant d’importer. L’aperçu ne modifie rien.',
  look: 'Aperçu de l’import',
  start: (n, unit, bound) =>
    `Importer ${{ exact: '', least: 'au moins ', most: 'au plus ' }[bound]}${unit === 'rows' ? count(n, 'ligne', 'lignes') : count(n, 'contact', 'contacts')}`,
  startAfter: 'Vous pourrez lancer l’import dès que l’aperçu sera prêt.',
  looking: 'Lecture du fichier…',
  wouldAdd: 'Nouveaux',
  wouldChange: 'Modifiés',
  wouldLeave: 'Inchangés',
  wouldRefuse: 'Refusés',
  beginning: (n) =>
    `L’aperçu montre ${plural(n, 'la première ligne', `les ${count(n, 'première ligne', 'premières lignes')}`)}. L’import lit tout le fichier.`,
  example: {
    added: (lines, fields) => `${linesOf(lines)} : un nouveau contact avec ${fields}`,
    updated: (lines, fields) => `${linesOf(lines)} : modifie ${fields}`,
  },
  refusedRows: (n, line) => `${count(n, 'ligne', 'lignes')}, la première étant la ligne ${line}`,
  undoTitle: 'Annulation',
  undoHint: (date) =>
    `Vous pouvez annuler cet import jusqu’au ${date}. Les contacts qu’il a ajoutés sont supprimés, et ceux qu’il a modifiés retrouvent leurs valeurs d’avant. Les modifications ultérieures sont conservées.`,
  undoAsk: 'Annuler cet import ?',
  undoFinal: 'Ensuite, seul un nouvel import des fichiers rétablit les données.',
  undo: 'Annuler cet import',
  undoStates: {
    waiting: 'En attente',
    running: 'Annulation…',
    completed: 'Import annulé',
    failed: 'Arrêtée',
  },
  undone: 'Annulé',
  removed: 'Supprimés',
  restored: 'Restaurés',
  kept: 'Conservés',
  gone: 'Déjà supprimés',
  keptHint: 'Les contacts modifiés après l’import ont été conservés.',
};

/** The statuses that a file gives for its contacts, in French. */
export const importStatuses: typeof english.importStatuses = {
  title: 'Statut d’abonnement',
  by: {
    column: (name) => `Tiré de la colonne « ${name} ».`,
    heading: (name) => `La colonne « ${name} » donne un même statut à toutes les lignes.`,
    file_name: (name) => `Tiré du nom du fichier : ${name}.`,
    input: (name) =>
      name === ''
        ? 'Un même statut a été choisi pour toutes les lignes.'
        : `La colonne « ${name} » a été choisie.`,
  },
  names: {
    mailable: 'Abonnés',
    opted_out: 'Désabonnés',
    bounced: 'Rejetés',
    complained: 'Signalés comme spam',
    unconfirmed: 'Non confirmés',
    left_out: 'Non importés',
  },
  unknown:
    'Ces statuts sont inconnus. Leurs contacts sont importés comme non confirmés et ne reçoivent aucune campagne.',
  decide:
    'Ces statuts sont inconnus. Choisissez le sens de chacun. Sinon, leurs contacts ne reçoivent aucune campagne.',
  undecided: 'Non choisi : ne reçoit aucune campagne',
  blank: '(vide)',
  statusOf: (word) => `Sens de « ${word} »`,
  rows: (shown, n) => `${shown} ${plural(n, 'ligne', 'lignes')}`,
  optOutsKept: (n) =>
    `${count(n, 'adresse reste désabonnée', 'adresses restent désabonnées')} ou sur la liste d’exclusion, comme dans le fichier.`,
};

/** Columns of a file without a field, in French. */
export const importFields: typeof english.importFields = {
  title: 'Nouveaux champs',
  hint: 'Ces colonnes n’ont pas encore de champ. Cochez celles que vous voulez importer.',
  make: (column) => `Importer « ${column} » comme nouveau champ`,
  name: (column) => `Nom du champ pour « ${column} »`,
  nameless: 'Donnez au champ un nom avec des lettres ou des chiffres.',
  type: (column) => `Type de « ${column} »`,
};

const addresses = (n: number): string => count(n, 'adresse', 'adresses');

/** Doubtful addresses of a file, in French. */
export const importHygiene: typeof english.importHygiene = {
  title: 'Adresses douteuses',
  hint: 'Elles sont importées, sauf si vous les cochez.',
  kinds: {
    typo: (n) => `${addresses(n)} avec une faute de frappe probable`,
    role: (n) => `${addresses(n)} de fonction, comme abuse@ ou noreply@`,
    disposable: (n) => `${addresses(n)} d’un domaine jetable`,
    no_mail_domain: (n) => `${addresses(n)} d’un domaine qui n’accepte pas d’e‑mails`,
    undeliverable: (n) => `${addresses(n)} dont les e‑mails ont été définitivement rejetés`,
  },
  leaveOut: (found) => `Ne pas importer ${found}`,
  wereLeftOut: (found) => `Sans import : ${found}`,
  meant: (domain) => `Vouliez-vous dire ${domain} ?`,
};

import type { AccountCheckTexts } from '../en/check-texts.ts';
import type { Failures, InputRefusals } from '../en/refusals.ts';
import { number } from './numbers.ts';

const ofBytes = (bytes: number | undefined = 0): string =>
  bytes >= 1e6 ? `${number(Math.floor(bytes / 1e5) / 10)} Mo` : `${number(Math.floor(bytes / 1e3))} ko`;

/** Why an input was refused, by the API's code, in French. */
export const inputRefusals: InputRefusals = {
  after_now: () => 'Choisissez un moment à venir.',
  animation: () => 'L’animation est trop volumineuse. Utilisez moins d’images ou de pixels.',
  ascii_email: () => 'N’utilisez que des lettres sans accent avant le @.',
  before_now: () => 'Choisissez un moment passé.',
  between: ({ numbers }) => `Saisissez un nombre de ${number(numbers.at(-2))} à ${number(numbers.at(-1))}.`,
  bytes: ({ numbers }) => `C’est trop volumineux. Le maximum est de ${ofBytes(numbers.at(-1))}.`,
  cells: () => 'La ligne a plus de cellules que la première ligne n’a de colonnes.',
  csv: () => 'Choisissez un fichier CSV.',
  csv_columns: ({ numbers }) => `Le fichier a plus de ${number(numbers.at(-1))} colonnes.`,
  csv_email: () => 'Le fichier n’a pas de colonne d’adresses e‑mail.',
  csv_header: () => 'La première ligne du fichier est trop longue, ou il manque un guillemet.',
  date_order: () => 'Le jour et le mois de cette date pourraient être inversés. Choisissez leur ordre.',
  days: ({ numbers }) => `Choisissez ${number(numbers.at(-1))} jours au maximum.`,
  days_ahead: ({ numbers }) => `Choisissez un moment dans les ${number(numbers.at(-1))} prochains jours.`,
  design: ({ rest }) =>
    rest === '' ? 'Le contenu comporte une erreur.' : `Le contenu comporte une erreur : ${rest}`,
  email: ({ rest }) =>
    rest === ''
      ? 'Saisissez une adresse e‑mail, par exemple ada@example.com.'
      : `${rest} n’est pas une adresse e‑mail.`,
  empty_when: () => 'Laissez ce champ vide.',
  file_names: () => 'Le nom du fichier est trop long, ou contient des caractères non autorisés.',
  files: () => 'Choisissez un fichier.',
  format: () => 'Cette valeur contient des caractères non autorisés ici, ou n’a pas la bonne forme.',
  image: () => 'Choisissez une image PNG, JPEG, GIF ou WebP.',
  image_cost: () => 'L’image est trop grande. Utilisez-en une avec moins de pixels.',
  image_pixels: ({ numbers }) =>
    `L’image est trop grande. Le maximum est de ${number(numbers.at(-1))} millions de pixels.`,
  integer: () => 'Saisissez un nombre entier.',
  items: ({ numbers }) => `Le maximum est de ${number(numbers.at(-1))}.`,
  matches: () => 'Cette valeur n’a pas la forme attendue.',
  max: ({ numbers }) => `Utilisez ${number(numbers.at(-1))} caractères au maximum.`,
  min: ({ numbers }) => `Utilisez au moins ${number(numbers.at(-1))} caractères.`,
  not_before: () => 'La fin ne doit pas précéder le début.',
  number: () => 'Saisissez un nombre.',
  network: () => 'Écrivez un réseau par ligne, par exemple 192.0.2.0/24 ou 2001:db8::/32.',
  day: () => 'Choisissez un jour.',
  own_address: () => 'Ce n’est pas l’adresse de votre compte.',
  own_password: () => 'Ce n’est pas votre mot de passe.',
  own_code: () => 'Ce code est erroné, trop ancien ou déjà utilisé.',
  one_address: () => 'Saisissez une seule adresse e‑mail.',
  other: () => 'Cette valeur ne peut pas être utilisée. Vérifiez-la.',
  owner_required: () => 'Saisissez un nom.',
  required: () => 'Ce champ est obligatoire.',
  selected: () => 'Ce choix n’est pas possible. Choisissez autre chose.',
  slow: () =>
    'La réponse prend trop de temps. Réessayez plus tard, ou affinez la recherche : plus de lettres, moins de filtres ou moins de jours.',
  table: () => 'Choisissez un fichier CSV, un classeur ou une archive de fichiers CSV.',
  unpacked: ({ rest }) =>
    rest === ''
      ? 'Impossible de décompresser le fichier.'
      : `Impossible de décompresser le fichier : ${rest}`,
  separators: () => 'Cette valeur peut se lire comme deux nombres différents.',
  unicode: () => 'Certains caractères sont illisibles. Enregistrez le fichier ou le texte en UTF-8.',
  unicode_name: () => 'Le nom du fichier contient des caractères illisibles. Renommez-le.',
  taken: () => 'Ceci existe déjà. Saisissez autre chose.',
};

const GONE = 'Ceci n’existe plus. L’élément a peut-être été supprimé.';
const SERVER =
  'Le service a signalé une erreur. Réessayez. Si elle se reproduit, prévenez votre administrateur.';
const BUSY = 'Le service est surchargé. Patientez un instant, puis réessayez.';
const REFUSED = 'Le service a refusé cette action. Rechargez la page, puis réessayez.';
const FORBIDDEN = 'Vous n’avez pas l’autorisation nécessaire.';

/** Why a call failed, by the API's code, in French. */
export const failures: Failures = {
  account_not_paused: 'Votre compte n’est pas en pause.',
  automation_not_live: 'L’automatisation n’est pas active.',
  automation_was_live: 'Une automatisation déjà activée ne peut pas être modifiée ainsi.',
  bulk_change_counting: 'Le comptage des contacts est en cours. Réessayez dans un instant.',
  bulk_changes_busy: 'Trois modifications sont déjà en cours. Attendez la fin de l’une d’elles.',
  busy: BUSY,
  cancelled: 'Ceci a été annulé.',
  client_gone: 'La connexion a été perdue. Réessayez.',
  closed: 'Ce compte est fermé.',
  conflict: 'C’est impossible actuellement. Rechargez la page.',
  ended: 'C’est déjà terminé.',
  expectation: REFUSED,
  export_running: 'Un autre téléchargement est en cours. Attendez sa fin.',
  field_in_use: 'Un segment utilise ce champ. Modifiez ou supprimez d’abord le segment.',
  forbidden: FORBIDDEN,
  group_missing: 'Le type d’abonnement a été supprimé. Choisissez-en un autre.',
  headers_too_large: REFUSED,
  idempotency_reused: REFUSED,
  idempotency_running: 'C’est déjà en cours. Patientez un instant.',
  import_running: 'L’import est encore en cours. Attendez sa fin.',
  import_undo_late: 'Il est trop tard pour annuler cet import.',
  move_applied: 'Cette migration a déjà été effectuée.',
  move_running: 'La migration est encore en cours. Attendez sa fin.',
  move_files_deleted: 'Les fichiers de cette migration ont été supprimés. Envoyez-les de nouveau.',
  move_rows_deleted:
    'Les listes de cette migration étaient trop anciennes et ont été supprimées. Ses chiffres restent.',
  move_undo_late: 'Il est trop tard pour annuler cette migration.',
  move_reading: 'La lecture des fichiers est en cours. Attendez que le plan soit prêt.',
  move_not_applied: 'Cette migration n’a pas encore été effectuée.',
  import_was_dry_run: 'Ce n’était qu’un aperçu. Rien n’a été importé.',
  invalid_inputs: 'Vérifiez votre saisie.',
  keys_missing: 'Connectez-vous, puis réessayez.',
  keys_wrong: 'Votre session avait expiré. Connectez-vous, puis réessayez.',
  mails_expired: 'Ces e‑mails sont trop anciens pour être renvoyés.',
  malformed: REFUSED,
  media_type: REFUSED,
  method_not_allowed: REFUSED,
  no_such_path: GONE,
  not_found: GONE,
  nothing_to_retry:
    'Il n’y a rien à renvoyer. Rien n’est renvoyé aux adresses inexistantes, ni les contenus refusés.',
  other_network: 'Ce n’est pas autorisé depuis votre réseau.',
  out_of_scope: FORBIDDEN,
  quota: 'Votre compte a atteint une limite. Votre administrateur peut la relever.',
  rate: 'Trop de demandes à la fois. Patientez un instant, puis réessayez.',
  recipients_missing: 'L’audience ou le segment a été supprimé. Choisissez de nouveau les destinataires.',
  release_used:
    'Vous avez débloqué votre compte récemment. Cette fois, seul votre administrateur peut le faire.',
  send_not_completed: 'La campagne n’est pas encore terminée.',
  send_not_paused: 'La campagne n’est pas en pause.',
  send_not_running: 'La campagne n’est pas en cours d’envoi.',
  send_running: 'La campagne est déjà en cours d’envoi.',
  sender_deleted: 'L’expéditeur a été supprimé. Choisissez-en un autre.',
  sender_unverified: 'L’expéditeur n’est pas confirmé. Ouvrez le lien de l’e‑mail envoyé à son adresse.',
  server_error: SERVER,
  store_away: SERVER,
  suspended: 'Ce compte est suspendu. Prévenez votre administrateur.',
  template_empty: 'L’e‑mail est vide. Ajoutez d’abord du contenu.',
  template_unrenderable: 'Le contenu comporte une erreur. Corrigez-la d’abord.',
  timeout: 'Cela a pris trop de temps. Réessayez.',
  too_large: 'C’est trop volumineux.',
  too_many_records: 'Votre compte en a déjà le nombre maximal. Supprimez-en un d’abord.',
  version_changed: 'Ceci a été modifié ailleurs. Rechargez la page.',
};

/** Findings about the account, which Home shows. */
export const accountCheckTexts: AccountCheckTexts = {
  account_complaints: () =>
    'Beaucoup de destinataires ont signalé vos e‑mails comme spam. À 0,3 %, vos campagnes sont mises en pause. N’écrivez qu’aux personnes qui ont donné leur accord.',
  account_bounces: () =>
    'Beaucoup de vos e‑mails sont allés à des adresses qui n’existent pas. À 10 %, vos campagnes sont mises en pause. Retirez les anciennes adresses.',
};

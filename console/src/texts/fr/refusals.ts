import type { CheckTexts, Failures, InputRefusals } from '../en/refusals.ts';
import { number } from './numbers.ts';

const ofBytes = (bytes: number | undefined = 0): string =>
  bytes >= 1e6 ? `${number(Math.floor(bytes / 1e5) / 10)} Mo` : `${number(Math.floor(bytes / 1e3))} ko`;

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
  csv_email: () => 'Le fichier n’a pas de colonne d’adresses e-mail.',
  csv_header: () => 'La première ligne du fichier est trop longue, ou il manque un guillemet.',
  date_order: () => 'Le jour et le mois de cette date pourraient être inversés. Choisissez leur ordre.',
  days: ({ numbers }) => `Choisissez ${number(numbers.at(-1))} jours au maximum.`,
  days_ahead: ({ numbers }) => `Choisissez un moment dans les ${number(numbers.at(-1))} prochains jours.`,
  design: ({ rest }) =>
    rest === '' ? 'Le contenu comporte une erreur.' : `Le contenu comporte une erreur : ${rest}`,
  email: ({ rest }) =>
    rest === ''
      ? 'Saisissez une adresse e-mail, par exemple ada@example.com.'
      : `${rest} n’est pas une adresse e-mail.`,
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
  own_code: () => 'Ce code est faux, trop ancien ou déjà utilisé.',
  one_address: () => 'Saisissez une seule adresse e-mail.',
  other: () => 'Cette valeur ne peut pas être utilisée. Vérifiez-la.',
  owner_required: () => 'Saisissez un nom.',
  required: () => 'Ce champ est obligatoire.',
  selected: () => 'Ce choix n’est pas possible. Choisissez autre chose.',
  slow: () =>
    'La réponse prend trop de temps. Réessayez plus tard, ou demandez moins : une recherche plus longue, moins de filtres ou moins de jours.',
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
  mails_expired: 'Ces e-mails sont trop anciens pour être renvoyés.',
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
    'Vous avez mis fin à une pause récemment. Demandez à votre administrateur de mettre fin à celle-ci.',
  send_not_completed: 'La campagne n’est pas encore terminée.',
  send_not_paused: 'La campagne n’est pas en pause.',
  send_not_running: 'La campagne n’est pas en cours d’envoi.',
  send_running: 'La campagne est déjà en cours d’envoi.',
  sender_deleted: 'L’expéditeur a été supprimé. Choisissez-en un autre.',
  sender_unverified: 'L’expéditeur n’est pas confirmé. Ouvrez le lien de l’e-mail envoyé à son adresse.',
  server_error: SERVER,
  store_away: SERVER,
  suspended: 'Ce compte est suspendu. Prévenez votre administrateur.',
  template_empty: 'L’e-mail est vide. Ajoutez d’abord du contenu.',
  template_unrenderable: 'Le contenu comporte une erreur. Corrigez-la d’abord.',
  timeout: 'Cela a pris trop de temps. Réessayez.',
  too_large: 'C’est trop volumineux.',
  too_many_records: 'Votre compte en a déjà le nombre maximal. Supprimez-en un d’abord.',
  version_changed: 'Ceci a été modifié ailleurs. Rechargez la page.',
};

/** The words that a check names, in French quotation marks. */
const or = (named: string, otherwise: string): string =>
  named === '' ? otherwise : named.replace(/^“(.+)”$/s, '« $1 »');

/** Findings of a check of an email, by code, with how to fix them, in French. */
export const checkTexts: CheckTexts = {
  sender_deleted: () => 'L’expéditeur a été supprimé. Choisissez-en un autre.',
  sender_unverified: () =>
    'L’expéditeur n’est pas confirmé. Ouvrez le lien de l’e-mail envoyé à son adresse.',
  sender_address: () =>
    'L’adresse de l’expéditeur contient des lettres accentuées avant le @. Choisissez un autre expéditeur.',
  sender_unsigned: () =>
    'Vos e-mails ne sont pas signés par votre propre domaine : les grands fournisseurs de messagerie peuvent les refuser. Ajoutez le domaine dans les paramètres.',
  from_free_mail: () =>
    'L’expéditeur utilise une adresse de messagerie gratuite, comme gmail.com. Les fournisseurs refusent ces e-mails. Utilisez une adresse de votre propre domaine.',
  from_protected: () =>
    'Le domaine de l’expéditeur fait refuser les e-mails sans sa signature. Ajoutez d’abord le domaine dans les paramètres.',
  dns_record: () =>
    'Un enregistrement DNS de votre domaine manque ou est erroné. Les paramètres indiquent quoi saisir.',
  template_empty: () => 'L’e-mail n’a pas de contenu. Choisissez un modèle ou rédigez-le.',
  template_failed: () => 'Le contenu comporte une erreur : l’e-mail ne peut pas être produit. Corrigez-la.',
  size_clipped: () => 'L’e-mail dépasse 102 ko : Gmail coupe sa fin. Raccourcissez-le.',
  text_missing: () => 'L’e-mail ne contient que des images. Ajoutez du texte.',
  unsubscribe_missing: () =>
    'L’e-mail n’a pas de lien de désabonnement. Un pied de page avec ce lien est ajouté.',
  address_missing: () => 'L’e-mail n’a pas d’adresse postale. Un pied de page avec l’adresse est ajouté.',
  placeholder_unknown: (named, meant) =>
    `${or(named, 'Un champ inséré')} n’est pas l’un de vos champs et reste vide.${meant && ` Vouliez-vous dire ${meant} ?`}`,
  placeholder_foreign: (named) =>
    `${or(named, 'Un champ inséré')} vient d’un autre outil et s’affiche tel quel. Utilisez « Personnaliser ».`,
  link_invalid: () => 'Un lien n’a pas d’adresse valable. Corrigez-le ou retirez-le.',
  link_broken: () => 'Un lien mène à une page qui n’existe pas. Vérifiez son adresse.',
  link_silent: () => 'La page d’un lien ne répond pas. Vérifiez son adresse.',
  link_private: () => 'Un lien mène à une adresse non publique. Vos lecteurs ne peuvent pas l’ouvrir.',
  links_unchecked: () => 'Certains liens n’ont pas pu être vérifiés.',
  link_text_foreign: () =>
    'Un lien affiche un site et mène à un autre. Les lecteurs y voient une fraude. Corrigez le texte ou l’adresse.',
  link_text_tracked: () =>
    'Un lien affiche une adresse web, mais les clics passent d’abord par le compteur, ce que voient les filtres antispam. Écrivez plutôt des mots.',
  link_shortened: () =>
    'Un lien utilise un raccourcisseur comme bit.ly, dont les filtres antispam se méfient. Utilisez la vraie adresse.',
  link_program: () =>
    'Un lien mène à un programme. Les fournisseurs de messagerie bloquent ces e-mails. Faites plutôt un lien vers une page.',
  subject_long: () => 'L’objet est très long. La plupart des lecteurs n’en voient que le début.',
  subject_loud: () =>
    'L’objet contient beaucoup de majuscules ou de points d’exclamation, dont les filtres antispam se méfient.',
  image_broken: () => 'Une image n’existe pas à son adresse. Ajoutez-la à vos images et choisissez-la là.',
  image_missing: () => 'Un bloc image n’a pas d’image. Choisissez une image ou supprimez le bloc.',
  image_unreachable: () =>
    'Vos lecteurs ne peuvent pas charger une image. Ajoutez-la à vos images et choisissez-la là.',
  script_in_mail: () => 'L’e-mail contient un script ou un cadre. Les logiciels de messagerie le retirent.',
  form_in_mail: () =>
    'L’e-mail contient un formulaire. Beaucoup de logiciels de messagerie le retirent. Faites plutôt un lien vers une page.',
  text_damaged: (named) => `${or(named, 'Un texte')} : des caractères sont abîmés. Réécrivez ce texte.`,
  text_contrast: (named) =>
    `${or(named, 'Un texte')} se lit à peine sur son arrière-plan. Choisissez une couleur plus foncée ou plus claire.`,
  text_hidden: (named) =>
    `${or(named, 'Un texte')} est invisible pour vos lecteurs, ce dont les filtres antispam se méfient. Affichez-le ou supprimez-le.`,
  default_text: (named) => `${or(named, 'Un texte')} est un texte d’exemple. Remplacez-le.`,
  image_text_missing: () =>
    'Une image n’a pas de texte alternatif. Décrivez-la pour les personnes qui ne la voient pas.',
  client_support: (named) =>
    `Certains logiciels de messagerie n’affichent pas tout : ${or(named, 'des éléments du design')}.`,
  spam_score: (named) =>
    `Le filtre antispam prend cet e-mail pour un spam. Changez son objet et son texte.${named && ` (${named})`}`,
  account_complaints: () =>
    'Beaucoup de destinataires ont signalé vos e-mails comme spam. À 0,3 %, vos campagnes sont mises en pause. N’écrivez qu’aux personnes qui ont donné leur accord.',
  account_bounces: () =>
    'Beaucoup de vos e-mails sont allés à des adresses qui n’existent pas. À 10 %, vos campagnes sont mises en pause. Retirez les anciennes adresses.',
  audience_doubtful: () =>
    'Beaucoup de destinataires ont une adresse avec une faute de frappe, une adresse de fonction comme info@, ou une adresse jetable. Corrigez-les ou retirez-les.',
  audience_unmailed: () =>
    'Beaucoup de destinataires n’ont reçu aucune de vos dernières campagnes. Envoyez d’abord à une petite partie d’entre eux, car les anciennes listes ont beaucoup d’adresses mortes.',
  not_checked: () => 'Une partie de la vérification n’a pas été possible. Réessayez plus tard.',
};

import type { CheckTexts } from '../en/check-texts.ts';

/** The words that a check names, in French quotation marks. */
const or = (named: string, otherwise: string): string =>
  named === '' ? otherwise : named.replace(/^“(.+)”$/s, '« $1 »');

/** Findings of a check of an email, by code, with how to fix them, in French. */
export const checkTexts: CheckTexts = {
  sender_deleted: () => 'L’expéditeur a été supprimé. Choisissez-en un autre.',
  sender_unverified: () =>
    'L’expéditeur n’est pas confirmé. Ouvrez le lien de l’e‑mail envoyé à son adresse.',
  sender_address: () =>
    'L’adresse de l’expéditeur contient des lettres accentuées avant le @. Choisissez un autre expéditeur.',
  sender_unsigned: () =>
    'Vos e‑mails ne sont pas signés par votre propre domaine : les grands fournisseurs de messagerie peuvent les refuser. Ajoutez le domaine dans les paramètres.',
  from_free_mail: () =>
    'L’expéditeur utilise une adresse de messagerie gratuite, comme gmail.com. Les fournisseurs refusent ces e‑mails. Utilisez une adresse de votre propre domaine.',
  from_protected: () =>
    'Le domaine de l’expéditeur fait refuser les e‑mails sans sa signature. Ajoutez d’abord le domaine dans les paramètres.',
  dns_record: () =>
    'Un enregistrement DNS de votre domaine manque ou est erroné. Les paramètres indiquent quoi saisir.',
  template_empty: () => 'L’e‑mail n’a pas de contenu. Choisissez un modèle ou rédigez-le.',
  template_failed: () => 'Le contenu comporte une erreur : l’e‑mail ne peut pas être produit. Corrigez-la.',
  size_clipped: () => 'L’e‑mail dépasse 102 ko : Gmail coupe sa fin. Raccourcissez-le.',
  text_missing: () => 'L’e‑mail ne contient que des images. Ajoutez du texte.',
  unsubscribe_missing: () =>
    'L’e‑mail n’a pas de lien de désabonnement. Un pied de page avec ce lien est ajouté.',
  address_missing: () => 'L’e‑mail n’a pas d’adresse postale. Un pied de page avec l’adresse est ajouté.',
  placeholder_unknown: (named, meant) =>
    `${or(named, 'Un champ inséré')} n’est pas l’un de vos champs et reste vide.${meant && ` Vouliez-vous dire ${meant} ?`}`,
  placeholder_foreign: (named) =>
    `${or(named, 'Un champ inséré')} vient d’un autre outil et s’affiche tel quel. Utilisez « Personnaliser ».`,
  link_invalid: () => 'Un lien n’a pas d’adresse valide. Corrigez-le ou retirez-le.',
  link_broken: () => 'Un lien mène à une page qui n’existe pas. Vérifiez son adresse.',
  link_silent: () => 'La page d’un lien ne répond pas. Vérifiez son adresse.',
  link_private: () => 'Un lien mène à une adresse non publique. Vos lecteurs ne peuvent pas l’ouvrir.',
  links_unchecked: () => 'Certains liens n’ont pas pu être vérifiés.',
  link_text_foreign: () =>
    'Un lien affiche un site et mène à un autre. Les lecteurs y voient une fraude. Corrigez le texte ou l’adresse.',
  link_text_tracked: () =>
    'Un lien affiche une adresse web, mais mène d’abord à une autre, qui compte les clics. Les filtres antispam le remarquent. Écrivez plutôt des mots.',
  link_shortened: () =>
    'Un lien utilise un raccourcisseur comme bit.ly, dont les filtres antispam se méfient. Utilisez la vraie adresse.',
  link_program: () =>
    'Un lien mène à un programme. Les fournisseurs de messagerie bloquent ces e‑mails. Faites plutôt un lien vers une page.',
  subject_long: () => 'L’objet est très long. La plupart des lecteurs n’en voient que le début.',
  subject_loud: () =>
    'L’objet contient beaucoup de majuscules ou de points d’exclamation, dont les filtres antispam se méfient.',
  image_broken: () => 'Une image n’existe pas à son adresse. Ajoutez-la à vos images et choisissez-la là.',
  image_missing: () => 'Un bloc image n’a pas d’image. Choisissez une image ou supprimez le bloc.',
  image_unreachable: () =>
    'Vos lecteurs ne peuvent pas charger une image. Ajoutez-la à vos images et choisissez-la là.',
  script_in_mail: () => 'L’e‑mail contient un script ou un cadre. Les logiciels de messagerie le retirent.',
  form_in_mail: () =>
    'L’e‑mail contient un formulaire. Beaucoup de logiciels de messagerie le retirent. Faites plutôt un lien vers une page.',
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
    `Le filtre antispam prend cet e‑mail pour un spam. Changez son objet et son texte.${named && ` (${named})`}`,
  audience_doubtful: () =>
    'Beaucoup de destinataires ont une adresse avec une faute de frappe, une adresse de fonction comme info@, ou une adresse jetable. Corrigez-les ou retirez-les.',
  audience_unmailed: () =>
    'Beaucoup de destinataires n’ont reçu aucune de vos dernières campagnes. Envoyez d’abord à une petite partie d’entre eux, car les anciennes listes ont beaucoup d’adresses mortes.',
  not_checked: () => 'Une partie de la vérification n’a pas été possible. Réessayez plus tard.',
};

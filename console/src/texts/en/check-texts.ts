import type { MailProblem } from '../../../../client/src/index.ts';

/** `named`: the placeholder, the words or the parts that the check names; `meant`: the field that it takes for meant. Otherwise ''. */
type CheckText = (named: string, meant: string) => string;
type AccountCode = 'account_complaints' | 'account_bounces';
export type AccountCheckTexts = Readonly<Record<AccountCode, CheckText>>;
export type CheckTexts = Readonly<Record<Exclude<MailProblem['code'], AccountCode>, CheckText>>;

const or = (named: string, otherwise: string): string => (named === '' ? otherwise : named);

/** Findings of a check of an email, by code, with how to fix them. */
export const checkTexts: CheckTexts = {
  sender_deleted: () => 'The sender was deleted. Choose another one.',
  sender_unverified: () => 'The sender is not confirmed. Open the link in the email to its address.',
  sender_address: () => 'The sender’s address has accented letters before the @. Choose another sender.',
  sender_unsigned: () =>
    'Your emails are not signed by your own domain, so large mailbox providers may refuse them. Add the domain in the settings.',
  from_free_mail: () =>
    'The sender uses an address of a free mailbox, such as gmail.com. Providers refuse such emails. Use an address of your own domain.',
  from_protected: () =>
    'The sender’s domain asks mailbox providers to refuse emails that it did not sign. Add the domain in the settings first.',
  dns_record: () => 'A DNS record of your domain is missing or wrong. The settings show what to enter.',
  template_empty: () => 'The email has no content. Choose a template or write it.',
  template_failed: () => 'The content has an error, so the email cannot be made. Fix it.',
  size_clipped: () => 'The email is larger than 102 kB, so Gmail cuts off its end. Shorten it.',
  text_missing: () => 'The email has only images. Add some text.',
  unsubscribe_missing: () => 'The email has no unsubscribe link. A footer with one is added.',
  address_missing: () => 'The email has no postal address. A footer with it is added.',
  placeholder_unknown: (named, meant) =>
    `${or(named, 'A placeholder')} is not one of your fields, so it stays empty.${meant && ` Did you mean ${meant}?`}`,
  placeholder_foreign: (named) =>
    `${or(named, 'A placeholder')} belongs to another tool and is shown as it is. Use “Personalise” instead.`,
  link_invalid: () => 'A link has no valid address. Correct or remove it.',
  link_broken: () => 'A link leads to a page that does not exist. Check its address.',
  link_silent: () => 'The page of a link does not respond. Check its address.',
  link_private: () => 'A link leads to an address that is not public. Your readers cannot open it.',
  links_unchecked: () => 'Some links could not be checked.',
  link_text_foreign: () =>
    'A link shows one website and leads to another. Readers take that for fraud. Correct the text or the address.',
  link_text_tracked: () =>
    'A link shows a web address, but leads to another one first, where clicks are counted. Spam filters notice this. Write words instead.',
  link_shortened: () =>
    'A link uses a shortener such as bit.ly, which spam filters distrust. Use the real address.',
  link_program: () =>
    'A link leads to a program. Mailbox providers block such emails. Link to a page instead.',
  subject_long: () => 'The subject is very long. Most readers see only its beginning.',
  subject_loud: () => 'The subject has many capitals or exclamation marks, which spam filters distrust.',
  image_broken: () => 'An image does not exist at its address. Upload it to your images and choose it there.',
  image_missing: () => 'An image block has no image. Choose an image or delete the block.',
  image_unreachable: () => 'Your readers cannot load an image. Upload it to your images and choose it there.',
  script_in_mail: () => 'The email has a script or a frame. Email programs remove it.',
  form_in_mail: () => 'The email has a form. Many email programs remove it. Link to a page instead.',
  text_damaged: (named) => `${or(named, 'A text')} has damaged characters. Write it again.`,
  text_contrast: (named) =>
    `${or(named, 'A text')} can hardly be read on its background. Choose a darker or lighter colour.`,
  text_hidden: (named) =>
    `${or(named, 'A text')} is hidden from your readers, which spam filters distrust. Show it or delete it.`,
  default_text: (named) => `${or(named, 'A text')} is a sample text. Replace it.`,
  image_text_missing: () => 'An image has no alt text. Describe it for people who do not see it.',
  client_support: (named) =>
    `Some email programs do not show everything: ${or(named, 'parts of the design')}.`,
  spam_score: (named) =>
    `The spam filter takes this email for spam. Change its subject and text.${named && ` (${named})`}`,
  audience_doubtful: () =>
    'Many addresses look mistyped, belong to a role such as info@, or are disposable. Correct or remove them.',
  audience_unmailed: () =>
    'Many recipients got none of your last campaigns. Send to a small part of them first, because many addresses of old lists bounce.',
  not_checked: () => 'A part of the check was not possible. Check again later.',
};

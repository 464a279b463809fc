import { fillPlaceholders, parsePlaceholders } from '../domain/placeholders.ts';
import { INERT_TOKEN } from '../domain/tokens.ts';
import { type DraftSource, draftMail, inertMailOfDraft } from './compile-mail.ts';
import type { MailRecipient } from './mail-source.ts';
import { renderMail } from './render-mail.ts';
import { PREFERENCES } from './value-parts.ts';

export interface PreviewPayload {
  readonly source: DraftSource;
  /** Its values are a `Map`, which passes between processes. */
  readonly recipient: Omit<MailRecipient, 'account' | 'deliveryId'>;
}

/** A mail as its recipient gets it, parsed from the message itself. */
export interface Preview {
  readonly subject: string;
  readonly preheader: string;
  readonly html: string;
  readonly text: string;
  readonly raw: string;
}

/** No row has this id; the links of such a mail do not contain it. */
const NO_DELIVERY = 0;

/** A task of child processes: the time grows with the template, as for `compileMail`. */
export async function preview({ source, recipient }: PreviewPayload, begin: () => void): Promise<Preview> {
  const { default: PostalMime } = await import('postal-mime');
  begin();
  const raw = renderMail(inertMailOfDraft(draftMail(source)), {
    ...recipient,
    account: 0,
    deliveryId: NO_DELIVERY,
  });
  const { subject = '', html = '', text = '' } = await PostalMime.parse(raw);
  return { subject, preheader: preheaderOf({ source, recipient }), html, text, raw: raw.toString('utf8') };
}

function preheaderOf({ source, recipient }: PreviewPayload): string {
  const page = `${source.publicUrl.replace(/\/+$/, '')}/preferences/${INERT_TOKEN}`;
  return fillPlaceholders(parsePlaceholders(source.preheader.trim()), {
    get: (name) => (name === PREFERENCES ? page : (source.values.get(name) ?? recipient.values.get(name))),
  });
}

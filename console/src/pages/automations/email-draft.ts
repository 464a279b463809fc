import type { Email } from '../../data/automations.ts';
import { keptDesign } from '../../data/designs.ts';
import type { MailDraft } from '../campaigns/section.tsx';

/** Text of the 409 for an email that was changed elsewhere. */
export const EMAIL_CHANGED = 'Email was changed since this version';

export type EmailDraft = MailDraft & Pick<Email, 'waiting_type' | 'waiting_period' | 'tracking' | 'version'>;

/** Unsaved drafts by email, kept for a return to the page. */
const unsaved = new Map<string, EmailDraft>();

export const unsavedOf = ({ utr }: Email): EmailDraft | undefined => unsaved.get(utr);

/** Keeps the draft. Null: all changes are saved. */
export function keepUnsaved(utr: string, draft: EmailDraft | null): void {
  if (draft === null) unsaved.delete(utr);
  else unsaved.set(utr, draft);
}

/** The inputs for the content. It may be large, so there are none if it equals `saved`. */
export function contentOf(draft: EmailDraft, saved: EmailDraft) {
  const { template_html, template_json } = draft;
  const isSame = template_html === saved.template_html && template_json === saved.template_json;
  if (isSame) return {};
  return {
    template_html: template_html ?? '',
    template_json: template_json ?? '',
    ...keptDesign(draft, saved),
  };
}

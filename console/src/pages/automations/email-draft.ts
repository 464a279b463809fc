import type { Email } from '../../data/automations.ts';
import { keptDesign } from '../../data/designs.ts';
import type { MailDraft } from '../campaigns/section.tsx';

/** What the service says where an email was changed elsewhere. */
export const EMAIL_CHANGED = 'Email was changed since this version';

export type EmailDraft = MailDraft & Pick<Email, 'waiting_type' | 'waiting_period' | 'tracking' | 'version'>;

/** What was written and not saved yet, by email: who comes back to the page goes on with it. */
const unsaved = new Map<string, EmailDraft>();

export const unsavedOf = ({ utr }: Email): EmailDraft | undefined => unsaved.get(utr);

/** Keeps what was written; null: there is nothing left to save. */
export function keepUnsaved(utr: string, draft: EmailDraft | null): void {
  if (draft === null) unsaved.delete(utr);
  else unsaved.set(utr, draft);
}

/** The inputs for the content, which may be large: nothing where it is as `saved`. */
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

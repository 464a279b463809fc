import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Automation } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import type { MailTrial } from '../campaigns/mail-trial.ts';
import type { MailDraft } from '../campaigns/section.tsx';

/** Milliseconds without a change after which the mail that is shown follows. */
const QUIET_MS = 800;
/** A test needs a preview text, and an email needs none: this one is not seen (U+200C, zero width non-joiner). */
const NO_PREHEADER = '\u200C';

/** Previews, tests and checks the email as it is shown here, saved or not. A live automation sends the saved version. */
export function useEmailTrial(
  { unsubscribe_group_id: group }: Pick<Automation, 'unsubscribe_group_id'>,
  utr: string,
  draft: MailDraft,
): MailTrial {
  // Stands for the draft, which may be too large for the key of a query.
  const [current, setCurrent] = useState({ draft, number: 0 });
  if (current.draft !== draft) setCurrent({ draft, number: current.number + 1 });
  const [settled] = useDebouncedValue(current, QUIET_MS);
  return {
    utr,
    key: ['email-preview', utr, settled.number],
    ready: () => Promise.resolve(true),
    preview: (whose, signal) =>
      api.automationSchedulePreview({ utr, ...contentOf(settled.draft), ...whose }, { signal }),
    check: () => api.automationScheduleCheck({ utr, ...contentOf(draft) }),
    test: (email_address, whose) => {
      const { preheader, ...content } = contentOf(draft);
      return api.singleSendTest({
        email_address,
        ...content,
        preheader: preheader === '' ? NO_PREHEADER : preheader,
        unsubscribe_group_id: Number(group),
        ...whose,
      });
    },
  };
}

/** Inputs of the content: one code, or both for the code of a template. */
function contentOf({ sender_id, subject, preheader, template_id, template_html, template_json }: MailDraft) {
  return {
    sender_id,
    subject,
    preheader,
    template_id,
    template_html: template_html ?? '',
    template_json: template_json ?? '',
  };
}

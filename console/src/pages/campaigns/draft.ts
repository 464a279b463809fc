import type { SingleSend, SingleSendUpdateInput } from '../../../../client/src/index.ts';
import { keptDesign } from '../../data/designs.ts';

export interface Draft {
  readonly single_send_name: string;
  readonly sender_id: number;
  readonly unsubscribe_group_id: number;
  readonly subject: string;
  readonly preheader: string;
  /** `contacts_<id>` and `segments_<id>`. */
  readonly recipient_id: readonly string[];
  readonly exclude_specific_recipient_id: readonly string[];
  readonly template_id: number;
  readonly template_html: string | null;
  readonly template_json: string | null;
  readonly tracking: 0 | 1;
}

const entries = (refs: SingleSend['recipient_id']): string[] => refs.map(({ id, table }) => `${table}${id}`);

export const draftOf = (send: SingleSend): Draft => ({
  single_send_name: send.single_send_name,
  sender_id: send.sender_id,
  unsubscribe_group_id: send.unsubscribe_group_id,
  subject: send.subject,
  preheader: send.preheader,
  recipient_id: entries(send.recipient_id),
  exclude_specific_recipient_id: entries(send.exclude_specific_recipient_id),
  template_id: send.template_id,
  template_html: send.template_html,
  template_json: send.template_json,
  tracking: send.tracking,
});

/** When a campaign is sent: at once, or at a time in the account's time zone. Also how long the send can be undone. */
export type Schedule = { readonly undo_seconds?: number } & (
  | { readonly schedule_type: 0 }
  | { readonly schedule_type: 1; readonly schedule_date: string; readonly schedule_time: string }
);

/**
 * The inputs that store a draft. Codes may be large, and are left out where they are those of `stored`. `isEditor`: a design that differs is one that a person has
 * changed, and not another one.
 */
export function draftInputOf(
  utr: string,
  draft: Draft,
  stored: Draft,
  schedule: Schedule,
  isEditor: boolean,
): SingleSendUpdateInput {
  const { template_html, template_json, ...rest } = draft;
  const isSame = template_html === stored.template_html && template_json === stored.template_json;
  return {
    utr,
    ...rest,
    ...schedule,
    ...(!isSame && { template_html: template_html ?? '', template_json: template_json ?? '' }),
    ...(!isEditor && !isSame && keptDesign(draft, stored)),
  };
}

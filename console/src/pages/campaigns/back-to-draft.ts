import { apiNow } from '../../data/client.ts';
import type { Schedule } from './draft.ts';

/** The service's text where a campaign has started. */
export const STARTED = 'Single send can not be changed once it is running';

/** Takes a campaign that has not started back. */
export const backToDraft = (utr: string) => storeSchedule(utr, { draft: 1, schedule_type: 0 });

/** Stores the time of a campaign that has not started, and keeps its content. Returns null if the campaign became a draft meanwhile; it stays one. Fails at once without a session. */
export async function storeSchedule(utr: string, schedule: Schedule & { readonly draft?: 1 }) {
  const [send] = await apiNow.singleSendDetails({ utr });
  const entries = (refs: { id: string; table: string }[]) => refs.map(({ id, table }) => `${table}${id}`);
  const { status, version, template_id, sender_id, unsubscribe_group_id } = send!;
  if (status === 0) return null;
  const { single_send_name, subject, preheader } = send!;
  return apiNow.singleSendUpdate({
    utr,
    if_version: version,
    template_id,
    sender_id,
    unsubscribe_group_id,
    single_send_name,
    subject,
    preheader,
    recipient_id: entries(send!.recipient_id),
    ...schedule,
  });
}

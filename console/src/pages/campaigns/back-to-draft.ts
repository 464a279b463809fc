import { api } from '../../data/client.ts';

/** The service's text where a campaign has started. */
export const STARTED = 'Single send can not be changed once it is running';

/** Takes a campaign that has not started back. What is written stays as it is stored. */
export async function backToDraft(utr: string): Promise<void> {
  const [send] = await api.singleSendDetails({ utr });
  const entries = (refs: { id: string; table: string }[]) => refs.map(({ id, table }) => `${table}${id}`);
  const { template_id, sender_id, unsubscribe_group_id, single_send_name, subject, preheader } = send!;
  await api.singleSendUpdate({
    utr,
    draft: 1,
    template_id,
    sender_id,
    unsubscribe_group_id,
    single_send_name,
    subject,
    preheader,
    recipient_id: entries(send!.recipient_id),
    schedule_type: 0,
  });
}

import type { Texts } from '../texts/texts.ts';
import { api } from './client.ts';
import { firstGroup } from './first-group.ts';
import { senders } from './lists.ts';
import { queries } from './queries.ts';

/** The blank template: a campaign begins without content. */
const BLANK_TEMPLATE = 1;

/** Makes a draft and returns its id; null without a sender. With the same key, it makes no second one. */
export async function createCampaign(
  { campaignsPage }: Texts,
  today: string,
  idempotencyKey: string,
): Promise<string | null> {
  const from = await queries.ensureQueryData(senders);
  const sender = from.find((one) => one.is_verified === 1) ?? from[0];
  if (!sender) return null;
  const { utr } = await api.singleSendCreate(
    {
      draft: 1,
      single_send_name: campaignsPage.unnamed(today),
      sender_id: sender.id,
      unsubscribe_group_id: await firstGroup(campaignsPage.groupName, campaignsPage.groupDescription),
      template_id: BLANK_TEMPLATE,
      subject: '',
      preheader: '',
      recipient_id: [],
      schedule_type: 0,
    },
    { idempotencyKey },
  );
  await queries.invalidateQueries({ queryKey: ['campaigns'], refetchType: 'none' });
  return utr;
}

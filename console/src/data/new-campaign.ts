import type { Texts } from '../texts/texts.ts';
import { api } from './client.ts';
import { BLANK_TEMPLATE } from './designs.ts';
import { firstGroup } from './first-group.ts';
import { senders } from './lists.ts';
import { queries } from './queries.ts';

/** What a campaign begins with: content, or all of an earlier campaign. */
export type CampaignStart =
  | { readonly template_id: number; readonly template_json?: string }
  | { readonly copyOf: string };

/** A campaign without content. */
export const EMPTY_START: CampaignStart = { template_id: BLANK_TEMPLATE };

/** Makes a draft and returns its id; null without a sender. With the same key, it makes no second one. */
export async function createCampaign(
  start: CampaignStart,
  { campaignsPage }: Texts,
  today: string,
  idempotencyKey: string,
): Promise<string | null> {
  const utr =
    'copyOf' in start
      ? (await api.singleSendDuplicate({ utr: start.copyOf }, { idempotencyKey })).utr
      : await createDraft(start, campaignsPage, today, idempotencyKey);
  await queries.invalidateQueries({ queryKey: ['campaigns'], refetchType: 'none' });
  return utr;
}

async function createDraft(
  content: Exclude<CampaignStart, { readonly copyOf: string }>,
  texts: Texts['campaignsPage'],
  today: string,
  idempotencyKey: string,
): Promise<string | null> {
  const from = await queries.ensureQueryData(senders);
  const sender = from.find((one) => one.is_verified === 1) ?? from[0];
  if (!sender) return null;
  const { utr } = await api.singleSendCreate(
    {
      ...content,
      draft: 1,
      single_send_name: texts.unnamed(today),
      sender_id: sender.id,
      unsubscribe_group_id: await firstGroup(texts.groupName, texts.groupDescription),
      subject: '',
      preheader: '',
      recipient_id: [],
      schedule_type: 0,
    },
    { idempotencyKey },
  );
  return utr;
}

import { cityOf } from '../../../../shared/time-zones.ts';
import { useFormats } from '../../app/formats.ts';
import { type Campaign, campaignStateOf } from '../../data/campaigns.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';

export function useWhen(): (campaign: Campaign) => string {
  const { campaignsPage: texts } = useTexts();
  const { dateTime, localDateTime } = useFormats();
  const { timezone } = useSession();
  return (campaign) => {
    const { sent_at, schedule_type, schedule_date, schedule_time, updated_at } = campaign;
    if (sent_at !== null) return texts.sent(localDateTime(sent_at));
    const isPlanned =
      schedule_type === 1 && campaignStateOf(campaign) !== 'draft' && schedule_date !== '0000-00-00';
    return isPlanned
      ? texts.goes(localDateTime(`${schedule_date} ${schedule_time}`), cityOf(timezone))
      : texts.changed(dateTime(updated_at));
  };
}

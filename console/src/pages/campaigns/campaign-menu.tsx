import { RecordMenu } from '../../app/record-menu.tsx';
import { scheduleDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import { useStartCampaign } from './use-start-campaign.ts';

interface CampaignMenuProps {
  readonly name: string;
  readonly utr: string;
  readonly hide?: () => void;
  readonly show?: () => void;
}

export function CampaignMenu({ name, utr, hide, show }: CampaignMenuProps) {
  const { campaignsPage } = useTexts();
  const { start } = useStartCampaign();
  const forget = useForgetDrafts();
  return (
    <RecordMenu
      label={campaignsPage.actions(name)}
      duplicate={{ label: campaignsPage.duplicate, run: () => start({ copyOf: utr }) }}
      removal={{
        list: 'campaigns',
        id: utr,
        said: campaignsPage.deleted(name),
        change: () => api.singleSendDelete({ utr }).then(() => forget(utr, scheduleDraft(utr))),
        hide,
        show,
      }}
    />
  );
}

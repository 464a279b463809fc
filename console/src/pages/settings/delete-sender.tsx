import type { Sender } from '../../../../client/src/index.ts';
import { AskFirst } from '../../app/ask-first.tsx';
import { type Use, UseList } from '../../app/use-list.tsx';
import { MOST_CAMPAIGNS } from '../../data/campaigns.ts';
import type { SenderUses } from '../../data/sender-uses.ts';
import { type Texts, useTexts } from '../../texts/texts.ts';
import { automationUse, campaignUse } from '../contacts/use-audience-uses.tsx';

const usesOf = ({ campaigns, automations }: SenderUses, { effects }: Texts['senderDeletion']): Use[] => [
  ...campaigns.map((one) => campaignUse(one, effects.campaign)),
  ...automations.map((one) => automationUse(one, effects.automation)),
];

interface DeleteSenderProps {
  readonly sender: Sender;
  readonly uses: SenderUses;
  readonly isOpen: boolean;
  readonly run: () => void;
  readonly close: () => void;
}

/** Names the campaigns and automations that stop before a sender is deleted. */
export function DeleteSender({ sender, uses, isOpen, run, close }: DeleteSenderProps) {
  const { senderDeletion, audiencePage } = useTexts();
  return (
    <AskFirst
      isOpen={isOpen}
      isGrave
      title={senderDeletion.title(sender.from_name)}
      hint={senderDeletion.hint}
      no={senderDeletion.keep}
      yes={senderDeletion.yes}
      run={() => {
        close();
        run();
      }}
      close={close}
    >
      <UseList uses={usesOf(uses, senderDeletion)} />
      {uses.isCut && <p>{audiencePage.onlyNewest(MOST_CAMPAIGNS)}</p>}
    </AskFirst>
  );
}

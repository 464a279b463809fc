import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { loading } from '../../app/failures.tsx';
import { LinkButton } from '../../app/link-button.tsx';
import { senders } from '../../data/lists.ts';
import { loadRest } from '../../texts/languages.ts';
import { useTexts } from '../../texts/texts.ts';

const StartCampaign = lazy(
  loading(async () => {
    const [{ StartCampaign: component }] = await Promise.all([import('./start-campaign.tsx'), loadRest()]);
    return { default: component };
  }),
);

interface NewCampaignProps {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Asks what the campaign begins with. Without a sender, it leads to where one is made. */
export function NewCampaign({ isOpen, open, close }: NewCampaignProps) {
  const { campaignsPage } = useTexts();
  const from = useQuery(senders);
  return (
    <>
      {from.data?.length === 0 ? (
        <LinkButton to="/settings">{campaignsPage.toSenders}</LinkButton>
      ) : (
        <Button onClick={open}>{campaignsPage.add}</Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <StartCampaign close={close} />
        </Suspense>
      )}
    </>
  );
}

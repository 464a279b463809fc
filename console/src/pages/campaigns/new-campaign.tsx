import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
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

/** Asks whether the campaign starts empty, from a template or from a copy. Without a sender, it leads to the page that adds one. */
export function NewCampaign({ isOpen, open, close }: NewCampaignProps) {
  const texts = useTexts();
  const { campaignsPage } = texts;
  const from = useQuery(senders);
  // Once asked for, it stays: a closed dialog gives the focus back, and begins a failed draft again with its key.
  const [isAsked, setAsked] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setAsked(true);
  }, [isOpen]);
  const [isShown, setShown] = useState(false);
  const shown = useCallback(() => setShown(true), []);
  const isWaiting = isOpen && !isShown;
  return (
    <>
      {from.data?.length === 0 ? (
        <LinkButton to="/settings">{campaignsPage.toSenders}</LinkButton>
      ) : (
        // Not `loading`, which would take the focus that the dialog gives back.
        <Button aria-busy={isWaiting} onClick={open}>
          {isWaiting ? texts.loading : campaignsPage.add}
        </Button>
      )}
      {isAsked && (
        <Suspense fallback={null}>
          <StartCampaign isOpen={isOpen} shown={shown} close={close} />
        </Suspense>
      )}
    </>
  );
}

import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { UNDOES } from '../../app/keys.ts';
import { notifications } from '../../app/notes.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { type Campaign, campaignQuery } from '../../data/campaigns.ts';
import { isConflict } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { type Texts, useTexts } from '../../texts/texts.ts';
import { backToDraft, STARTED } from './back-to-draft.ts';
import { standingOf } from './standing.tsx';

/** Seconds in which a person can undo a send. The service waits as long before it sends the campaign. */
export const TAKE_BACK_SECONDS = 15;
/** Milliseconds for which the end of the wait is shown. */
const SHOWN_MS = 6000;
/** Milliseconds between two polls of the campaign. */
const LOOK_MS = 1000;

interface SentCampaign {
  readonly utr: string;
  readonly people: string;
}

/** Shows on every page that a campaign will be sent soon, with a button to undo it; later shows whether it was sent. */
export function offerTakeBack(sent: SentCampaign): void {
  const id = crypto.randomUUID();
  notifications.show({
    id,
    autoClose: false,
    withCloseButton: false,
    message: <Countdown {...sent} id={id} />,
  });
}

function Countdown({ utr, people, id }: SentCampaign & { readonly id: string }) {
  const texts = useTexts();
  const { compose } = texts.campaignsPage;
  const seen = useQuery({
    ...campaignQuery(utr),
    // Data of another page may be older than the press of the button.
    queryKey: ['sending', id],
    refetchInterval: LOOK_MS,
    gcTime: 0,
  });
  const takeBack = useTakeBack(utr);
  const campaign = seen.data;
  const end = campaign && campaign.starts_in === 0 ? endOf(campaign, people, texts) : undefined;
  useEffect(() => {
    if (end === undefined) return;
    notifications.hide(id);
    if (end) notifications.show({ ...end, autoClose: end.isBad ? false : SHOWN_MS });
    void queries.invalidateQueries({ queryKey: ['campaigns'] });
    // The object of the result differs at each poll; its kind does not.
    // biome-ignore lint/correctness/useExhaustiveDependencies: one end is shown
  }, [end === undefined, id]);
  return (
    <Group justify="space-between" wrap="nowrap">
      <span role="timer">{compose.goesIn(people, campaign?.starts_in || TAKE_BACK_SECONDS)}</span>
      <Button
        {...UNDOES}
        flex="none"
        size="compact-md"
        variant="default"
        loading={takeBack.isPending}
        disabled={takeBack.isSuccess}
        onClick={() => takeBack.mutate()}
      >
        {compose.takeBack}
      </Button>
    </Group>
  );
}

/** The note about a campaign after the time to undo it; null if a person undid it. */
function endOf(
  campaign: Campaign,
  people: string,
  { campaignsPage: texts }: Texts,
): { readonly message: string; readonly isBad: boolean } | null {
  if (campaign.hold_reason === 'draft') return null;
  const stands = standingOf(campaign, texts);
  return stands
    ? { message: texts.compose.notSent(stands[0]), isBad: true }
    : { message: texts.compose.goes(people), isBad: false };
}

/** Makes a campaign a draft again before it starts, and shows whether that was in time. */
export function useTakeBack(utr: string) {
  const texts = useTexts();
  const { compose } = texts.campaignsPage;
  return useMutation({
    mutationFn: () => backToDraft(utr),
    onSuccess: () => notifications.show({ message: compose.takenBack }),
    onError: (error) => {
      if (isConflict(error, STARTED)) notifications.show({ message: compose.tooLate });
      else noteProblem(error, texts);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['campaigns'] }),
  });
}

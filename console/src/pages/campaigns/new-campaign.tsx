import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useFormats } from '../../app/formats.ts';
import { noteProblem } from '../../app/problem-note.ts';
import { senders } from '../../data/lists.ts';
import { createCampaign } from '../../data/new-campaign.ts';
import { useTexts } from '../../texts/texts.ts';

/** Makes a draft and leads to it. Without a sender it leads to where one is made. */
export function NewCampaign() {
  const texts = useTexts();
  const { campaignsPage } = texts;
  const { date } = useFormats();
  const navigate = useNavigate();
  const from = useQuery(senders);
  // A click that is made again after a failure makes no second draft.
  const key = useRef(crypto.randomUUID());
  const create = useMutation({
    mutationFn: () => createCampaign(texts, date(new Date()), key.current),
    onSuccess: async (utr) => {
      key.current = crypto.randomUUID();
      if (utr !== null) await navigate({ to: '/campaigns/$utr/edit', params: { utr } });
    },
    onError: (error) => noteProblem(error, texts),
  });
  if (from.data?.length === 0)
    return (
      <Button component={Link} to="/settings" variant="default">
        {campaignsPage.toSenders}
      </Button>
    );
  return (
    <Button disabled={!from.data} loading={create.isPending} onClick={() => create.mutate()}>
      {campaignsPage.add}
    </Button>
  );
}

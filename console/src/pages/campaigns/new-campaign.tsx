import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useFormats } from '../../app/formats.ts';
import { noteProblem } from '../../app/problem-note.ts';
import { api } from '../../data/client.ts';
import { firstGroup } from '../../data/first-group.ts';
import { senders } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

/** The blank template: a campaign begins without content. */
const BLANK_TEMPLATE = 1;

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
    mutationFn: async () => {
      const sender = from.data!.find((one) => one.is_verified === 1) ?? from.data![0]!;
      const { utr } = await api.singleSendCreate(
        {
          draft: 1,
          single_send_name: campaignsPage.unnamed(date(new Date())),
          sender_id: sender.id,
          unsubscribe_group_id: await firstGroup(campaignsPage.groupName, campaignsPage.groupDescription),
          template_id: BLANK_TEMPLATE,
          subject: '',
          preheader: '',
          recipient_id: [],
          schedule_type: 0,
        },
        { idempotencyKey: key.current },
      );
      return utr;
    },
    onSuccess: async (utr) => {
      key.current = crypto.randomUUID();
      await navigate({ to: '/campaigns/$utr/edit', params: { utr } });
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
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

import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormats } from '../../app/formats.ts';
import { noteProblem } from '../../app/problem-note.ts';
import { useKeyedCall } from '../../app/use-keyed-call.ts';
import { type CampaignStart, createCampaign } from '../../data/new-campaign.ts';
import { useTexts } from '../../texts/texts.ts';

/** Makes a draft and opens it, or the page that adds a sender. A retry after a failure makes no second draft. `isDialog`: the address opens the dialog. */
export function useStartCampaign(isDialog = false) {
  const texts = useTexts();
  const { date } = useFormats();
  const navigate = useNavigate();
  const create = useKeyedCall((start: CampaignStart, key) =>
    createCampaign(start, texts, date(new Date()), key),
  );
  const { mutate, isPending } = useMutation({
    mutationFn: create,
    async onSuccess(utr) {
      // Back leads to the list, and not to the dialog.
      const replace = isDialog;
      if (utr === null) await navigate({ to: '/settings', replace });
      else await navigate({ to: '/campaigns/$utr/edit', params: { utr }, replace });
    },
    onError: (error) => noteProblem(error, texts),
  });
  return {
    // A second press comes before the button is disabled.
    start: (from: CampaignStart): void => {
      if (!isPending) mutate(from);
    },
    isPending,
  };
}

import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { notifications } from '../../app/notes.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { RecordMenu } from '../../app/record-menu.tsx';
import { api } from '../../data/client.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

interface CampaignMenuProps {
  readonly name: string;
  readonly utr: string;
  readonly hide: () => void;
  readonly show: () => void;
}

export function CampaignMenu({ name, utr, hide, show }: CampaignMenuProps) {
  const texts = useTexts();
  const { campaignsPage } = texts;
  const navigate = useNavigate();
  const key = useRef(crypto.randomUUID());
  const duplicate = useMutation({
    mutationFn: () => api.singleSendDuplicate({ utr }, { idempotencyKey: key.current }),
    onSuccess: async (copy) => {
      key.current = crypto.randomUUID();
      notifications.show({ message: campaignsPage.duplicated });
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: '/campaigns/$utr/edit', params: { utr: copy.utr } });
    },
    onError: (error) => noteProblem(error, texts),
  });
  return (
    <RecordMenu
      label={campaignsPage.actions(name)}
      duplicate={{ label: campaignsPage.duplicate, run: () => duplicate.mutate() }}
      removal={{
        said: campaignsPage.deleted(name),
        change: () => api.singleSendDelete({ utr }),
        hide,
        show,
      }}
    />
  );
}

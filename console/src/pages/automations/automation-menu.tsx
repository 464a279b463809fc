import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notifications } from '../../app/notes.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { RecordMenu } from '../../app/record-menu.tsx';
import { useForgetDraftsOfEmails } from '../../app/use-kept-draft.ts';
import { useKeyedCall } from '../../app/use-keyed-call.ts';
import { api } from '../../data/client.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

interface AutomationMenuProps {
  readonly name: string;
  readonly utr: string;
  readonly hide?: () => void;
  readonly show?: () => void;
}

export function AutomationMenu({ name, utr, hide, show }: AutomationMenuProps) {
  const texts = useTexts();
  const { automationsPage } = texts;
  const navigate = useNavigate();
  const forget = useForgetDraftsOfEmails();
  const copyOf = useKeyedCall((of: string, idempotencyKey) =>
    api.automationDuplicate({ utr: of }, { idempotencyKey }),
  );
  const duplicate = useMutation({
    mutationFn: () => copyOf(utr),
    onSuccess: async (copy) => {
      notifications.show({ message: automationsPage.duplicated });
      await queries.invalidateQueries({ queryKey: ['automations'] });
      await navigate({ to: '/automations/$utr', params: { utr: copy.utr } });
    },
    onError: (error) => noteProblem(error, texts),
  });
  return (
    <RecordMenu
      label={automationsPage.actions(name)}
      duplicate={{ label: automationsPage.duplicate, run: () => duplicate.mutate() }}
      removal={{
        list: 'automations',
        id: utr,
        said: automationsPage.deleted(name),
        change: () => api.automationDelete({ utr }).then(() => forget(utr)),
        hide,
        show,
      }}
    />
  );
}

import { api } from '../data/client.ts';
import { contactTypes } from '../data/lists.ts';
import { queries } from '../data/queries.ts';
import { useTexts } from '../texts/texts.ts';
import { AddLine } from './add-line.tsx';
import { notifications } from './notes.tsx';
import { formDraft } from './use-kept-draft.ts';

/** Audiences are contact types in the API. */
interface AddAudienceProps {
  readonly made?: (id: number) => void;
}

export function AddAudience({ made }: AddAudienceProps) {
  const { contactsPage } = useTexts();
  const add = async (name: string): Promise<void> => {
    const { id } = await api.contactTypeAdd({ name }, { idempotencyKey: crypto.randomUUID() });
    notifications.show({ message: contactsPage.audienceMade(name) });
    await queries.invalidateQueries({ queryKey: contactTypes.queryKey });
    made?.(id);
  };
  return (
    <AddLine
      label={contactsPage.audienceName}
      hint={contactsPage.audienceHint}
      button={contactsPage.addAudience}
      input="name"
      draft={formDraft('audience')}
      add={add}
    />
  );
}

import { useMutation } from '@tanstack/react-query';
import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { api } from '../../data/client.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const EMPTY = { email: '', first_name: '', last_name: '' };

/** Adds a person whatever the rule says; also ends an exclusion. */
export function AddPerson({
  segment,
  isOpen,
  close,
}: {
  segment: number;
  isOpen: boolean;
  close: () => void;
}) {
  const { contactsPage, segmentsPage } = useTexts();
  const add = useMutation({
    mutationFn: (): Promise<unknown> =>
      api.segmentRecipientStore({ segment_id: segment, ...typed }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: async () => {
      notifications.show({ message: segmentsPage.personAdded(typed.email) });
      clear();
      close();
      await queries.invalidateQueries();
    },
  });
  const { typed, field, clear } = useTyped(EMPTY, fieldProblems(add.error));
  return (
    <FormModal
      isOpen={isOpen}
      close={close}
      title={segmentsPage.addPerson}
      submit={segmentsPage.addPerson}
      mutation={add}
    >
      {field({
        name: 'email',
        'aria-required': true,
        label: contactsPage.email,
        type: 'email',
      })}
      {field({ name: 'first_name', label: contactsPage.firstName })}
      {field({ name: 'last_name', label: contactsPage.lastName })}
    </FormModal>
  );
}

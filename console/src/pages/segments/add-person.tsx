import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { useForm } from '../../app/use-form.ts';
import { personDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
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
  const { field, modal } = useForm({
    draft: personDraft(segment),
    title: segmentsPage.addPerson,
    initial: EMPTY,
    isOpen,
    isNew: true,
    // A live automation may mail the person.
    isMail: true,
    save: (sending): Promise<unknown> =>
      api.segmentRecipientStore({ segment_id: segment, ...sending }, { idempotencyKey: crypto.randomUUID() }),
    saved: async (_, { email }) => {
      notifications.show({ message: segmentsPage.personAdded(email) });
      close();
      await queries.invalidateQueries();
    },
  });
  return (
    <FormModal {...modal} close={close} submit={segmentsPage.addPerson}>
      {field({
        name: 'email',
        'aria-required': true,
        label: contactsPage.email,
        type: 'email',
      })}
      {field({ name: 'first_name', 'aria-required': true, label: contactsPage.firstName })}
      {field({ name: 'last_name', 'aria-required': true, label: contactsPage.lastName })}
    </FormModal>
  );
}

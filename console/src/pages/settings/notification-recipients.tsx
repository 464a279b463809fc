import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormModal } from '../../app/form-modal.tsx';
import { RecordSection } from '../../app/record-section.tsx';
import { useAddressedDialog } from '../../app/use-addressed-dialog.ts';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { notificationRecipients } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

export function NotificationRecipients() {
  const texts = useTexts();
  const { notices } = texts;
  const list = useQuery(notificationRecipients);
  const [isAdding, { open, close }] = useAddressedDialog('add-recipient');
  return (
    <RecordSection
      id="notices"
      title={notices.title}
      hint={notices.hint}
      none={notices.none}
      action={
        <Button variant="default" onClick={open}>
          {notices.add}
        </Button>
      }
      read={list}
      rowOf={({ email_address, email_owner, confirmed }) => ({
        name: email_address,
        detail: email_owner,
        badge: confirmed === 1 ? null : texts.settingsPage.unverified,
      })}
      removal={({ id, email_address }) => ({
        label: texts.remove,
        said: notices.deleted(email_address),
        change: () => api.notificationRecipientDelete({ id }),
      })}
    >
      <AddRecipient isOpen={isAdding} close={close} />
    </RecordSection>
  );
}

const EMPTY = { email_address: '', email_owner: '' };

function AddRecipient({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { notices, contactsPage } = useTexts();
  const { field, modal } = useForm({
    draft: formDraft('alert-recipient'),
    title: notices.add,
    initial: EMPTY,
    isOpen,
    isNew: true,
    // The recipient gets a mail that asks to confirm the address.
    isMail: true,
    save: (sending): Promise<unknown> =>
      api.notificationRecipientSave(sending, { idempotencyKey: crypto.randomUUID() }),
    saved: async () => {
      close();
      await queries.invalidateQueries({ queryKey: notificationRecipients.queryKey });
    },
  });
  return (
    <FormModal {...modal} close={close} submit={notices.add}>
      {field({
        name: 'email_address',
        'aria-required': true,
        label: contactsPage.email,
        type: 'email',
      })}
      {field({ name: 'email_owner', 'aria-required': true, label: notices.owner })}
    </FormModal>
  );
}

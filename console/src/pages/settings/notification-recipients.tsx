import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FormModal } from '../../app/form-modal.tsx';
import { RecordSection } from '../../app/record-section.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { api } from '../../data/client.ts';
import { notificationRecipients } from '../../data/lists.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

export function NotificationRecipients() {
  const texts = useTexts();
  const { notices } = texts;
  const list = useQuery(notificationRecipients);
  const [isAdding, { open, close }] = useDisclosure();
  return (
    <RecordSection
      id="notices"
      title={notices.title}
      hint={notices.hint}
      none={notices.none}
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
      <Button variant="default" onClick={open}>
        {notices.add}
      </Button>
    </RecordSection>
  );
}

const EMPTY = { email_address: '', email_owner: '' };

function AddRecipient({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { notices, contactsPage } = useTexts();
  const add = useMutation({
    mutationFn: (): Promise<unknown> =>
      api.notificationRecipientSave(typed, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: async () => {
      clear();
      close();
      await queries.invalidateQueries({ queryKey: notificationRecipients.queryKey });
    },
  });
  const { typed, field, clear } = useTyped(EMPTY, fieldProblems(add.error));
  return (
    <FormModal isOpen={isOpen} close={close} title={notices.add} submit={notices.add} mutation={add}>
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

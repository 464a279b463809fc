import { Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../data/client.ts';
import { senders } from '../../data/lists.ts';
import { countries } from '../../data/places.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const EMPTY = {
  from_name: '',
  from_email: '',
  reply_to_email: '',
  company_address: '',
  zip_code: '',
};

/** A new sender. Answers go to its own address, and its name is what the account calls it, unless others are given. */
export function AddSender({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const texts = useTexts();
  const { settingsPage } = texts;
  const places = useQuery({ ...countries, enabled: isOpen });
  const [typed, setTyped] = useState(EMPTY);
  const [country, setCountry] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: () =>
      api.senderSave(
        {
          ...typed,
          reply_to_email: typed.reply_to_email || typed.from_email,
          nickname: typed.from_name,
          country_id: Number(country),
        },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: async ({ warnings }) => {
      notifications.show({ message: settingsPage.resent(typed.from_email) });
      for (const message of warnings) notifications.show({ message, autoClose: false });
      setTyped(EMPTY);
      close();
      await queries.invalidateQueries({ queryKey: senders.queryKey });
    },
  });
  const problems = fieldProblems(add.error);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  const field = (name: keyof typeof EMPTY, hint?: string) => (
    <TextInput
      label={settingsPage.sender[name]}
      description={hint}
      value={typed[name]}
      maxLength={255}
      error={problems[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={settingsPage.addSender}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={send} noValidate>
        <Stack>
          {field('from_name', settingsPage.sender.nameHint)}
          {field('from_email', settingsPage.sender.emailHint)}
          {field('reply_to_email', settingsPage.sender.replyHint)}
          {field('company_address', settingsPage.sender.addressHint)}
          {field('zip_code')}
          <Select
            label={texts.contactsPage.country}
            data={(places.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={country}
            onChange={setCountry}
            searchable
            limit={50}
            error={problems['country_id']}
          />
          {add.isError && Object.keys(problems).length === 0 && (
            <p role="alert">{problemOf(add.error, texts)}</p>
          )}
          <Button type="submit" loading={add.isPending}>
            {settingsPage.addSender}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

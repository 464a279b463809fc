import { Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../data/client.ts';
import { contactTypes } from '../../data/lists.ts';
import { countries } from '../../data/places.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const EMPTY = { email: '', first_name: '', last_name: '' };

export function AddContact({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const texts = useTexts();
  const { contactsPage } = texts;
  const types = useQuery(contactTypes);
  const places = useQuery({ ...countries, enabled: isOpen });
  const [typed, setTyped] = useState(EMPTY);
  const [audience, setAudience] = useState<string | null>(null);
  const [country, setCountry] = useState<string | null>(null);
  const chosenAudience = audience ?? (types.data?.[0] ? String(types.data[0].id) : null);
  const add = useMutation({
    mutationFn: () =>
      api.contactAdd(
        { ...typed, contact_type_id: Number(chosenAudience), country: Number(country) },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: async () => {
      notifications.show({ message: contactsPage.added1(typed.email) });
      setTyped(EMPTY);
      close();
      await queries.invalidateQueries();
    },
  });
  const problems = fieldProblems(add.error);
  const isOther = add.isError && Object.keys(problems).length === 0;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  const field = (name: keyof typeof EMPTY, label: string, type = 'text') => (
    <TextInput
      label={label}
      type={type}
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
      title={contactsPage.addTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={send} noValidate>
        <Stack>
          {field('email', contactsPage.email, 'email')}
          {field('first_name', contactsPage.firstName)}
          {field('last_name', contactsPage.lastName)}
          <Select
            label={contactsPage.audience}
            data={(types.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={chosenAudience}
            onChange={setAudience}
            allowDeselect={false}
            error={problems['contact_type_id']}
          />
          <Select
            label={contactsPage.country}
            data={(places.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={country}
            onChange={setCountry}
            searchable
            limit={50}
            error={problems['country']}
          />
          {isOther && <p role="alert">{problemOf(add.error, texts)}</p>}
          <Button type="submit" loading={add.isPending}>
            {contactsPage.add}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

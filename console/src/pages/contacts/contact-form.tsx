import { Button, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Contact } from '../../../../client/src/index.ts';
import { api } from '../../data/client.ts';
import { contactTypes } from '../../data/lists.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

/** A contact's own values and those of custom fields. What is not shown here stays as it is. */
export function ContactForm({ contact }: { contact: Contact }) {
  const texts = useTexts();
  const { contactsPage } = texts;
  const types = useQuery(contactTypes);
  const { email, first_name, last_name } = contact;
  const custom = Object.entries(contact.custom_field ?? {});
  const [own, setOwn] = useState({ email, first_name, last_name });
  const [values, setValues] = useState(() =>
    Object.fromEntries(custom.map(([name, { field_value }]) => [name, field_value ?? ''])),
  );
  const [audience, setAudience] = useState(String(contact.contact_type_id));
  const save = useMutation({
    mutationFn: () =>
      api.contactUpdate({
        ...own,
        contact_id: contact.id,
        contact_type_id: Number(audience),
        country: Number(contact.country),
        ...(custom.length > 0 && { custom_field: values }),
      }),
    onSuccess: async () => {
      notifications.show({ message: contactsPage.saved });
      await queries.invalidateQueries();
    },
  });
  const problems = fieldProblems(save.error);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  const field = (name: keyof typeof own, label: string) => (
    <TextInput
      label={label}
      value={own[name]}
      maxLength={255}
      error={problems[name]}
      onChange={(event) => setOwn({ ...own, [name]: event.currentTarget.value })}
    />
  );
  return (
    <section className="card" aria-labelledby="details">
      <h2 id="details">{contactsPage.details}</h2>
      <form onSubmit={send} noValidate>
        <Stack mt="sm">
          {field('email', contactsPage.email)}
          {field('first_name', contactsPage.firstName)}
          {field('last_name', contactsPage.lastName)}
          <Select
            label={contactsPage.audience}
            data={(types.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={audience}
            onChange={(value) => setAudience(value ?? audience)}
            allowDeselect={false}
            error={problems['contact_type_id']}
          />
          <h2>{contactsPage.fields}</h2>
          {custom.length === 0 && <p className="soft">{contactsPage.noFields}</p>}
          {custom.map(([name, { field_name }]) => (
            <TextInput
              key={name}
              label={field_name}
              value={values[name] ?? ''}
              error={problems[`custom_field.${name}`]}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          ))}
          {save.isError && <p role="alert">{problemOf(save.error, texts)}</p>}
          <Button type="submit" loading={save.isPending}>
            {texts.save}
          </Button>
        </Stack>
      </form>
    </section>
  );
}

import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Contact } from '../../../../client/src/index.ts';
import { AudienceSelect } from '../../app/selects.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { api } from '../../data/client.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const VALUE_MAX = 4096;

/** A contact's own values and those of custom fields. What is not shown here stays as it is. */
export function ContactForm({ contact }: { contact: Contact }) {
  const texts = useTexts();
  const { contactsPage } = texts;
  const { email, first_name, last_name } = contact;
  const custom = Object.entries(contact.custom_field ?? {});
  const [audience, setAudience] = useState(String(contact.contact_type_id));
  const save = useMutation({
    mutationFn: () =>
      api.contactUpdate({
        ...own.typed,
        contact_id: contact.id,
        contact_type_id: Number(audience),
        country: Number(contact.country),
        ...(custom.length > 0 && { custom_field: values.typed }),
      }),
    onSuccess: async () => {
      notifications.show({ message: contactsPage.saved });
      await queries.invalidateQueries();
    },
  });
  const problems = fieldProblems(save.error);
  const own = useTyped({ email, first_name, last_name }, problems);
  const values = useTyped(
    Object.fromEntries(custom.map(([name, { field_value }]) => [name, field_value ?? ''])),
    Object.fromEntries(custom.map(([name]) => [name, problems[`custom_field.${name}`] ?? ''])),
  );
  const send = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <section className="card" aria-labelledby="details">
      <h2 id="details">{contactsPage.details}</h2>
      <form onSubmit={send} noValidate>
        <Stack mt="sm">
          {own.field({ name: 'email', label: contactsPage.email })}
          {own.field({ name: 'first_name', label: contactsPage.firstName })}
          {own.field({ name: 'last_name', label: contactsPage.lastName })}
          <AudienceSelect value={audience} choose={setAudience} error={problems['contact_type_id']} />
          <h2>{contactsPage.fields}</h2>
          {custom.length === 0 && <p className="soft">{contactsPage.noFields}</p>}
          {custom.map(([name, { field_name }]) => (
            <div key={name}>{values.field({ name, label: field_name, maxLength: VALUE_MAX })}</div>
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

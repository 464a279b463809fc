import { Button, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { contactTypes } from '../../data/lists.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './audience-list.module.css';

/** The audiences (contact types) with how many contacts each has, and a field for a new one. */
export function AudienceList() {
  const texts = useTexts();
  const { contactsPage } = texts;
  const types = useQuery(contactTypes);
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => api.contactTypeAdd({ name }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: async () => {
      notifications.show({ message: contactsPage.audienceMade(name) });
      setName('');
      await queries.invalidateQueries({ queryKey: contactTypes.queryKey });
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  const problem = add.isError ? (fieldProblems(add.error)['name'] ?? problemOf(add.error, texts)) : null;
  return (
    <section className="card" aria-labelledby="audiences">
      <h2 id="audiences">{contactsPage.audiencesLabel}</h2>
      {types.isPending && <Waiting rows={1} />}
      {types.isError && <Unread error={types.error} retry={() => void types.refetch()} />}
      {types.data && types.data.length === 0 && <p className="soft">{texts.homePage.noAudiences}</p>}
      {types.data && types.data.length > 0 && (
        <ul className={styles.audiences}>
          {types.data.map(({ id, name, contacts_count }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span className="soft">{contactsPage.audienceCount(contacts_count)}</span>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={send}>
        <Group align="flex-end">
          <TextInput
            flex="1 1 14rem"
            maw="22rem"
            label={contactsPage.audienceName}
            description={contactsPage.audienceHint}
            value={name}
            maxLength={255}
            error={problem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={add.isPending}>
            {contactsPage.addAudience}
          </Button>
        </Group>
      </form>
    </section>
  );
}

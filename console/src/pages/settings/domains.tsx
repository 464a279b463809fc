import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { sendingDomains } from '../../data/lists.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { DomainRow } from './domain-row.tsx';
import styles from './rows.module.css';

/** Domains that mails are signed with: the records to set, and whether the DNS has them. */
export function Domains() {
  const texts = useTexts();
  const { settingsPage } = texts;
  const list = useQuery(sendingDomains);
  const [domain, setDomain] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const add = useMutation({
    mutationFn: () => api.sendingDomainSave({ domain }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: async () => {
      setDomain('');
      await queries.invalidateQueries({ queryKey: sendingDomains.queryKey });
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  const shown = list.data?.filter(({ id }) => !hidden.has(id));
  const show = (id: number, isShown: boolean): void =>
    setHidden((now) => new Set(isShown ? [...now].filter((one) => one !== id) : [...now, id]));
  return (
    <section className="card" aria-labelledby="domains">
      <h2 id="domains">{settingsPage.domains}</h2>
      <p className="soft">{settingsPage.domainsHint}</p>
      {list.isPending && <Waiting rows={2} height={64} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      {shown?.length === 0 && <p>{settingsPage.noDomains}</p>}
      {shown && shown.length > 0 && (
        <ul className={styles.rows}>
          {shown.map((one) => (
            <DomainRow key={one.id} domain={one} show={(isShown) => show(one.id, isShown)} />
          ))}
        </ul>
      )}
      <form onSubmit={send} noValidate>
        <Group align="flex-end">
          <TextInput
            flex="1 1 14rem"
            maw="22rem"
            label={settingsPage.domain}
            description={settingsPage.domainExample}
            value={domain}
            maxLength={255}
            error={add.isError ? (fieldProblems(add.error)['domain'] ?? problemOf(add.error, texts)) : null}
            onChange={(event) => setDomain(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={add.isPending}>
            {settingsPage.addDomain}
          </Button>
        </Group>
      </form>
    </section>
  );
}

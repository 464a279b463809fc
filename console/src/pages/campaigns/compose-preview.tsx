import { Button, Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Unread } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { MailFrame } from './mail-frame.tsx';
import type { MailTrial, TrialContact } from './mail-trial.ts';
import { Section } from './section.tsx';
import { TestMail } from './test-mail.tsx';

/** Milliseconds after the last key before contacts are looked for. */
const TYPING_MS = 200;
const OFFERED = 20;
const ANYBODY = '';

/** The mail as any contact gets it, and a test of it. */
export function PreviewSection({ trial }: { trial: MailTrial }) {
  const { compose: texts } = useTexts().campaignsPage;
  const [contact, setContact] = useState(ANYBODY);
  const [isOpen, setOpen] = useState(false);
  const [isNarrow, setNarrow] = useState(false);
  const whose: TrialContact = contact === ANYBODY ? {} : { contact_id: Number(contact) };
  const preview = useQuery({
    queryKey: [...trial.key, contact],
    queryFn: ({ signal }) => trial.preview(whose, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const show = async (): Promise<void> => {
    if (await trial.ready()) setOpen(true);
  };
  const sendTest = async (email_address: string): Promise<boolean> => {
    if (!(await trial.ready())) return false;
    await trial.test(email_address, whose);
    return true;
  };
  return (
    <Section title={texts.preview}>
      <p className="soft">{texts.previewHint}</p>
      <Group align="flex-end" my="sm">
        <ContactSelect value={contact} choose={setContact} />
        {!isOpen && (
          <Button variant="default" onClick={() => void show()}>
            {texts.show}
          </Button>
        )}
        {isOpen && (
          <Button variant="default" onClick={() => setNarrow(!isNarrow)}>
            {isNarrow ? texts.wide : texts.narrow}
          </Button>
        )}
      </Group>
      {preview.isError && <Unread error={preview.error} retry={() => void preview.refetch()} />}
      {isOpen && preview.data && !preview.isError && (
        <div data-stale={preview.isPlaceholderData} className={styles.preview}>
          <p>
            <strong>{preview.data.subject}</strong> <span className="soft">{preview.data.preheader}</span>
          </p>
          <MailFrame html={preview.data.html} title={texts.frame} isNarrow={isNarrow} />
        </div>
      )}
      <TestMail send={sendTest} />
    </Section>
  );
}

function ContactSelect({ value, choose }: { value: string; choose: (value: string) => void }) {
  const { compose: texts } = useTexts().campaignsPage;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ['contacts-offered', search],
    queryFn: ({ signal }) =>
      api.contactList({ limit: OFFERED, ...(search !== '' && { search }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const people = (found.data ?? []).map(({ id, email }) => ({ value: String(id), label: email }));
  return (
    <Select
      flex="1 1 16rem"
      maw="24rem"
      label={texts.previewAs}
      placeholder={texts.anybody}
      data={people}
      value={value === ANYBODY ? null : value}
      onChange={(id) => choose(id ?? ANYBODY)}
      onSearchChange={(text) => setTyped(people.some(({ label }) => label === text) ? '' : text)}
      // The service has found them by more than their labels.
      filter={({ options }) => options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.anybody }}
    />
  );
}

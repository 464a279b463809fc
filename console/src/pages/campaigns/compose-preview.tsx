import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Unread } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { MailFrame } from './mail-frame.tsx';
import { Section, type SectionProps } from './section.tsx';

/** Milliseconds after the last key before contacts are looked for. */
const TYPING_MS = 200;
/** Contacts that are offered. */
const OFFERED = 20;
const ANYBODY = '';

/** The mail as any contact gets it, and a test of it. */
export function PreviewSection({ utr, autosave: { version, flush } }: SectionProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const [contact, setContact] = useState(ANYBODY);
  const [isOpen, setOpen] = useState(false);
  const [isNarrow, setNarrow] = useState(false);
  const preview = useQuery({
    queryKey: ['campaign-preview', utr, contact, version],
    queryFn: ({ signal }) =>
      api.singleSendPreview({ utr, ...(contact !== ANYBODY && { contact_id: Number(contact) }) }, { signal }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const show = async (): Promise<void> => {
    if (await flush()) setOpen(true);
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
      <TestMail utr={utr} contact={contact} flush={flush} />
    </Section>
  );
}

/** Finds a contact by the beginning of its address or name. */
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

interface Test {
  readonly utr: string;
  readonly contact: string;
  readonly flush: () => Promise<boolean>;
}

function TestMail({ utr, contact, flush }: Test) {
  const texts = useTexts();
  const { compose } = texts.campaignsPage;
  const { email } = useSession();
  const [to, setTo] = useState(email);
  const send = useMutation({
    mutationFn: async () => {
      if (!(await flush())) return;
      await api.singleSendTest({
        utr,
        email_address: to,
        ...(contact !== ANYBODY && { contact_id: Number(contact) }),
      });
      notifications.show({ message: compose.testSent(to) });
    },
  });
  const problem = send.isError
    ? (fieldProblems(send.error)['email_address'] ?? problemOf(send.error, texts))
    : null;
  return (
    <Group align="flex-end" mt="md">
      <TextInput
        flex="1 1 16rem"
        maw="24rem"
        label={compose.testTo}
        description={compose.testHint}
        value={to}
        error={problem}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        {compose.testSend}
      </Button>
    </Group>
  );
}

import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Unread } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { ANYBODY, ContactSelect, contactOf } from './contact-select.tsx';
import { MailFrame } from './mail-frame.tsx';
import type { MailTrial } from './mail-trial.ts';
import { Section } from './section.tsx';
import { TestMail } from './test-mail.tsx';

/** The mail as any contact gets it, and a test of it. */
export function PreviewSection({ trial }: { trial: MailTrial }) {
  const { compose: texts } = useTexts().campaignsPage;
  const [contact, setContact] = useState(ANYBODY);
  const [isOpen, setOpen] = useState(false);
  const [isNarrow, setNarrow] = useState(false);
  const whose = contactOf(contact);
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

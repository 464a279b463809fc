import { Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSubjectWords } from '../../data/field-names.ts';
import { senders } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { InsertField } from './insert-field.tsx';
import { type MailSectionProps, Section } from './section.tsx';

/** A header line may not be longer (RFC 5322, 2.1.1). */
const LINE_MAX = 998;

/** Subject and preview text, as an inbox shows them. */
export function SubjectSection({ autosave: { draft, change }, problems }: MailSectionProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const subjectWords = useSubjectWords();
  const from = useQuery(senders);
  const subject = useRef<HTMLInputElement>(null);
  const preheader = useRef<HTMLInputElement>(null);
  const sender = from.data?.find(({ id }) => id === draft.sender_id);
  return (
    <Section title={texts.subject} part="subject">
      <div className={styles.split}>
        <Stack mt="sm">
          <TextInput
            ref={subject}
            label={texts.subjectLabel}
            description={texts.subjectHint(draft.subject.length)}
            value={draft.subject}
            maxLength={LINE_MAX}
            error={problems['subject']}
            onChange={(event) => change({ subject: event.currentTarget.value })}
            rightSectionWidth={44}
            rightSection={
              <InsertField
                name={texts.subjectLabel}
                target={subject}
                insert={(value) => change({ subject: value })}
              />
            }
          />
          <TextInput
            ref={preheader}
            label={texts.preheader}
            description={texts.preheaderHint}
            value={draft.preheader}
            maxLength={LINE_MAX}
            error={problems['preheader']}
            onChange={(event) => change({ preheader: event.currentTarget.value })}
            rightSectionWidth={44}
            rightSection={
              <InsertField
                name={texts.preheader}
                target={preheader}
                insert={(value) => change({ preheader: value })}
              />
            }
          />
        </Stack>
        <figure className={styles.inbox}>
          <figcaption className="soft">{texts.inbox}</figcaption>
          <div className={styles.letter}>
            <strong className={styles.line}>{sender?.from_name ?? ''}</strong>
            <span className="soft">{texts.now}</span>
            <div className={styles.line}>
              {draft.subject === '' ? texts.noSubject : subjectWords(draft.subject)}
            </div>
            <div className={`soft ${styles.line}`}>
              {draft.preheader === '' ? texts.noPreheader : subjectWords(draft.preheader)}
            </div>
          </div>
        </figure>
      </div>
    </Section>
  );
}

import { Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { fallbackMax, fieldsIn, useSubjectWords, withFallback } from '../../data/field-names.ts';
import { senders } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { FallbackInput } from './fallback-input.tsx';
import { InsertField } from './insert-field.tsx';
import { type MailSectionProps, Section } from './section.tsx';

/** A header line may not be longer (RFC 5322, 2.1.1). */
const LINE_MAX = 998;

/** Subject and preview text, as an inbox shows them. */
export function SubjectSection({ autosave: { draft, change }, problems }: MailSectionProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const subjectWords = useSubjectWords();
  const from = useQuery(senders);
  const sender = from.data?.find(({ id }) => id === draft.sender_id);
  return (
    <Section title={texts.subject} part="subject">
      <div className={styles.split}>
        <Stack mt="sm">
          <LineInput
            label={texts.subjectLabel}
            description={texts.subjectHint(draft.subject.length)}
            value={draft.subject}
            problem={problems['subject']}
            write={(subject) => change({ subject })}
          />
          <LineInput
            label={texts.preheader}
            description={texts.preheaderHint}
            value={draft.preheader}
            problem={problems['preheader']}
            write={(preheader) => change({ preheader })}
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

interface LineInputProps {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly write: (value: string) => void;
}

/** A line that may have fields, with a box for the fallback of each. */
function LineInput({ label, description, value, problem, write }: LineInputProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const line = useRef<HTMLInputElement>(null);
  const fields = [...fieldsIn(value)];
  return (
    <div>
      <TextInput
        ref={line}
        label={label}
        description={description}
        value={value}
        maxLength={LINE_MAX}
        error={problem}
        onChange={(event) => write(event.currentTarget.value)}
        rightSectionWidth={44}
        rightSection={<InsertField name={label} target={line} insert={write} />}
      />
      {fields.length > 0 && (
        <Stack gap="xs" mt="xs" pl="md" role="group" aria-label={texts.insertInto(label)}>
          {fields.map(([field, fallback]) => (
            <FallbackInput
              key={field}
              field={field}
              value={fallback}
              maxLength={fallbackMax(value, field, LINE_MAX)}
              change={(next) => write(withFallback(value, field, next))}
            />
          ))}
        </Stack>
      )}
    </div>
  );
}

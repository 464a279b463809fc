import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { Unread } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { ContactSelect } from './contact-select.tsx';
import { MailFrame } from './mail-frame.tsx';
import type { MailTrial } from './mail-trial.ts';
import { Section } from './section.tsx';
import { TestMail } from './test-mail.tsx';
import { useMailTrial } from './use-mail-trial.ts';

/** The width at which `compose.module.css` shows the preview next to the form. */
const WIDE = '(min-width: 75rem)';

/** The mail as any contact gets it, and a test of it. Next to the form it is always shown, otherwise on demand. */
export function PreviewSection({ trial }: { trial: MailTrial }) {
  const { compose: texts } = useTexts().campaignsPage;
  const isBeside = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const [isAsked, setAsked] = useState(false);
  const isOpen = isBeside || isAsked;
  const [isNarrow, setNarrow] = useState(false);
  const { contact, setContact, preview, last, isOutdated, sendTest } = useMailTrial(trial, isOpen);
  // Unless a person asked for it, half-typed code is no reason for an alert at each save.
  const isKept = !isAsked && last !== undefined;
  const mail = preview.data ?? (isKept ? last : undefined);
  const show = async (): Promise<void> => {
    if (await trial.ready()) setAsked(true);
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
      {preview.isError && !isKept && <Unread error={preview.error} retry={() => void preview.refetch()} />}
      {isOpen && mail && (isKept || !preview.isError) && (
        <div data-stale={preview.isPlaceholderData || isOutdated} className={styles.preview}>
          <p>
            <strong>{mail.subject}</strong> <span className="soft">{mail.preheader}</span>
          </p>
          <MailFrame html={mail.html} title={texts.frame} isNarrow={isNarrow} />
        </div>
      )}
      {isOpen && (
        <p role="status" className={`soft ${styles.outdated}`}>
          {isKept && isOutdated && texts.outdated}
        </p>
      )}
      <TestMail send={sendTest} />
    </Section>
  );
}

import { SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Dialog } from '../../app/dialog.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import { ContactSelect } from '../campaigns/contact-select.tsx';
import type { MailTrial } from '../campaigns/mail-trial.ts';
import { TestMail } from '../campaigns/test-mail.tsx';
import { useMailTrial } from '../campaigns/use-mail-trial.ts';
import { DEVICES, type Device } from './canvas.ts';
import styles from './editor.module.css';

/** The mail as a contact gets it, and a test of it, without leaving the editor. */
export function PreviewMail({ trial, close }: { trial: MailTrial; close: () => void }) {
  const texts = useTexts();
  const { compose } = texts.campaignsPage;
  const { editor: own } = texts;
  const [device, setDevice] = useState<Device>('desktop');
  const [isReady, setReady] = useState(false);
  const { contact, setContact, preview, sendTest } = useMailTrial(trial, isReady);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written is stored once.
  useEffect(() => {
    void trial.ready().then(setReady);
  }, []);
  return (
    <Dialog opened onClose={close} size="60rem" title={compose.preview}>
      <div className={styles.trial}>
        <ContactSelect value={contact} choose={setContact} />
        <SegmentedControl
          aria-label={own.width}
          data={(Object.keys(DEVICES) as Device[]).map((value) => ({ value, label: own.devices[value] }))}
          value={device}
          onChange={setDevice}
        />
      </div>
      {preview.isError && <Unread error={preview.error} retry={() => void preview.refetch()} />}
      {!preview.data && !preview.isError && <Waiting rows={6} />}
      {preview.data && !preview.isError && (
        <>
          <p>
            <strong>{preview.data.subject}</strong> <span className="soft">{preview.data.preheader}</span>
          </p>
          <iframe
            // A sandbox without exceptions: no scripts, no forms, no origin. The policy of this page lets no form fill a `MailFrame`.
            sandbox=""
            title={compose.frame}
            className={styles.previewed}
            style={{ maxWidth: DEVICES[device] || '100%' }}
            srcDoc={preview.data.html}
          />
        </>
      )}
      <TestMail send={sendTest} />
    </Dialog>
  );
}

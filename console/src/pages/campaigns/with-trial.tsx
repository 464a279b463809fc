import type { ReactNode } from 'react';
import styles from './compose.module.css';
import { CheckSection } from './compose-check.tsx';
import { PreviewSection } from './compose-preview.tsx';
import type { MailTrial } from './mail-trial.ts';

/** The form of an email, with its preview, test and check: next to the form on wide screens, otherwise below it. */
export const WithTrial = ({ trial, children }: { trial: MailTrial; children: ReactNode }) => (
  <div className={styles.written}>
    <div>{children}</div>
    <div className={styles.trial}>
      <PreviewSection trial={trial} />
      <CheckSection trial={trial} />
    </div>
  </div>
);

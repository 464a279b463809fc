import { Button, Stack } from '@mantine/core';
import { CopyButton } from '../../app/copy-button.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './settings.module.css';

export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** No later answer has these secrets, so a click outside and the Escape key do not close it. */
export function ShownOnce({
  title,
  hint,
  secrets,
  close,
}: {
  title: string;
  /** Instead of that of keys. */
  hint?: string;
  /** Null: nothing is shown. */
  secrets: readonly Secret[] | null;
  close: () => void;
}) {
  const { once } = useTexts();
  return (
    <Dialog
      opened={secrets !== null}
      onClose={close}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <p className={styles.warning}>{hint ?? once.hint}</p>
        {secrets?.map(({ name, value }) => (
          <div key={name}>
            <div className={styles.secretHead}>
              <strong>{name}</strong>
              <CopyButton value={value} of={name} />
            </div>
            <code className={styles.secret}>{value}</code>
          </div>
        ))}
        <Button onClick={close}>{once.done}</Button>
      </Stack>
    </Dialog>
  );
}

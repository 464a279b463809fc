import { Button, CopyButton } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';

/** Copies a text, and says so. */
export function Copy({ value }: { value: string }) {
  const { settingsPage } = useTexts();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="default" onClick={copy}>
          {copied ? settingsPage.copied : settingsPage.copy}
        </Button>
      )}
    </CopyButton>
  );
}

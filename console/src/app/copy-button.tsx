import { Button, CopyButton as Copying } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';

export function CopyButton({
  value,
  of,
}: {
  value: string /** What is copied, for screen readers. */;
  of?: string;
}) {
  const { settingsPage } = useTexts();
  return (
    <Copying value={value}>
      {({ copied, copy }) => {
        const says = copied ? settingsPage.copied : settingsPage.copy;
        return (
          <Button
            size="compact-xs"
            variant="default"
            onClick={copy}
            {...(of !== undefined && { 'aria-label': `${says}: ${of}` })}
          >
            {says}
          </Button>
        );
      }}
    </Copying>
  );
}

import { Button, Group, Modal, Stack } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';

interface Question {
  readonly title: string;
  readonly hint: string;
  readonly yes: string;
  readonly no: string;
  readonly isPending?: boolean;
  readonly run: () => void;
  readonly close: () => void;
}

/** Asks before an action with consequences. The focus is on the button that does nothing. */
export function AskFirst({ title, hint, yes, no, isPending = false, run, close }: Question) {
  const texts = useTexts();
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <Stack>
        <p>{hint}</p>
        <Group>
          <Button variant="default" data-autofocus onClick={close}>
            {no}
          </Button>
          <Button loading={isPending} onClick={run}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

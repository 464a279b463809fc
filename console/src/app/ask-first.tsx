import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTexts } from '../texts/texts.ts';

interface Question {
  /** Closed ones give the focus back. */
  readonly isOpen?: boolean;
  readonly title: string;
  readonly hint: string;
  readonly yes: string;
  readonly no: string;
  readonly isPending?: boolean;
  readonly run: () => void;
  readonly close: () => void;
}

/** Asks before an action with consequences. The focus is on the button that does nothing. */
export function AskFirst({ isOpen = true, title, hint, yes, no, isPending = false, run, close }: Question) {
  const texts = useTexts();
  return (
    <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
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

interface AskedButtonProps extends Pick<Question, 'title' | 'hint' | 'yes' | 'no' | 'run'> {
  readonly name: string;
  readonly isPending: boolean;
  readonly disabled?: boolean;
  readonly variant?: 'filled' | 'default';
}

/** A button that asks first. */
export function AskedButton({
  name,
  isPending,
  disabled = false,
  variant = 'default',
  run,
  ...question
}: AskedButtonProps) {
  const [isAsked, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant={variant} disabled={disabled} loading={isPending} onClick={open}>
        {name}
      </Button>
      <AskFirst
        {...question}
        isOpen={isAsked}
        run={() => {
          close();
          run();
        }}
        close={close}
      />
    </>
  );
}

import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { MailButton } from './mail-button.tsx';

interface Question {
  readonly isOpen?: boolean;
  readonly title: string;
  readonly hint: string;
  readonly yes: string;
  readonly no: string;
  readonly isPending?: boolean;
  /** The action is not possible. */
  readonly isOff?: boolean;
  /** It cannot be undone, or others stop. */
  readonly isGrave?: boolean;
  /** It mails people. */
  readonly isMail?: boolean;
  /** More about the consequences. */
  readonly children?: ReactNode;
  readonly run: () => void;
  readonly close: () => void;
}

/** Asks before an action with consequences. The focus is on the button that does nothing. */
export function AskFirst({
  isOpen = true,
  title,
  hint,
  yes,
  no,
  isPending = false,
  isOff = false,
  isGrave = false,
  isMail = false,
  children,
  run,
  close,
}: Question) {
  const Act = isMail ? MailButton : Button;
  return (
    <Dialog opened={isOpen} onClose={close} title={title}>
      <Stack>
        <p>{hint}</p>
        {children}
        <Group>
          <Button variant="default" data-autofocus onClick={close}>
            {no}
          </Button>
          <Act loading={isPending} disabled={isOff} {...(isGrave && { color: 'red.9' })} onClick={run}>
            {yes}
          </Act>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface AskedButtonProps
  extends Pick<Question, 'title' | 'hint' | 'yes' | 'no' | 'isGrave' | 'isMail' | 'run'> {
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
  const Opener = question.isMail ? MailButton : Button;
  const [isAsked, { open, close }] = useDisclosure();
  return (
    <>
      <Opener variant={variant} disabled={disabled} loading={isPending} onClick={open}>
        {name}
      </Opener>
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

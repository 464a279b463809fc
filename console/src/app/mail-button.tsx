import { Button, type ButtonProps } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { type ComponentPropsWithoutRef, useId } from 'react';
import { useTexts } from '../texts/texts.ts';

/** Why no act can mail people; null: it can. Without a network nothing waits to be sent later. */
export function useMailBarrier(): string | null {
  const { online } = useNetwork();
  const { problems } = useTexts();
  return online ? null : problems.offlineMail;
}

/** A button of an act that mails people. */
export function MailButton({
  disabled = false,
  ...button
}: ButtonProps & ComponentPropsWithoutRef<'button'>) {
  const barrier = useMailBarrier();
  const id = useId();
  if (barrier === null) return <Button {...button} disabled={disabled} />;
  return (
    <>
      <Button {...button} disabled aria-describedby={id} />
      <span id={id} className="soft">
        {barrier}
      </span>
    </>
  );
}

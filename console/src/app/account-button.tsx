import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { useSession } from '../data/session.ts';
import { useTexts } from '../texts/texts.ts';

export function AccountButton(props: ElementProps<'button', keyof ButtonProps>) {
  const { account } = useTexts();
  const { name } = useSession();
  return (
    <Button
      variant="subtle"
      color="gray"
      c="var(--ink)"
      fullWidth
      justify="flex-start"
      aria-label={`${account.menu}: ${name}`}
      aria-haspopup="menu"
      {...props}
    >
      {name}
    </Button>
  );
}

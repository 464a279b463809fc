import { useDisclosure } from '@mantine/hooks';
import { useLocation, useNavigate } from '@tanstack/react-router';

/** A dialog that a button opens, or an address with this hash, which the palette opens. Closing takes the hash from the address. */
export function useAddressedDialog(hash: string) {
  const [isOpen, { open, close }] = useDisclosure();
  const isAddressed = useLocation({ select: (at) => at.hash === hash });
  const navigate = useNavigate();
  const leave = (): void => {
    close();
    if (isAddressed) void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
  };
  return [isOpen || isAddressed, { open, close: leave }] as const;
}

import { Drawer } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';

/** The menu of narrow screens. */
export function SideMenu({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const texts = useTexts();
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      size="17rem"
      title={texts.product}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Navigation onGo={close} />
      <AccountMenu />
    </Drawer>
  );
}

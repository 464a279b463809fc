import { Drawer } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';

/** The menu of narrow screens. */
export function SideMenu({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const texts = useTexts();
  // A drawer that is open from the start does not give the focus back.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Drawer
      opened={isOpen && isMounted}
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

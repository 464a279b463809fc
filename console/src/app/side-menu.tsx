import { Drawer } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../texts/texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';

/** The menu of narrow screens. Closes when another page opens. */
export function SideMenu({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const texts = useTexts();
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', close), [router, close]);
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      size="17rem"
      title={texts.product}
      closeButtonProps={{ 'aria-label': texts.close }}
      data-closing={!isOpen || undefined}
    >
      <Navigation onGo={close} />
      <AccountMenu onSignOut={close} />
    </Drawer>
  );
}

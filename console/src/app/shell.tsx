import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { MenuIcon } from './icons.tsx';
import { Navigation } from './navigation.tsx';
import { Palette, PaletteButton } from './palette.tsx';

/** On narrow screens and at high zoom, the menu is behind a button. */
export function Shell() {
  const texts = useTexts();
  const [isOpen, { open, close }] = useDisclosure();
  const { online } = useNetwork();
  return (
    <>
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <Palette />
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
      <div className="shell">
        <section className="side" aria-label={texts.product}>
          <div className="product">{texts.product}</div>
          <PaletteButton />
          <Navigation />
          <div className="foot">
            <AccountMenu />
          </div>
        </section>
        <div>
          <section className="bar" aria-label={texts.menu}>
            <ActionIcon variant="subtle" size="xl" c="var(--ink)" onClick={open} aria-label={texts.menu}>
              <MenuIcon />
            </ActionIcon>
            <div className="product">{texts.product}</div>
          </section>
          {!online && (
            <div className="offline" role="status">
              {texts.problems.offlineNow}
            </div>
          )}
          <main className="content" id="content" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
    </>
  );
}

import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure, useHotkeys, useNetwork } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { Outlet } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.ts';
import { AccountPlace } from './account-place.tsx';
import { MenuIcon, SearchIcon } from './icons.tsx';
import { useLater, withLater } from './later.ts';
import { Navigation } from './navigation.tsx';

/** Its keyboards have ⌘ in place of Ctrl. */
const isApple = /^(?:Mac|iP)/.test(navigator.platform);

/** On narrow screens and at high zoom, the menu is behind a button. */
export function Shell() {
  const texts = useTexts();
  const [isOpen, { open, close }] = useDisclosure();
  const { online } = useNetwork();
  const later = useLater();
  const openPalette = (): void => withLater(spotlight.open);
  useHotkeys([['mod + K', openPalette]]);
  return (
    <>
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      {later && (
        <>
          <later.Palette />
          <later.SideMenu isOpen={isOpen} close={close} />
          <later.SignOutDialog />
        </>
      )}
      <div className="shell">
        <section className="side" aria-label={texts.product}>
          <div className="product">{texts.product}</div>
          <Button
            variant="default"
            fullWidth
            styles={{ label: { flexGrow: 1 } }}
            leftSection={<SearchIcon />}
            rightSection={<kbd className="soft plain">{isApple ? '⌘K' : texts.palette.hint}</kbd>}
            onClick={openPalette}
          >
            {texts.palette.open}
          </Button>
          <Navigation />
          <div className="foot">
            <AccountPlace />
          </div>
        </section>
        <div>
          <section className="bar" aria-label={texts.menu}>
            <ActionIcon
              variant="subtle"
              size="xl"
              c="var(--ink)"
              onClick={() => withLater(open)}
              aria-label={texts.menu}
            >
              <MenuIcon />
            </ActionIcon>
            <div className="product">{texts.product}</div>
            <ActionIcon
              variant="subtle"
              size="xl"
              c="var(--ink)"
              onClick={openPalette}
              aria-label={texts.palette.open}
            >
              <SearchIcon />
            </ActionIcon>
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

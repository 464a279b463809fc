import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Empty, Page } from './page.tsx';

/** The code of a page could not be loaded: there is no network, or another release has replaced it. */
export class PageLoadError extends Error {
  readonly isOffline = !navigator.onLine;
}

/** Loads the code of a page. The router would reload the browser's page after its own errors, and lose unsaved changes. */
export const loading =
  <Loaded,>(load: () => Promise<Loaded>) =>
  (): Promise<Loaded> =>
    load().catch((error: unknown) => {
      throw new PageLoadError('The page could not be loaded.', { cause: error });
    });

export function PageFailed({ error }: { error: unknown }) {
  const { problems } = useTexts();
  if (error instanceof PageLoadError) return <Unloaded isOffline={error.isOffline} />;
  return (
    <Page title={problems.page}>
      <Empty title={problems.title} hint={problems.pageHint}>
        <Button onClick={() => location.reload()}>{problems.loadAgain}</Button>
      </Empty>
    </Page>
  );
}

/** How often a page loads itself again … */
const LOADS = 2;
/** … within these milliseconds. */
const LOADS_MS = 600_000;

/** Notes that this page loads itself again. Returns false if it has reached the limit. */
function loadsItself(): boolean {
  const name = `unloaded ${location.pathname}`;
  const times = JSON.parse(sessionStorage.getItem(name) ?? '[]') as number[];
  const recent = times.filter((at) => Date.now() - at < LOADS_MS);
  if (recent.length >= LOADS) return false;
  sessionStorage.setItem(name, JSON.stringify([...recent, Date.now()]));
  return true;
}

/** `isOffline`: it failed without a network, which may be back before this is shown. */
function Unloaded({ isOffline }: { isOffline: boolean }) {
  const { problems } = useTexts();
  const { online } = useNetwork();
  useLayoutEffect(() => {
    const load = (): void => location.reload();
    if (navigator.onLine && (isOffline || loadsItself())) load();
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, [isOffline]);
  return (
    <Page title={problems.unloaded}>
      <Empty title={problems.unloaded} hint={online ? problems.newVersion : problems.unloadedHint}>
        <Button disabled={!online} onClick={() => location.reload()}>
          {problems.retry}
        </Button>
      </Empty>
    </Page>
  );
}

export function PageLost() {
  const { problems } = useTexts();
  return (
    <Page title={problems.lost}>
      <p className="soft">{problems.lostHint}</p>
      <Link to="/">{problems.toHome}</Link>
    </Page>
  );
}

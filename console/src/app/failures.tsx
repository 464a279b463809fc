import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Empty, Page } from './page.tsx';

/** The code of a page could not be loaded: there is no network, or another release has replaced it. */
export class PageLoadError extends Error {}

/** Loads the code of a page. The router would reload the browser's page after its own errors, and lose what is written. */
export const loading =
  <Loaded,>(load: () => Promise<Loaded>) =>
  (): Promise<Loaded> =>
    load().catch((error: unknown) => {
      throw new PageLoadError('The page could not be loaded.', { cause: error });
    });

export function PageFailed({ error }: { error: unknown }) {
  const { problems } = useTexts();
  if (error instanceof PageLoadError) return <Unloaded />;
  return (
    <Page title={problems.page}>
      <Empty title={problems.title} hint={problems.pageHint}>
        <Button onClick={() => location.reload()}>{problems.retry}</Button>
      </Empty>
    </Page>
  );
}

function Unloaded() {
  const { problems } = useTexts();
  const { online } = useNetwork();
  useEffect(() => {
    const load = (): void => location.reload();
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, []);
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

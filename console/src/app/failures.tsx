import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.ts';
import { Empty, Page } from './page.tsx';

export function PageFailed() {
  const { problems } = useTexts();
  return (
    <Page title={problems.page}>
      <Empty title={problems.title} hint={problems.pageHint}>
        <Button onClick={() => location.reload()}>{problems.retry}</Button>
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

import { Link } from '@tanstack/react-router';
import { ApiError } from '../../../../client/src/index.ts';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';

interface NotThere {
  readonly error: unknown;
  readonly retry: () => void;
  readonly lost: string;
  /** By default, that it may have been deleted. */
  readonly hint?: string;
}

export function NotThere({ error, retry, lost, hint }: NotThere) {
  const { automationsPage: texts } = useTexts();
  const isLost = error instanceof ApiError && error.status === 404;
  return (
    <Page title={texts.title}>
      <BackLink />
      {isLost ? (
        <Empty title={lost} hint={hint ?? texts.lostHint} />
      ) : error === null ? (
        <Waiting rows={8} />
      ) : (
        <Unread error={error} retry={retry} />
      )}
    </Page>
  );
}

export function BackLink() {
  const { automationsPage } = useTexts();
  return (
    <p>
      <Link to="/automations">{automationsPage.back}</Link>
    </p>
  );
}

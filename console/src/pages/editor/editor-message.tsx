import { Button } from '@mantine/core';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';

interface Message {
  readonly back: string;
  /** Absent: the editor is loading, or failed to load. */
  readonly title?: string;
  readonly hint?: string;
  readonly error?: unknown;
  readonly retry?: () => void;
}

export function EditorMessage({ back, title, hint, error, retry }: Message) {
  const { editor: texts } = useTexts();
  return (
    <main className="content">
      <Page title={texts.title}>
        {!title && (
          <p>
            <a href={back}>{texts.back}</a>
          </p>
        )}
        {title && (
          <Empty title={title} hint={hint ?? ''}>
            <Button component="a" href={back}>
              {texts.back}
            </Button>
          </Empty>
        )}
        {!title && Boolean(error) && retry && <Unread error={error} retry={retry} />}
        {!title && !error && <Waiting rows={8} />}
      </Page>
    </main>
  );
}

import { Button } from '@mantine/core';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';

interface Message {
  readonly back: string;
  /** What stands in place of the editor; without it, it is being loaded or could not be. */
  readonly title?: string;
  readonly hint?: string;
  /** Null while there is none. */
  readonly error?: unknown;
  readonly retry?: () => void;
}

/** The page while there is no editor to show. */
export function EditorMessage({ back, title, hint, error, retry }: Message) {
  const { editor: texts } = useTexts();
  return (
    <main className="content">
      <Page title={texts.title}>
        <p>
          <a href={back}>{texts.back}</a>
        </p>
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

import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import 'virtual:tokens.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from '../data/queries.ts';
import { sessionQuery } from '../data/session.ts';
import { languageOf, loadTexts, SpeechContext } from '../texts/texts.ts';
import { themeOf } from './theme.ts';

/** Loads the texts of one language and the session, then shows what a page of ours consists of. */
export async function mount(page: ReactNode): Promise<void> {
  /** Style sheets that components make while they run have the nonce of this answer: the policy allows no others. */
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')!.nonce;
  setNonce(nonce);

  const language = languageOf();
  document.documentElement.lang = language;
  const [texts] = await Promise.all([loadTexts(language), queries.prefetchQuery(sessionQuery)]);

  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      <MantineProvider theme={themeOf(texts)} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <SpeechContext value={{ language, texts }}>
          <QueryClientProvider client={queries}>
            <Notifications position="bottom-right" />
            <Suspense>{page}</Suspense>
          </QueryClientProvider>
        </SpeechContext>
      </MantineProvider>
    </StrictMode>,
  );
}

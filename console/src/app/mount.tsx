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
import { sessionQuery, takeSession } from '../data/session.ts';
import { languageOf, loadTexts } from '../texts/languages.ts';
import { SpeechContext } from '../texts/texts.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { themeOf } from './theme.ts';

export async function mount(page: ReactNode): Promise<void> {
  /** The content security policy allows only style sheets with the nonce of this answer. */
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')!.nonce;
  setNonce(nonce);

  takeSession();
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
            <SignInAgain />
          </QueryClientProvider>
        </SpeechContext>
      </MantineProvider>
    </StrictMode>,
  );
}

import 'virtual:components.css';
import '@mantine/notifications/styles.css';
import 'virtual:tokens.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, StrictMode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from '../data/queries.ts';
import { sessionQuery, takeSession } from '../data/session.ts';
import { isSigningIn, onSigningIn } from '../data/sign-in.ts';
import { languageOf, loadTexts } from '../texts/languages.ts';
import { SpeechContext } from '../texts/texts.ts';
import { loadAtFirstAct, loadLater, useLater } from './later.ts';
import { themeOf } from './theme.ts';

/** `load` loads the page, while the texts load. */
export async function mount(load: () => Promise<ReactNode>): Promise<void> {
  /** The content security policy allows only style sheets with the nonce of this answer. */
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')!.nonce;
  setNonce(nonce);

  takeSession();
  const language = languageOf();
  document.documentElement.lang = language;
  const [texts, page] = await Promise.all([loadTexts(language), load(), queries.prefetchQuery(sessionQuery)]);

  loadAtFirstAct();
  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      <MantineProvider theme={themeOf(texts)} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <SpeechContext value={{ language, texts }}>
          <QueryClientProvider client={queries}>
            <Suspense>{page}</Suspense>
            <OverThePage />
          </QueryClientProvider>
        </SpeechContext>
      </MantineProvider>
    </StrictMode>,
  );
}

/** Notes and the dialog to sign in again, which load when they are first needed. */
function OverThePage() {
  const later = useLater();
  const isSaid = useNotifications().notifications.length > 0;
  const isAsked = useSyncExternalStore(onSigningIn, isSigningIn);
  useEffect(() => {
    if (isSaid || isAsked) loadLater();
  }, [isSaid, isAsked]);
  return (
    later && (
      <>
        <later.Notifications position="bottom-right" />
        <later.SignInAgain />
      </>
    )
  );
}

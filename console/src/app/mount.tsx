import 'virtual:components.css';
import '@mantine/spotlight/styles.css';
import 'virtual:tokens.css';
import './app.css';
import { Button, MantineProvider } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, StrictMode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from '../data/queries.ts';
import { sessionQuery, takeSession } from '../data/session.ts';
import { isSigningIn, onSigningIn, signInPage } from '../data/sign-in.ts';
import { languageOf, loadTexts } from '../texts/languages.ts';
import { SpeechContext, useTexts } from '../texts/texts.ts';
import { loadLater, loadWhenIdle, useLater, useLaterFailed } from './later.ts';
import { Notes } from './notes.tsx';
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

/** Notes, and the dialog to sign in again. */
function OverThePage() {
  const later = useLater();
  const hasFailed = useLaterFailed();
  const { online } = useNetwork();
  const { problems } = useTexts();
  const isAsked = useSyncExternalStore(onSigningIn, isSigningIn);
  useEffect(loadWhenIdle, []);
  useEffect(() => {
    if (isAsked && hasFailed) location.assign(signInPage());
    else if (isAsked) loadLater();
  }, [isAsked, hasFailed]);
  return (
    <>
      <Notes />
      {later && <later.SignInAgain />}
      {hasFailed && online && (
        <div className="offline" role="status">
          {problems.part}{' '}
          <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
            {problems.loadAgain}
          </Button>
        </div>
      )}
    </>
  );
}

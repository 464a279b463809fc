import 'virtual:components.css';
import '@mantine/spotlight/styles.css';
import 'virtual:tokens.css';
import './app.css';
import { Button, MantineProvider } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import {
  type ReactNode,
  StrictMode,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { createRoot } from 'react-dom/client';
import { onKeepingAgain } from '../data/kept-drafts.ts';
import { queries } from '../data/queries.ts';
import { sessionQuery, takeSession } from '../data/session.ts';
import { isSigningIn, onSigningIn, signInPage } from '../data/sign-in.ts';
import { languageOf, loadRest, loadTexts } from '../texts/languages.ts';
import { onSpeech, SpeechContext, speechNow, textsNow, useTexts } from '../texts/texts.ts';
import { keepFocus } from './focus.ts';
import { onKeysAsked, saveWritten, takeKey } from './keys.ts';
import type { KeysDialog } from './keys-dialog.tsx';
import { loadLater, loadWhenIdle, useLater, useLaterFailed } from './later.ts';
import { Notes } from './notes.tsx';
import { noteProblem } from './problem-note.ts';
import { themeOf } from './theme.ts';

/** `load` loads the page, while the texts load. */
export async function mount(load: () => Promise<ReactNode>): Promise<void> {
  /** The content security policy allows only style sheets with the nonce of this answer. */
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')!.nonce;
  setNonce(nonce);

  takeSession();
  keepFocus();
  onKeepingAgain(saveWritten);
  const language = languageOf();
  document.documentElement.lang = language;
  const [, page] = await Promise.all([loadTexts(language), load(), queries.prefetchQuery(sessionQuery)]);

  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      <Speaking nonce={nonce}>
        <QueryClientProvider client={queries}>
          <Suspense>{page}</Suspense>
          <OverThePage />
        </QueryClientProvider>
      </Speaking>
    </StrictMode>,
  );
}

/** Draws the page in the chosen language. What a person wrote and ticked stays. */
function Speaking({ nonce, children }: { nonce: string; children: ReactNode }) {
  const speech = useSyncExternalStore(onSpeech, speechNow);
  const theme = useMemo(() => themeOf(speech.texts), [speech]);
  useEffect(() => {
    document.documentElement.lang = speech.language;
  }, [speech]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <SpeechContext value={speech}>{children}</SpeechContext>
    </MantineProvider>
  );
}

/** Notes, and the dialog to sign in again. */
function OverThePage() {
  const later = useLater();
  const hasFailed = useLaterFailed();
  const { online } = useNetwork();
  const { problems } = useTexts();
  const isAsked = useSyncExternalStore(onSigningIn, isSigningIn);
  const [Keys, setKeys] = useState<typeof KeysDialog | null>(null);
  const [isKeysOpen, setKeysOpen] = useState(false);
  useEffect(loadWhenIdle, []);
  useEffect(() => {
    const end = onKeysAsked(() => {
      Promise.all([import('./keys-dialog.tsx'), loadRest()]).then(
        ([loaded]) => {
          setKeys(() => loaded.KeysDialog);
          setKeysOpen(true);
        },
        (error: unknown) => noteProblem(error, textsNow()),
      );
    });
    addEventListener('keydown', takeKey);
    return () => {
      end();
      removeEventListener('keydown', takeKey);
    };
  }, []);
  useEffect(() => {
    if (isAsked && hasFailed) location.assign(signInPage());
    else if (isAsked) loadLater();
  }, [isAsked, hasFailed]);
  return (
    <>
      <Notes />
      {later && <later.SignInAgain />}
      {Keys && <Keys isOpen={isKeysOpen} close={() => setKeysOpen(false)} />}
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

import { Anchor } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { whenInSession } from '../data/client.ts';
import { isOfEditor } from '../data/designs.ts';
import type { NamedDraft } from '../data/kept-drafts.ts';
import { storeWritten } from '../data/pending-changes.ts';
import { isLeavingAsked, signOut, unsavedDrafts } from '../data/session.ts';
import { isSigningIn, whenSignedIn } from '../data/sign-in.ts';
import { type Texts, useTexts } from '../texts/texts.ts';
import { AskFirst } from './ask-first.tsx';
import { useFormats } from './formats.ts';
import { saveWritten } from './keys.ts';
import { notifications } from './notes.tsx';
import { noteProblem } from './problem-note.ts';

let underWay: Promise<void> | null = null;

type UnsavedDrafts = readonly NamedDraft[];
/** Drafts that the dialog names; null: it is closed. */
let unsaved: UnsavedDrafts | null = null;
const listeners = new Set<() => void>();
function ask(drafts: UnsavedDrafts | null): void {
  unsaved = drafts;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Signs out once all that was written is stored, on pages that are not open, too, because signing out removes it from this device. If something is not
 * stored, a dialog names its pages, and the person may discard it.
 */
export function signOutStored(texts: Texts): Promise<void> {
  underWay ??= storeAndSignOut(texts).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function storeAndSignOut(texts: Texts): Promise<void> {
  const { signingOut } = texts.account;
  const id = 'signing-out';
  notifications.show({ id, message: signingOut, autoClose: false, withCloseButton: false });
  let open = (): void => {};
  try {
    // Without an answer, the dialog still names what is not stored.
    await whenInSession().catch(() => {});
    let isStored = await storeAll();
    if (isStored) {
      open = closePage();
      // For what a person typed while the first one ran.
      isStored = await storeAll();
    }
    const drafts = await unsavedDrafts();
    if (isStored && drafts.length === 0 && !isLeavingAsked()) await signOut();
    else ask(drafts);
  } catch (error) {
    noteProblem(error, texts);
  }
  open();
  notifications.hide(id);
}

/** Once more after the person has signed in again, if the session had ended. */
async function storeAll(): Promise<boolean> {
  saveWritten();
  const isStored = await storeWritten();
  if (isStored || !isSigningIn()) return isStored;
  await whenSignedIn();
  return storeAll();
}

/** The page takes no input, which would be lost. Returns what opens it again. */
function closePage(): () => void {
  const { activeElement } = document;
  const main = document.querySelector('main');
  main?.toggleAttribute('inert', true);
  return () => {
    main?.toggleAttribute('inert', false);
    if (main?.contains(activeElement) && activeElement instanceof HTMLElement) activeElement.focus();
  };
}

/** Shows what is not saved. A change may be one that can never be saved, as of a campaign that was sent meanwhile. */
export function SignOutDialog() {
  const texts = useTexts();
  const drafts = useSyncExternalStore(subscribe, () => unsaved);
  const { notSignedOut, notStored, discard, stay } = texts.account;
  const close = (): void => ask(null);
  return (
    <AskFirst
      isOpen={drafts !== null}
      title={notSignedOut}
      hint={notStored}
      yes={discard}
      no={stay}
      run={() => {
        close();
        signOut().catch((error: unknown) => noteProblem(error, texts));
      }}
      close={close}
    >
      {drafts && drafts.length > 0 && (
        <ul>
          {drafts.map((draft) => (
            <DraftPlace key={draft.name} draft={draft} close={close} />
          ))}
        </ul>
      )}
    </AskFirst>
  );
}

function DraftPlace({ draft: { at, page }, close }: { draft: NamedDraft; close: () => void }) {
  const { keptDrafts, product } = useTexts();
  const { dateTime } = useFormats();
  const { history } = useRouter();
  return (
    <li>
      {page ? (
        <Anchor
          href={page.path}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || isOfEditor(page.path)) return;
            event.preventDefault();
            close();
            history.push(page.path);
          }}
        >
          {page.title.replace(` · ${product}`, '') || keptDrafts.unnamed}
        </Anchor>
      ) : (
        keptDrafts.unnamed
      )}{' '}
      <span className="soft">{keptDrafts.written(dateTime(new Date(at)))}</span>
    </li>
  );
}

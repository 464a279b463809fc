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
 * Signs out once all changes are stored, also those of pages that are not open, because signing out removes them from this device. If some are not
 * stored, a dialog names their pages, and the person may discard them.
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
    // Without an answer, the dialog still names the changes that are not stored.
    await whenInSession().catch(() => {});
    let isStored = await storeAll();
    if (isStored) {
      open = closePage();
      // The second save stores what the person typed during the first one.
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

/** Makes the page refuse input, which would be lost. Returns a function that allows input again. */
function closePage(): () => void {
  const { activeElement } = document;
  const main = document.querySelector('main');
  main?.toggleAttribute('inert', true);
  return () => {
    main?.toggleAttribute('inert', false);
    if (main?.contains(activeElement) && activeElement instanceof HTMLElement) activeElement.focus();
  };
}

/** Shows the changes that are not saved. Some may never be saved, such as those of a campaign that was sent meanwhile. */
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

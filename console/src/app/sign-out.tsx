import { Button, Group } from '@mantine/core';
import { storeWritten } from '../data/pending-changes.ts';
import { signOut } from '../data/session.ts';
import type { Texts } from '../texts/texts.ts';
import { saveWritten } from './keys.ts';
import { notifications } from './notes.tsx';
import { noteProblem } from './problem-note.ts';

let underWay: Promise<void> | null = null;

/** Signs out once all that was written is stored, because signing out removes it from this device. If that fails, the person may discard it. */
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
    let isStored = await storeAll();
    if (isStored) {
      open = closePage();
      // For what a person typed while the first one ran.
      isStored = await storeAll();
    }
    if (isStored) await signOut();
    else offerToDiscard(texts);
  } catch (error) {
    noteProblem(error, texts);
  }
  open();
  notifications.hide(id);
}

/** A change may be one that can never be stored, as of a campaign that was sent meanwhile. */
function offerToDiscard(texts: Texts): void {
  const { notSignedOut: title, notStored, discard } = texts.account;
  const leave = (): void => void signOut().catch((error: unknown) => noteProblem(error, texts));
  notifications.show({
    id: 'not-signed-out',
    color: 'red',
    title,
    message: (
      <Group justify="space-between">
        {notStored}
        <Button size="compact-sm" variant="default" onClick={leave}>
          {discard}
        </Button>
      </Group>
    ),
  });
}

function storeAll(): Promise<boolean> {
  saveWritten();
  return storeWritten();
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

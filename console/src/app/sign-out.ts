import { storeWritten } from '../data/pending-changes.ts';
import { signOut } from '../data/session.ts';
import type { Texts } from '../texts/texts.ts';
import { saveWritten } from './keys.ts';
import { notifications } from './notes.tsx';
import { noteProblem } from './problem-note.ts';

/** Signs out once all that was written is stored; says so if that fails, because signing out removes it from this device. */
export async function signOutStored(texts: Texts): Promise<void> {
  const { notSignedOut: title, notStored: message } = texts.account;
  saveWritten();
  if (await storeWritten()) await signOut().catch((error: unknown) => noteProblem(error, texts));
  else notifications.show({ id: 'not-signed-out', color: 'red', title, message });
}

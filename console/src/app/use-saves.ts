import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../client/src/index.ts';
import { storeBeforeSignOut } from '../data/pending-changes.ts';
import { isLost } from '../data/problems.ts';
import { isSessionOfPage, whenSignedIn } from '../data/sign-in.ts';
import { onSaveKey } from './keys.ts';
import { type DraftStatus, type SaveAnswer, type SavedRecord, Saving } from './saving.ts';
import { type OfferedDraft, useKeptDraft } from './use-kept-draft.ts';

/** Milliseconds without a change before a save. */
const QUIET_MS = 800;
/** Milliseconds before a retry of a save that did not reach the service. */
const AGAIN_MS = 5000;

export interface Saves<Draft, Ready = never, Answer extends SaveAnswer = SaveAnswer>
  extends DraftStatus<Draft> {
  /** An earlier draft that was never stored. */
  readonly offer: OfferedDraft | null;
  /** Whether drafts of earlier visits are read. */
  readonly isRead: boolean;
  readonly change: (fields: Partial<Draft>) => void;
  /** Ends a conflict: the stored record replaces the draft. */
  readonly loadTheirs: () => Promise<void>;
  /** Ends a conflict: saves the draft over the stored record. It does not if the record became ready since, because the person must see that first. */
  readonly keepMine: () => Promise<void>;
  /** False: the save failed. */
  readonly flush: () => Promise<boolean>;
  /** Throws the refusal of a save as ready. */
  readonly send: (ready: Ready) => Promise<Answer>;
}

export function useSaves<Draft extends object, Ready = never, Answer extends SaveAnswer = SaveAnswer>(
  kept: SavedRecord<Draft, Ready, Answer>,
): Saves<Draft, Ready, Answer> {
  const { isManual = false } = kept;
  const [saving] = useState(() => new Saving(kept));
  const [standing, setStanding] = useState(saving.standing);
  saving.kept = kept;
  saving.show = setStanding;
  const { draft, version, state, error } = standing;
  const { change, flush, send, loadTheirs, keepMine } = saving;
  const { offer, isRead, forget, drop } = useKeptDraft({
    name: kept.name,
    draft,
    stored: saving.stored,
    ...(kept.together && { together: kept.together }),
    restore: saving.restore,
  });

  useEffect(() => {
    if (isManual || saving.isStored) return undefined;
    const timer = setTimeout(() => void flush(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [draft, version, saving, flush, isManual]);

  // Wait until the editor has passed on its last changes.
  useEffect(() => onSaveKey(() => void Promise.resolve().then(flush)), [flush]);

  const isSignedOut = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    let isGone = false;
    if (!isManual && state === 'failed' && isSignedOut) void whenSignedIn().then(() => isGone || flush());
    return () => {
      isGone = true;
    };
  }, [state, isSignedOut, flush, isManual]);

  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
  useEffect(() => {
    if (isManual || state !== 'failed' || isRefused) return undefined;
    const timer = setTimeout(() => void flush(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, isRefused, flush, isManual]);

  const left = useRef({ offer, forget, drop });
  left.current = { offer, forget, drop };
  useEffect(() => {
    const store = async (): Promise<boolean> => {
      const isStored = (isManual ? saving.isStored : await flush()) && left.current.offer === null;
      if (isStored) left.current.forget();
      return isStored;
    };
    // On the open page the person can still copy the text; later nothing can store it.
    const leave = async (): Promise<boolean> => {
      if (await store()) return true;
      if (!isLost(saving.standing.error) || !(await isSessionOfPage())) return false;
      left.current.drop();
      return true;
    };
    let isLeft = false;
    const end = storeBeforeSignOut(saving.kept.name, () => (isLeft ? leave() : store()));
    const warn = (event: BeforeUnloadEvent): void => {
      if (isManual ? !saving.isStored : saving.isAtRisk) event.preventDefault();
    };
    const hide = (): void => void leave();
    addEventListener('pagehide', hide);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('pagehide', hide);
      removeEventListener('beforeunload', warn);
      isLeft = true;
      // Signing out stores drafts that a page could not store when it was left: it deletes the drafts on this device.
      void leave().then((isDone) => isDone && end());
    };
  }, [saving, flush, isManual]);

  return { ...standing, offer, isRead, change, loadTheirs, keepMine, flush, send };
}

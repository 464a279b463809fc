import { useEffect, useState } from 'react';
import { ApiError } from '../../../client/src/index.ts';
import { type DraftStatus, type SaveAnswer, type SavedRecord, Saving } from './saving.ts';

/** Milliseconds without a change before a save. */
const QUIET_MS = 800;
/** Milliseconds before a retry of a save that did not reach the service. */
const AGAIN_MS = 5000;

export interface Saves<Draft, Ready = never, Answer extends SaveAnswer = SaveAnswer>
  extends DraftStatus<Draft> {
  readonly change: (fields: Partial<Draft>) => void;
  /** Ends a conflict: the stored record replaces the draft. */
  readonly loadTheirs: () => Promise<void>;
  /** Ends a conflict: saves the draft over the stored record, unless that became ready since: the person must see that first. */
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

  useEffect(() => {
    if (isManual || saving.isStored) return undefined;
    const timer = setTimeout(() => void flush(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [draft, version, saving, flush, isManual]);

  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
  useEffect(() => {
    if (isManual || state !== 'failed' || isRefused) return undefined;
    const timer = setTimeout(() => void flush(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, isRefused, flush, isManual]);

  useEffect(() => {
    const leave = (): void => {
      if (!isManual) void flush();
    };
    const warn = (event: BeforeUnloadEvent): void => {
      if (isManual ? !saving.isStored : saving.isAtRisk) event.preventDefault();
    };
    addEventListener('pagehide', leave);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('beforeunload', warn);
      leave();
    };
  }, [saving, flush, isManual]);

  return { ...standing, change, loadTheirs, keepMine, flush, send };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../client/src/index.ts';
import { isConflict } from '../data/problems.ts';

/** Milliseconds without a change after which it is saved. */
const QUIET_MS = 800;
/** Milliseconds after which a save is tried again that did not reach the service. */
const AGAIN_MS = 5000;

/** `conflict`: what is stored was changed elsewhere, and nothing is saved until the person chooses. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';

/** What is stored. */
export interface Stored<Draft> {
  readonly draft: Draft;
  readonly version: number;
  /** It was saved as ready: a save of a draft takes that back. */
  readonly isReady?: boolean;
}

/** The service's answer to a save. */
export interface Saved {
  readonly version: number;
  readonly warnings?: readonly string[];
}

/** What a person writes, and where it is stored. `Ready` is what is said beside a save that does more than keeping it. */
export interface Kept<Draft, Ready, Answer extends Saved> {
  /** Names the record among all that are saved. */
  readonly name: string;
  readonly initial: Draft;
  /** The version that `initial` is. */
  readonly version: number;
  /** What the service says where the record was changed elsewhere. */
  readonly changed: string;
  readonly save: (sending: Draft, stored: Draft, version: number, ready: Ready | null) => Promise<Answer>;
  /** What is stored now. */
  readonly read: () => Promise<Stored<Draft>>;
  /** Whether a browser may not send it any more when its page is closed. */
  readonly isLarge: (draft: Draft) => boolean;
  /** Called when what is stored took the place of the draft. */
  readonly loaded?: () => Promise<unknown>;
  /** It is saved only when the person says so. */
  readonly isManual?: boolean;
}

export interface Saves<Draft, Ready = never, Answer extends Saved = Saved> {
  readonly draft: Draft;
  readonly change: (fields: Partial<Draft>) => void;
  readonly state: SaveState;
  /** Why the last save failed; null otherwise. */
  readonly error: unknown;
  /** What will not be filled in, as the last save said. */
  readonly warnings: readonly string[];
  /** How often it was saved: what is made of the stored draft is made again then. */
  readonly version: number;
  /** Ends a conflict: what is stored takes the place of what was written here. */
  readonly loadTheirs: () => Promise<void>;
  /** In a conflict: what is stored is ready, and to keep what was written here makes it a draft again. */
  readonly isReady: boolean;
  /**
   * Ends a conflict: what was written here is saved over what is stored, as a draft. Where that became ready after the conflict was
   * shown, the conflict goes on, so that the person learns of it first.
   */
  readonly keepMine: () => Promise<void>;
  /** How often what is stored took the place of the draft: its fields begin again then. */
  readonly loads: number;
  /** Saves now. False: it failed. */
  readonly flush: () => Promise<boolean>;
  /** Saves it as ready. Throws what refuses it. */
  readonly send: (ready: Ready) => Promise<Answer>;
}

const isSame = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify({ ...one, ...other });

/** Saves that are under way, so that a page that reads a draft reads what was written last. */
const underWay = new Map<string, Promise<unknown>>();
export const saveUnderWay = (name: string): Promise<unknown> => underWay.get(name) ?? Promise.resolve();

/** Keeps what a person writes, and stores it a moment after each change. One save at a time. */
export function useSaves<Draft extends object, Ready = never, Answer extends Saved = Saved>(
  kept: Kept<Draft, Ready, Answer>,
): Saves<Draft, Ready, Answer> {
  const { name, isManual = false } = kept;
  const record = useRef(kept);
  record.current = kept;
  const [initial] = useState(kept.initial);
  const [draft, setDraft] = useState(initial);
  const [state, setState] = useState<SaveState>('saved');
  const [error, setError] = useState<unknown>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [version, setVersion] = useState(0);
  const [loads, setLoads] = useState(0);
  const [isReady, setReady] = useState(false);
  const latest = useRef(initial);
  const stored = useRef(initial);
  /** The version that `stored` is. */
  const base = useRef(kept.version);
  const isParted = useRef(false);
  /** What was sent last without an answer: it may be stored. */
  const unanswered = useRef<Draft | null>(null);

  const store = useCallback(
    async (ready: Ready | null): Promise<Answer | null> => {
      // Of those that waited for the same save, one goes on and the others wait for it.
      while (underWay.has(name)) await saveUnderWay(name).catch(() => {});
      const sending = latest.current;
      if (ready === null && sending === stored.current) return null;
      const { changed, save, read } = record.current;
      if (isParted.current) throw new Error(changed);
      setState('saving');
      const run = save(sending, stored.current, base.current, ready);
      underWay.set(name, run);
      try {
        const answer = await run;
        stored.current = sending;
        base.current = answer.version;
        setWarnings(answer.warnings ?? []);
        setError(null);
        setVersion((before) => before + 1);
        setState(latest.current === sending ? 'saved' : 'unsaved');
        return answer;
      } catch (failure) {
        if (isConflict(failure, changed)) {
          const theirs = await read().catch(() => null);
          if (theirs && unanswered.current && isSame(theirs.draft, unanswered.current)) {
            // What is stored is what was sent before, and its answer was lost.
            base.current = theirs.version;
            stored.current = unanswered.current;
            unanswered.current = null;
            setVersion((before) => before + 1);
            setState(latest.current === stored.current ? 'saved' : 'unsaved');
            if (ready === null) return null;
            throw failure;
          }
          isParted.current = true;
          setReady(theirs?.isReady === true);
          setError(null);
          setState('conflict');
        } else if (ready === null) {
          if (!(failure instanceof ApiError) || failure.status >= 500) unanswered.current = sending;
          setError(failure);
          setState('failed');
        } else {
          // The draft is as it was. What was typed since the last save is saved as usual.
          setState(latest.current === stored.current ? 'saved' : 'unsaved');
          setVersion((before) => before + 1);
        }
        throw failure;
      } finally {
        if (underWay.get(name) === run) underWay.delete(name);
      }
    },
    [name],
  );

  const flush = useCallback(
    () =>
      store(null).then(
        () => true,
        () => false,
      ),
    [store],
  );

  const change = useCallback((fields: Partial<Draft>): void => {
    latest.current = { ...latest.current, ...fields };
    setDraft(latest.current);
    if (!isParted.current) setState('unsaved');
  }, []);

  /** What is stored now is the version that the next save is made from. */
  const goOnFrom = useCallback((theirs: Stored<Draft>): void => {
    base.current = theirs.version;
    stored.current = theirs.draft;
    isParted.current = false;
  }, []);
  const loadTheirs = useCallback(async (): Promise<void> => {
    goOnFrom(await record.current.read());
    latest.current = stored.current;
    setDraft(latest.current);
    setState('saved');
    setVersion((before) => before + 1);
    setLoads((before) => before + 1);
    await record.current.loaded?.();
  }, [goOnFrom]);
  const keepMine = useCallback(async (): Promise<void> => {
    const theirs = await record.current.read();
    const isUnknown = theirs.isReady === true && !isReady;
    setReady(theirs.isReady === true);
    if (isUnknown) return;
    goOnFrom(theirs);
    setState('unsaved');
    await flush();
  }, [goOnFrom, flush, isReady]);

  useEffect(() => {
    if (isManual || latest.current === stored.current) return undefined;
    const timer = setTimeout(() => void flush(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [draft, version, flush, isManual]);

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
      if (latest.current === stored.current) return;
      if (isManual || isParted.current || record.current.isLarge(latest.current)) event.preventDefault();
    };
    addEventListener('pagehide', leave);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('beforeunload', warn);
      leave();
    };
  }, [flush, isManual]);

  return {
    draft,
    change,
    state,
    error,
    warnings,
    version,
    loads,
    isReady,
    loadTheirs,
    keepMine,
    flush,
    // A save as ready is answered, or throws.
    send: async (ready) => (await store(ready))!,
  };
}

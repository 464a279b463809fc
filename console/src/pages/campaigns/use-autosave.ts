import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, type SingleSend } from '../../../../client/src/index.ts';
import { api } from '../../data/client.ts';
import { isConflict } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { type Draft, draftOf, inputOf, type Schedule } from './draft.ts';

/** Milliseconds without a change after which it is saved. */
const QUIET_MS = 800;
/** Milliseconds after which a save is tried again that did not reach the service. */
const AGAIN_MS = 5000;
/** What the service says where a draft was changed elsewhere. */
const CHANGED = 'Single send was changed since this version';
/** The status of a campaign that goes by itself, at once or at its time. */
export const SCHEDULED = 1;
/** Characters of codes that a browser may not send any more when its page is closed. */
const LARGE = 20_000;

/** `conflict`: what is stored was changed elsewhere, and nothing is saved until the person chooses. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';

export interface Autosave {
  readonly draft: Draft;
  readonly change: (fields: Partial<Draft>) => void;
  readonly state: SaveState;
  /** Why the last save failed; null otherwise. */
  readonly error: unknown;
  /** What will not be filled in, as the last save said. */
  readonly warnings: readonly string[];
  /** How often it was saved: what is made of the stored draft is made again then. */
  readonly version: number;
  /** What is stored instead, in a conflict; null where that is not known. */
  readonly theirs: SingleSend | null;
  /** Ends a conflict: what is stored takes the place of what was written here. */
  readonly loadTheirs: () => Promise<void>;
  /**
   * Ends a conflict: what was written here is saved over what is stored, as a draft. Where that was scheduled after the conflict was shown, the
   * conflict goes on, so that the person learns of it first.
   */
  readonly keepMine: () => Promise<void>;
  /** How often what is stored took the place of the draft: its fields begin again then. */
  readonly loads: number;
  /** Saves now. False: it failed. */
  readonly flush: () => Promise<boolean>;
  /** Saves it as ready to go. Throws what refuses it. */
  readonly send: (schedule: Schedule) => Promise<void>;
}

const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(one) === JSON.stringify({ ...one, ...other });

/** Saves that are under way, so that a page that reads a draft reads what was written last. */
const underWay = new Map<string, Promise<unknown>>();
export const saveUnderWay = (utr: string): Promise<unknown> => underWay.get(utr) ?? Promise.resolve();

/** Keeps what a person writes, and stores it as a draft a moment after each change. One save at a time. */
export function useAutosave(send: SingleSend): Autosave {
  const { utr } = send;
  const [initial] = useState(() => draftOf(send));
  const [draft, setDraft] = useState(initial);
  const [state, setState] = useState<SaveState>('saved');
  const [error, setError] = useState<unknown>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [version, setVersion] = useState(0);
  const [loads, setLoads] = useState(0);
  const [theirs, setTheirs] = useState<SingleSend | null>(null);
  const latest = useRef(initial);
  const stored = useRef(initial);
  /** The version that `stored` is. */
  const base = useRef(send.version);
  const isParted = useRef(false);
  /** What was sent last without an answer: it may be stored. */
  const unanswered = useRef<Draft | null>(null);

  const store = useCallback(
    async (ready: Schedule | null): Promise<void> => {
      // Of those that waited for the same save, one goes on and the others wait for it.
      while (underWay.has(utr)) await saveUnderWay(utr).catch(() => {});
      const sending = latest.current;
      if (ready === null && sending === stored.current) return;
      if (isParted.current) throw new Error(CHANGED);
      setState('saving');
      const run = api.singleSendUpdate({
        ...inputOf(utr, sending, stored.current, ready ?? { schedule_type: 0 }),
        draft: ready === null ? 1 : 0,
        if_version: base.current,
      });
      underWay.set(utr, run);
      try {
        const answer = await run;
        stored.current = sending;
        base.current = answer.version;
        setWarnings(answer.warnings);
        setError(null);
        setVersion((before) => before + 1);
        setState(latest.current === sending ? 'saved' : 'unsaved');
      } catch (failure) {
        if (isConflict(failure, CHANGED)) {
          const now = (await api.singleSendDetails({ utr }).catch(() => null))?.[0] ?? null;
          if (now && unanswered.current && isSame(draftOf(now), unanswered.current)) {
            // What is stored is what was sent before, and its answer was lost.
            base.current = now.version;
            stored.current = unanswered.current;
            unanswered.current = null;
            setVersion((before) => before + 1);
            setState(latest.current === stored.current ? 'saved' : 'unsaved');
            if (ready === null) return;
            throw failure;
          }
          isParted.current = true;
          setTheirs(now);
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
        if (underWay.get(utr) === run) underWay.delete(utr);
      }
    },
    [utr],
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
  const goOnFrom = useCallback((now: SingleSend): Draft => {
    base.current = now.version;
    stored.current = draftOf(now);
    isParted.current = false;
    return stored.current;
  }, []);
  const loadTheirs = useCallback(async (): Promise<void> => {
    latest.current = goOnFrom((await api.singleSendDetails({ utr }))[0]!);
    setDraft(latest.current);
    setState('saved');
    setVersion((before) => before + 1);
    setLoads((before) => before + 1);
    // It may not be a draft any more: the page says so.
    await queries.invalidateQueries({ queryKey: ['campaign-draft', utr] });
  }, [goOnFrom, utr]);
  const keepMine = useCallback(async (): Promise<void> => {
    const now = (await api.singleSendDetails({ utr }))[0]!;
    const isKnown = now.status !== SCHEDULED || theirs?.status === SCHEDULED;
    setTheirs(now);
    if (!isKnown) return;
    goOnFrom(now);
    setState('unsaved');
    await flush();
  }, [goOnFrom, flush, theirs, utr]);

  useEffect(() => {
    if (latest.current === stored.current) return undefined;
    const timer = setTimeout(() => void flush(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [draft, version, flush]);

  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
  useEffect(() => {
    if (state !== 'failed' || isRefused) return undefined;
    const timer = setTimeout(() => void flush(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, isRefused, flush]);

  useEffect(() => {
    const leave = (): void => void flush();
    const warn = (event: BeforeUnloadEvent): void => {
      const { template_html, template_json } = latest.current;
      const isLarge = (template_html ?? template_json ?? '').length > LARGE;
      if (latest.current !== stored.current && (isLarge || isParted.current)) event.preventDefault();
    };
    addEventListener('pagehide', leave);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('beforeunload', warn);
      leave();
    };
  }, [flush]);

  return {
    draft,
    change,
    state,
    error,
    warnings,
    version,
    loads,
    theirs,
    loadTheirs,
    keepMine,
    flush,
    send: store,
  };
}

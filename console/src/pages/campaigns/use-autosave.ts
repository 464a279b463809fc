import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../../client/src/index.ts';
import { api } from '../../data/client.ts';
import { type Draft, inputOf, type Schedule } from './draft.ts';

/** Milliseconds without a change after which it is saved. */
const QUIET_MS = 800;
/** Milliseconds after which a save is tried again that did not reach the service. */
const AGAIN_MS = 5000;
/** Characters of codes that a browser may not send any more when its page is closed. */
const LARGE = 20_000;

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed';

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
  /** Saves now. False: it failed. */
  readonly flush: () => Promise<boolean>;
  /** Saves it as ready to go. Throws what refuses it. */
  readonly send: (schedule: Schedule) => Promise<void>;
}

/** Saves that are under way, so that a page that reads a draft reads what was written last. */
const underWay = new Map<string, Promise<unknown>>();
export const saveUnderWay = (utr: string): Promise<unknown> => underWay.get(utr) ?? Promise.resolve();

/** Keeps what a person writes, and stores it as a draft a moment after each change. One save at a time. */
export function useAutosave(utr: string, initial: Draft): Autosave {
  const [draft, setDraft] = useState(initial);
  const [state, setState] = useState<SaveState>('saved');
  const [error, setError] = useState<unknown>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [version, setVersion] = useState(0);
  const latest = useRef(initial);
  const stored = useRef(initial);

  const store = useCallback(
    async (ready: Schedule | null): Promise<void> => {
      // Of those that waited for the same save, one goes on and the others wait for it.
      while (underWay.has(utr)) await saveUnderWay(utr).catch(() => {});
      const sending = latest.current;
      if (ready === null && sending === stored.current) return;
      setState('saving');
      const run = api.singleSendUpdate({
        ...inputOf(utr, sending, stored.current, ready ?? { schedule_type: 0 }),
        draft: ready === null ? 1 : 0,
      });
      underWay.set(utr, run);
      try {
        const answer = await run;
        stored.current = sending;
        setWarnings(answer.warnings);
        setError(null);
        setVersion((before) => before + 1);
        setState(latest.current === sending ? 'saved' : 'unsaved');
      } catch (failure) {
        if (ready === null) {
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
    setState('unsaved');
  }, []);

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
      if (latest.current !== stored.current && isLarge) event.preventDefault();
    };
    addEventListener('pagehide', leave);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('beforeunload', warn);
      leave();
    };
  }, [flush]);

  return { draft, change, state, error, warnings, version, flush, send: store };
}

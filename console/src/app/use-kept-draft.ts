import { useEffect, useRef, useState } from 'react';
import { forgetDraft, type KeptDraft, keepDraft, keptDraft } from '../data/kept-drafts.ts';
import { useSession } from '../data/session.ts';

/** Milliseconds without a change before a draft is kept on the device. */
const QUIET_MS = 300;

/** A draft of an earlier visit that was never stored. */
export interface OfferedDraft {
  /** When it was written, in milliseconds. */
  readonly at: number;
  readonly restore: () => void;
  readonly discard: () => void;
}

interface DraftRecord<Draft> {
  /** Names the record. */
  readonly name: string;
  readonly draft: Draft;
  /** A form gives its `base` instead. */
  readonly isStored?: boolean;
  /** The stored values when the form opens. Only fields that differ from it are kept. */
  readonly base?: Draft;
  readonly restore: (fields: Partial<Draft>) => void;
}

const isSame = (one: object, other: object): boolean =>
  JSON.stringify({ ...one, ...other }) === JSON.stringify(one);

const changedFields = <Draft extends object>(base: Draft, draft: Draft): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof Draft]),
    ),
  ) as Partial<Draft>;

/** Keeps a draft on the device until it is stored, and offers what is left of an earlier visit. */
export function useKeptDraft<Draft extends object>({
  name,
  draft,
  isStored = false,
  base,
  restore,
}: DraftRecord<Draft>) {
  const key = `${useSession().user_id}/${name}`;
  const first = useRef(draft);
  const stored = useRef(base);
  const [isRead, setRead] = useState(false);
  const [offered, setOffered] = useState<KeptDraft<Partial<Draft>> | null>(null);

  useEffect(() => {
    let isGone = false;
    void keptDraft<Partial<Draft>>(key).then((kept) => {
      if (isGone) return;
      if (kept && !isSame(first.current, kept.draft)) setOffered(kept);
      setRead(true);
    });
    return () => {
      isGone = true;
    };
  }, [key]);

  // An offered draft stays until the person has chosen or saved.
  const isKeeping = isRead && offered === null;
  useEffect(() => {
    if (!isKeeping) return undefined;
    if (isStored) {
      void forgetDraft(key);
      return undefined;
    }
    const keep = (): void => void keepChanges(key, draft, stored.current);
    const timer = setTimeout(keep, QUIET_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [key, draft, isStored, isKeeping]);

  const offer: OfferedDraft | null = offered && {
    at: offered.at,
    restore: () => {
      restore(offered.draft);
      setOffered(null);
    },
    discard: () => {
      setOffered(null);
      void forgetDraft(key);
    },
  };
  return {
    offer,
    /** It is stored after the page was left. */
    forget: (): void => {
      if (isKeeping) void forgetDraft(key);
    },
    /** A button saved `sent`, also over an offered draft. Only what was typed during the save is still kept. */
    saved: (sent: Draft): void => {
      if (base) stored.current = sent;
      setOffered(null);
      void keepChanges(key, draft, sent);
    },
  };
}

/** A timer may be late: a draft that was stored meanwhile is forgotten. */
function keepChanges<Draft extends object>(key: string, draft: Draft, stored: Draft | undefined) {
  const fields = stored ? changedFields(stored, draft) : draft;
  return Object.keys(fields).length === 0 ? forgetDraft(key) : keepDraft(key, fields);
}

/** Forgets what is written of contacts that are deleted or erased. */
export function useForgetContacts(): (ids: readonly number[]) => Promise<unknown> {
  const { user_id } = useSession();
  return (ids) => Promise.all(ids.map((id) => forgetDraft(`${user_id}/contact/${id}`)));
}

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
  readonly isStored: boolean;
  readonly restore: (draft: Draft) => void;
}

const isSame = (one: object, other: object): boolean =>
  JSON.stringify({ ...one, ...other }) === JSON.stringify(one);

/** Keeps a draft on the device until it is stored, and offers what is left of an earlier visit. */
export function useKeptDraft<Draft extends object>({ name, draft, isStored, restore }: DraftRecord<Draft>) {
  const key = `${useSession().user_id}/${name}`;
  const first = useRef(draft);
  const [isRead, setRead] = useState(false);
  const [offered, setOffered] = useState<KeptDraft<Draft> | null>(null);

  useEffect(() => {
    let isGone = false;
    void keptDraft<Draft>(key).then((kept) => {
      if (isGone) return;
      if (kept && !isSame(first.current, kept.draft)) setOffered(kept);
      setRead(true);
    });
    return () => {
      isGone = true;
    };
  }, [key]);

  // An offered draft stays until the person has chosen.
  const isKeeping = isRead && offered === null;
  useEffect(() => {
    if (!isKeeping) return undefined;
    if (isStored) {
      void forgetDraft(key);
      return undefined;
    }
    const keep = (): void => void keepDraft(key, draft);
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
    },
  };
  return {
    offer,
    /** It is stored after the page was left. */
    forget: (): void => {
      if (isKeeping) void forgetDraft(key);
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import { changedNames, isPartedFrom, pickFields } from '../data/changed-fields.ts';
import { forgetDraft, type KeptDraft, keepDraft, keptDraft, keptDrafts } from '../data/kept-drafts.ts';
import { isLost } from '../data/problems.ts';
import { ownDrafts, useSession } from '../data/session.ts';
import { isSessionOfPage } from '../data/sign-in.ts';
import { onKeep } from './keys.ts';

/** Milliseconds without a change before a draft is kept on the device. */
const QUIET_MS = 300;

/** A draft of an earlier visit that was never stored. */
export interface OfferedDraft {
  /** When it was written, in milliseconds. */
  readonly at: number;
  /** Its fields were changed elsewhere since. */
  readonly isParted: boolean;
  readonly restore: () => void;
  readonly discard: () => void;
}

interface DraftRecord<Draft> {
  /** Names the record. */
  readonly name: string;
  readonly draft: Draft;
  /** The stored values; `draft` itself once it is stored. A form gives its `base` instead. Only fields that differ are kept. */
  readonly stored?: Draft;
  /** The stored values when the form opens. */
  readonly base?: Draft;
  /** Fields that are kept together. */
  readonly together?: readonly (keyof Draft)[];
  readonly restore: (fields: Partial<Draft>, isParted: boolean) => void;
  /** False: a dialog that is closed, which reads and keeps nothing. */
  readonly isOpen?: boolean;
  /** Names the draft before the person signs out. By default the title of the page. */
  readonly title?: string;
}

/** Those of `together` come with each of them. */
function keptNames<Draft extends object>(
  base: Draft,
  draft: Draft,
  together: readonly (keyof Draft)[],
): (keyof Draft)[] {
  const changed = changedNames(base, draft);
  return changed.some((name) => together.includes(name)) ? [...new Set([...changed, ...together])] : changed;
}

/** Keeps a draft on the device until it is stored, and offers the draft of an earlier visit. */
export function useKeptDraft<Draft extends object>({
  name,
  draft,
  stored: current,
  base,
  together,
  restore,
  isOpen = true,
  title,
}: DraftRecord<Draft>) {
  const key = ownDrafts(useSession()) + name;
  // The address changes before the page does.
  const [path] = useState(() => location.pathname + location.search);
  const latest = useRef(draft);
  latest.current = draft;
  const stored = useRef(current ?? base ?? draft);
  if (current) stored.current = current;
  const isStored = current === draft;
  const groups = useRef(together ?? []);
  // A restored draft is compared with the same stored values until the person has chosen.
  const parted = useRef<{ readonly of: Draft; readonly base: Partial<Draft> } | null>(null);
  const [isRestoredParted, setRestoredParted] = useState(false);
  const [isRead, setRead] = useState(false);
  const [offered, setOffered] = useState<KeptDraft<Partial<Draft>> | null>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    let isGone = false;
    void keptDraft<Partial<Draft>>(key).then((kept) => {
      if (isGone) return;
      const isOther = kept && changedNames(latest.current, { ...latest.current, ...kept.draft }).length > 0;
      setOffered(isOther ? kept : null);
      setRead(true);
    });
    return () => {
      isGone = true;
      setRead(false);
    };
  }, [key, isOpen]);

  // An offered draft stays until the person has chosen or saved.
  const isKeeping = isOpen && isRead && offered === null;
  const keepNow = (): void => {
    const { current: now } = stored;
    const before = parted.current?.of === now ? parted.current.base : {};
    void keepChanges(key, draft, now, { together: groups.current, before, path, title });
  };
  const keepLatest = useRef(keepNow);
  keepLatest.current = keepNow;
  useEffect(() => {
    if (!isKeeping) return undefined;
    if (isStored) {
      void forgetDraft(key);
      return undefined;
    }
    const keep = (): void => keepLatest.current();
    const timer = setTimeout(keep, QUIET_MS);
    // Signing out checks the kept drafts.
    const end = onKeep(keep);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      end();
      removeEventListener('pagehide', keep);
    };
  }, [key, draft, isStored, isKeeping]);

  const isParted = offered !== null && isPartedFrom(stored.current, offered.draft, offered.base);
  const offer: OfferedDraft | null = offered && {
    at: offered.at,
    isParted,
    restore: () => {
      if (isParted) parted.current = { of: stored.current, base: offered.base ?? {} };
      restore(offered.draft, isParted);
      setRestoredParted(isParted);
      setOffered(null);
    },
    discard: () => {
      setOffered(null);
      void forgetDraft(key);
    },
  };
  return {
    offer,
    /** A restored draft, not saved yet, would replace what was changed elsewhere. */
    isParted: isRestoredParted,
    /** It is stored after the page was left. */
    forget: (): void => {
      if (isKeeping) void forgetDraft(key);
    },
    /** Its record is deleted, or the form is blank again. */
    drop: (): void => {
      setOffered(null);
      void forgetDraft(key);
    },
    /** Keeps what is written at once: the form closes. */
    keep: (): void => {
      if (isKeeping && !isStored) keepNow();
    },
    /** Of a form: it has changes that are not saved. */
    isChanged: base !== undefined && changedNames(stored.current, draft).length > 0,
    /** A button saved `sent`, also over an offered draft. Only what was typed during the save is still kept. */
    saved: (sent: Draft): void => {
      if (base) stored.current = sent;
      setOffered(null);
      setRestoredParted(false);
      void keepChanges(key, latest.current, sent, { together: groups.current, before: {}, path, title });
    },
  };
}

/** A timer may be late: a draft that was stored meanwhile is forgotten. */
function keepChanges<Draft extends object>(
  key: string,
  draft: Draft,
  stored: Draft,
  {
    together,
    before,
    path,
    title = document.title,
  }: {
    readonly together: readonly (keyof Draft)[];
    readonly before: Partial<Draft>;
    readonly path: string;
    readonly title: string | undefined;
  },
) {
  const names = keptNames(stored, draft, together);
  if (names.length === 0) return forgetDraft(key);
  return keepDraft(key, {
    draft: pickFields(draft, names),
    base: pickFields({ ...stored, ...before }, names),
    page: { path, title },
  });
}

/** Names of drafts. That of a campaign, and of the texts of an email, is its `utr`. */
export const contactDraft = (id: number | 'new'): string => `contact/${id}`;
export const segmentDraft = (id: number | 'new'): string => `segment/${id}`;
/** A person who is added to a segment. */
export const personDraft = (segment: number): string => `segment-person/${segment}`;
/** The fields of a record that a dialog changes, or of a new one. */
export const formDraft = (form: string, id: number | string = 'new'): string => `${form}/${id}`;
export const templateDraft = (id: number): string => `template-${id}`;
export const emailDesignDraft = (utr: string): string => `design-${utr}`;

/** Deletes the drafts of records that were deleted or erased, by the names of the drafts. */
export function useForgetDrafts(): (...names: readonly string[]) => Promise<unknown> {
  const start = ownDrafts(useSession());
  return (...names) => Promise.all(names.map((name) => forgetDraft(start + name)));
}

/** Deletes the drafts of a deleted automation and of its emails: texts and designs. */
export function useForgetDraftsOfEmails(): (automation: string) => Promise<unknown> {
  const start = ownDrafts(useSession());
  return async (automation) => {
    const drafts = await keptDrafts(start);
    const own = drafts.filter(({ page }) => page?.path.split(/[/?]/).includes(automation));
    return Promise.all(own.map(({ name }) => forgetDraft(name)));
  };
}

/** Deletes the draft of a record that cannot be read because it was deleted, or that its list no longer has. */
export function useForgetLost(name: string, error: unknown, isUnlisted = false): void {
  const key = ownDrafts(useSession()) + name;
  const isGone = isUnlisted || isLost(error);
  useEffect(() => {
    if (isGone) void isSessionOfPage().then((isOwn) => isOwn && forgetDraft(key));
  }, [key, isGone]);
}

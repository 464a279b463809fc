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
  /** For new records: no stored values can have changed elsewhere. */
  readonly isNew?: boolean;
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

/** The newest of a draft and its earlier ones that differs from what the form shows. */
function otherThan<Draft extends object>(
  shown: Draft,
  kept: KeptDraft<Partial<Draft>> | undefined,
): KeptDraft<Partial<Draft>> | null {
  if (!kept) return null;
  return changedNames(shown, { ...shown, ...kept.draft }).length > 0 ? kept : otherThan(shown, kept.earlier);
}

/**
 * Keeps a draft on the device until it is stored, and offers the draft of an earlier visit. What is written while a draft is offered is kept with it.
 * Another tab may have the same form open, so a form forgets only a draft that it kept, restored or saved.
 */
export function useKeptDraft<Draft extends object>({
  name,
  draft,
  stored: current,
  base,
  together,
  restore,
  isOpen = true,
  title,
  isNew = false,
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
  const isOwn = useRef(false);

  useEffect(() => {
    if (!isOpen) return undefined;
    let isGone = false;
    void keptDraft<Partial<Draft>>(key).then((kept) => {
      if (isGone) return;
      const other = otherThan(latest.current, kept);
      isOwn.current = kept !== undefined && kept !== other;
      setOffered(other);
      setRead(true);
    });
    return () => {
      isGone = true;
      setRead(false);
    };
  }, [key, isOpen]);

  const isKeeping = isOpen && isRead;
  const forgetOwn = (earlier = offered): void => {
    if (!isOwn.current) return;
    isOwn.current = false;
    void (earlier ? keepDraft(key, earlier) : forgetDraft(key));
  };
  /** A timer may be late: a draft that was stored meanwhile is forgotten. */
  const keepChanges = (
    written: Draft,
    now: Draft,
    earlier: KeptDraft<Partial<Draft>> | null,
    before: Partial<Draft> = {},
  ): void => {
    const names = keptNames(now, written, groups.current);
    if (names.length === 0) return forgetOwn(earlier);
    isOwn.current = true;
    void keepDraft(key, {
      draft: pickFields(written, names),
      base: pickFields({ ...now, ...before }, names),
      page: { path, title: title ?? document.title },
      ...(earlier && { earlier }),
    });
  };
  const keepNow = (earlier = offered): void => {
    const { current: now } = stored;
    keepChanges(draft, now, earlier, parted.current?.of === now ? parted.current.base : {});
  };
  const keepLatest = useRef(keepNow);
  keepLatest.current = keepNow;
  useEffect(() => {
    if (!isKeeping) return undefined;
    const keep = (): void => keepLatest.current();
    if (isStored) {
      keep();
      return undefined;
    }
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

  const isParted = !isNew && offered !== null && isPartedFrom(stored.current, offered.draft, offered.base);
  const earlier = offered?.earlier ?? null;
  const offer: OfferedDraft | null = offered && {
    at: offered.at,
    isParted,
    restore: () => {
      if (isParted) parted.current = { of: stored.current, base: offered.base ?? {} };
      restore(offered.draft, isParted);
      setRestoredParted((was) => was || isParted);
      isOwn.current = true;
      setOffered(earlier);
    },
    discard: () => {
      isOwn.current = true;
      setOffered(earlier);
      keepNow(earlier);
    },
  };
  return {
    offer,
    /** Whether drafts of earlier visits are read. */
    isRead,
    /** A restored draft, not saved yet, would replace what was changed elsewhere. */
    isParted: isRestoredParted,
    /** It is stored after the page was left, or the form is blank again. An offered draft stays. */
    forget: (): void => {
      if (isKeeping) forgetOwn();
    },
    /** Its record is deleted. */
    drop: (): void => {
      isOwn.current = false;
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
      isOwn.current = true;
      keepChanges(latest.current, sent, null);
    },
  };
}

/** Names of drafts. That of a campaign, and of the texts of an email, is its `utr`. */
export const contactDraft = (id: number | 'new'): string => `contact/${id}`;
export const segmentDraft = (id: number | 'new'): string => `segment/${id}`;
/** A person who is added to a segment. */
export const personDraft = (segment: number): string => `segment-person/${segment}`;
/** The fields of a record that a dialog changes, or of a new one. */
export const formDraft = (form: string, id: number | string = 'new'): string => `${form}/${id}`;
/** The time of a campaign that is scheduled. */
export const scheduleDraft = (utr: string): string => formDraft('schedule', utr);
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

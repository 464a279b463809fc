import { ApiError } from '../../../client/src/index.ts';
import { isConflict } from '../data/problems.ts';

/** `conflict`: the stored record was changed elsewhere; nothing is saved until a person chooses. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';

export interface StoredDraft<Draft> {
  readonly draft: Draft;
  readonly version: number;
  /** Saved as ready; saving a draft reverts that. */
  readonly isReady?: boolean;
}

export interface SaveAnswer {
  readonly version: number;
  readonly warnings?: readonly string[];
}

/** A draft and its record. `Ready` has the further inputs of a save as ready. */
export interface SavedRecord<Draft, Ready, Answer extends SaveAnswer> {
  readonly name: string;
  readonly initial: Draft;
  /** The version of `initial`. */
  readonly version: number;
  readonly changed: string;
  readonly save: (sending: Draft, stored: Draft, version: number, ready: Ready | null) => Promise<Answer>;
  readonly read: () => Promise<StoredDraft<Draft>>;
  /** Fields that belong together: if one of them has changed, all are kept and restored. */
  readonly together?: readonly (keyof Draft)[];
  /** Whether it is too large to be sent while the page closes. */
  readonly isLarge: (draft: Draft) => boolean;
  /** Called when the stored record replaced the draft. */
  readonly loaded?: () => Promise<unknown>;
  /** No autosave. */
  readonly isManual?: boolean;
}

export interface DraftStatus<Draft> {
  readonly draft: Draft;
  readonly state: SaveState;
  /** Why the last save failed. */
  readonly error: unknown;
  /** Unknown placeholders, from the answer to the last save. */
  readonly warnings: readonly string[];
  /** Number of saves; a change renews previews of the stored draft. */
  readonly version: number;
  /** Number of replacements by the stored record; a change resets the fields. */
  readonly loads: number;
  /** In a conflict: the stored record is ready; keeping this draft makes it a draft again. */
  readonly isReady: boolean;
}

const isSame = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify({ ...one, ...other });

/** Running saves: a page waits for them before it reads a draft. */
const underWay = new Map<string, Promise<unknown>>();
export const saveUnderWay = (name: string): Promise<unknown> => underWay.get(name) ?? Promise.resolve();

/** Stores a draft, one save at a time. */
export class Saving<Draft extends object, Ready, Answer extends SaveAnswer> {
  kept: SavedRecord<Draft, Ready, Answer>;
  standing: DraftStatus<Draft>;
  show: (standing: DraftStatus<Draft>) => void = () => {};
  #latest: Draft;
  #stored: Draft;
  #base: number;
  /** The last draft that got no answer; it may be stored. */
  #unanswered: Draft | null = null;

  constructor(kept: SavedRecord<Draft, Ready, Answer>) {
    this.kept = kept;
    this.#latest = kept.initial;
    this.#stored = kept.initial;
    this.#base = kept.version;
    this.standing = {
      draft: kept.initial,
      state: 'saved',
      error: null,
      warnings: [],
      version: 0,
      loads: 0,
      isReady: false,
    };
  }

  get stored(): Draft {
    return this.#stored;
  }

  get isStored(): boolean {
    return this.#latest === this.#stored;
  }

  get #isParted(): boolean {
    return this.standing.state === 'conflict';
  }

  /** Whether closing the page may lose changes. */
  get isAtRisk(): boolean {
    return !this.isStored && (this.#isParted || this.kept.isLarge(this.#latest));
  }

  readonly change = (fields: Partial<Draft>): void => {
    this.#latest = { ...this.#latest, ...fields };
    this.#say({ draft: this.#latest, ...(!this.#isParted && { state: 'unsaved' }) });
  };

  /** Restores fields of an earlier visit. `isParted`: they were changed elsewhere since, which is a conflict. */
  readonly restore = (fields: Partial<Draft>, isParted: boolean): void => {
    this.#latest = { ...this.#latest, ...fields };
    const state = isParted || this.#isParted ? 'conflict' : 'unsaved';
    this.#say({ draft: this.#latest, loads: this.standing.loads + 1, state });
  };

  readonly flush = (): Promise<boolean> =>
    this.#store(null).then(
      () => true,
      () => false,
    );

  readonly send = async (ready: Ready): Promise<Answer> => (await this.#store(ready))!;

  readonly loadTheirs = async (): Promise<void> => {
    this.#goOnFrom(await this.kept.read());
    this.#latest = this.#stored;
    const { loads } = this.standing;
    this.#saved({ draft: this.#latest, loads: loads + 1 });
    await this.kept.loaded?.();
  };

  readonly keepMine = async (): Promise<void> => {
    const theirs = await this.kept.read();
    const isUnknown = theirs.isReady === true && !this.standing.isReady;
    this.#say({ isReady: theirs.isReady === true });
    if (isUnknown) return;
    this.#goOnFrom(theirs);
    this.#say({ state: 'unsaved' });
    await this.flush();
  };

  async #store(ready: Ready | null): Promise<Answer | null> {
    const { name, changed, save } = this.kept;
    // Several callers may wait for one save: the first saves next, the others wait again.
    while (underWay.has(name)) await saveUnderWay(name).catch(() => {});
    const sending = this.#latest;
    if (ready === null && sending === this.#stored) return null;
    if (this.#isParted) throw new Error(changed);
    this.#say({ state: 'saving' });
    const run = save(sending, this.#stored, this.#base, ready);
    underWay.set(name, run);
    try {
      const answer = await run;
      this.#stored = sending;
      this.#base = answer.version;
      this.#saved({ warnings: answer.warnings ?? [], error: null });
      return answer;
    } catch (failure) {
      if (!isConflict(failure, changed)) this.#fail(failure, sending, ready);
      else if ((await this.#part()) && ready === null) return null;
      throw failure;
    } finally {
      underWay.delete(name);
    }
  }

  /** True: no conflict, because the stored record is our last draft, whose answer was lost. */
  async #part(): Promise<boolean> {
    const theirs = await this.kept.read().catch(() => null);
    if (theirs && this.#unanswered && isSame(theirs.draft, this.#unanswered)) {
      this.#base = theirs.version;
      this.#stored = this.#unanswered;
      this.#unanswered = null;
      this.#saved({});
      return true;
    }
    this.#say({ isReady: theirs?.isReady === true, error: null, state: 'conflict' });
    return false;
  }

  #fail(failure: unknown, sending: Draft, ready: Ready | null): void {
    // The draft is unchanged; later input is saved as usual.
    if (ready !== null) return this.#saved({});
    if (!(failure instanceof ApiError) || failure.status >= 500) this.#unanswered = sending;
    this.#say({ error: failure, state: 'failed' });
  }

  #goOnFrom(theirs: StoredDraft<Draft>): void {
    this.#base = theirs.version;
    this.#stored = theirs.draft;
  }

  /** The stored draft may have changed, so previews are renewed. */
  #saved(fields: Partial<DraftStatus<Draft>>): void {
    const { version } = this.standing;
    this.#say({ state: this.isStored ? 'saved' : 'unsaved', version: version + 1, ...fields });
  }

  #say(fields: Partial<DraftStatus<Draft>>): void {
    this.standing = { ...this.standing, ...fields };
    this.show(this.standing);
  }
}

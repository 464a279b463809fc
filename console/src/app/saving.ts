import { ApiError } from '../../../client/src/index.ts';
import { isConflict } from '../data/problems.ts';

/** `conflict`: what is stored was changed elsewhere, and nothing is saved until the person chooses. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';

/** A record as the service has it. */
export interface StoredDraft<Draft> {
  readonly draft: Draft;
  readonly version: number;
  /** It was saved as ready: a save of a draft takes that back. */
  readonly isReady?: boolean;
}

/** The service's answer to a save. */
export interface SaveAnswer {
  readonly version: number;
  readonly warnings?: readonly string[];
}

/** A draft, and the record that keeps it. `Ready` has the further inputs of a save that does more than keeping it. */
export interface SavedRecord<Draft, Ready, Answer extends SaveAnswer> {
  /** Names the record among all that are saved. */
  readonly name: string;
  readonly initial: Draft;
  /** The version that `initial` is. */
  readonly version: number;
  /** The service's text for a record that was changed elsewhere. */
  readonly changed: string;
  readonly save: (sending: Draft, stored: Draft, version: number, ready: Ready | null) => Promise<Answer>;
  /** Reads the record. */
  readonly read: () => Promise<StoredDraft<Draft>>;
  /** Whether a browser may not send it any more when its page is closed. */
  readonly isLarge: (draft: Draft) => boolean;
  /** Called when what is stored took the place of the draft. */
  readonly loaded?: () => Promise<unknown>;
  /** It is saved only when the person asks for it. */
  readonly isManual?: boolean;
}

/** How a draft stands. */
export interface DraftStatus<Draft> {
  readonly draft: Draft;
  readonly state: SaveState;
  /** Why the last save failed; null otherwise. */
  readonly error: unknown;
  /** Placeholders that will not be filled in, as the last save said. */
  readonly warnings: readonly string[];
  /** How often it was saved: what is made of the stored draft is made again then. */
  readonly version: number;
  /** How often what is stored took the place of the draft: its fields begin again then. */
  readonly loads: number;
  /** In a conflict: what is stored is ready, and to keep what was written here makes it a draft again. */
  readonly isReady: boolean;
}

const isSame = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify({ ...one, ...other });

/** Saves that are under way, so that a page that reads a draft reads what was written last. */
const underWay = new Map<string, Promise<unknown>>();
export const saveUnderWay = (name: string): Promise<unknown> => underWay.get(name) ?? Promise.resolve();

/** Keeps a draft and stores it, one save at a time. */
export class Saving<Draft extends object, Ready, Answer extends SaveAnswer> {
  kept: SavedRecord<Draft, Ready, Answer>;
  standing: DraftStatus<Draft>;
  /** Called with each change of the standing. */
  show: (standing: DraftStatus<Draft>) => void = () => {};
  #latest: Draft;
  #stored: Draft;
  /** The version that `#stored` is. */
  #base: number;
  /** The draft that was sent last without an answer: it may be stored. */
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

  get isStored(): boolean {
    return this.#latest === this.#stored;
  }

  /** The record was changed elsewhere. */
  get #isParted(): boolean {
    return this.standing.state === 'conflict';
  }

  /** A browser may lose it when its page is closed. */
  get isAtRisk(): boolean {
    return !this.isStored && (this.#isParted || this.kept.isLarge(this.#latest));
  }

  readonly change = (fields: Partial<Draft>): void => {
    this.#latest = { ...this.#latest, ...fields };
    this.#say({ draft: this.#latest, ...(!this.#isParted && { state: 'unsaved' }) });
  };

  readonly flush = (): Promise<boolean> =>
    this.#store(null).then(
      () => true,
      () => false,
    );

  // A save as ready is answered, or throws.
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
    // Several callers may wait for the same save. One of them saves next, and the others wait again.
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

  /** The record was changed elsewhere. True: it was not, as what is stored is what was sent before, and its answer was lost. */
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
    // The draft is as it was. What was typed since the last save is saved as usual.
    if (ready !== null) return this.#saved({});
    if (!(failure instanceof ApiError) || failure.status >= 500) this.#unanswered = sending;
    this.#say({ error: failure, state: 'failed' });
  }

  /** The next save is made from this version. */
  #goOnFrom(theirs: StoredDraft<Draft>): void {
    this.#base = theirs.version;
    this.#stored = theirs.draft;
  }

  /** Tells that the stored draft may be another: previews are made again. */
  #saved(fields: Partial<DraftStatus<Draft>>): void {
    const { version } = this.standing;
    this.#say({ state: this.isStored ? 'saved' : 'unsaved', version: version + 1, ...fields });
  }

  #say(fields: Partial<DraftStatus<Draft>>): void {
    this.standing = { ...this.standing, ...fields };
    this.show(this.standing);
  }
}

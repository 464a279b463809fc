/** What a person has written and the service has not stored, on this device (IndexedDB). */
export interface KeptDraft<Draft> {
  /** When it was written, in milliseconds. */
  readonly at: number;
  /** The fields that differ from what is stored … */
  readonly draft: Draft;
  /** … and their stored values then. Absent in drafts of earlier versions. */
  readonly base?: Draft;
  /** Where it was written. Absent in drafts of earlier versions. */
  readonly page?: KeptPage;
  /** The draft that was offered, and neither restored nor discarded, while this one was written. */
  readonly earlier?: KeptDraft<Draft>;
}

export interface KeptPage {
  /** With its query. */
  readonly path: string;
  readonly title: string;
}

/** A draft and the name that it is kept by. */
export interface NamedDraft extends KeptDraft<object> {
  readonly name: string;
}

const STORE = 'drafts';

const finished = <Value>(asked: IDBRequest<Value>): Promise<Value> =>
  new Promise((done, fail) => {
    asked.addEventListener('success', () => done(asked.result));
    asked.addEventListener('error', () => fail(asked.error ?? new Error('IndexedDB failed.')));
  });

let opened: Promise<IDBDatabase> | undefined;
function database(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const asked = indexedDB.open('console', 1);
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(STORE));
    return finished(asked);
  })();
  return opened;
}

/** A browser without IndexedDB keeps nothing. */
async function use<Value>(act: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value | undefined> {
  try {
    return await finished(act((await database()).transaction(STORE, 'readwrite').objectStore(STORE)));
  } catch {
    return undefined;
  }
}

/** Accounts that have signed out, in any tab, by the starts of the names of their drafts. */
const ended = new Set<string>();
interface Change {
  readonly start: string;
  readonly isEnded: boolean;
}
/** Drafts that are not kept because their account has signed out, by name. They are only on their page. */
const unkept = new Map<string, Omit<KeptDraft<object>, 'at'>>();
export const hasUnkeptDrafts = (): boolean => unkept.size > 0;
const listeners = new Set<() => void>();
/** Called when the account has signed in again: what its pages hold is to be kept again. */
export const onKeepingAgain = (listener: () => void): unknown => listeners.add(listener);

function note({ start, isEnded }: Change): void {
  if (isEnded) ended.add(start);
  else if (ended.delete(start)) {
    for (const [name, draft] of unkept) void keepDraft(name, draft);
    for (const listener of listeners) listener();
  }
}
const tabs = new BroadcastChannel('kept-drafts');
tabs.addEventListener('message', ({ data }: MessageEvent<Change>) => note(data));
function tell(change: Change): void {
  note(change);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has none.
  tabs.postMessage(change);
}

export async function keepDraft(name: string, draft: Omit<KeptDraft<object>, 'at'>): Promise<void> {
  if ([...ended].some((start) => name.startsWith(start))) {
    unkept.set(name, draft);
    return;
  }
  unkept.delete(name);
  await use((store) => store.put({ at: Date.now(), ...draft }, name));
}
/** For signing in: the pages of the account keep drafts again. */
export const keepDraftsAgain = (start: string): void => tell({ start, isEnded: false });
export const keptDraft = <Draft>(name: string): Promise<KeptDraft<Draft> | undefined> =>
  use((store) => store.get(name) as IDBRequest<KeptDraft<Draft> | undefined>);
const allOf = (start: string): IDBKeyRange => IDBKeyRange.bound(start, `${start}\uffff`);
/** All whose names begin with a text. */
export async function keptDrafts(start: string): Promise<readonly NamedDraft[]> {
  let names: IDBRequest<string[]> | undefined;
  const drafts = await use((store) => {
    names = store.getAllKeys(allOf(start)) as IDBRequest<string[]>;
    return store.getAll(allOf(start)) as IDBRequest<KeptDraft<object>[]>;
  });
  return (drafts ?? []).map((draft, at) => ({ ...draft, name: names!.result[at]! }));
}
export function forgetDraft(name: string): Promise<unknown> {
  unkept.delete(name);
  return use((store) => store.delete(name));
}
/** For signing out: no page of the account keeps a draft any more, in no tab, also when it closes with one that was not saved. */
export function forgetDrafts(start: string): Promise<unknown> {
  tell({ start, isEnded: true });
  return use((store) => store.delete(allOf(start)));
}

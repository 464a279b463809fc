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
}

export interface KeptPage {
  /** With its query. */
  readonly path: string;
  readonly title: string;
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

let isKeeping = true;

export const keepDraft = async (name: string, draft: Omit<KeptDraft<object>, 'at'>): Promise<unknown> =>
  isKeeping && use((store) => store.put({ at: Date.now(), ...draft }, name));
export const keptDraft = <Draft>(name: string): Promise<KeptDraft<Draft> | undefined> =>
  use((store) => store.get(name) as IDBRequest<KeptDraft<Draft> | undefined>);
/** All whose names begin with a text. */
export const keptDrafts = async (start: string): Promise<readonly KeptDraft<object>[]> =>
  (await use(
    (store) => store.getAll(IDBKeyRange.bound(start, `${start}\uffff`)) as IDBRequest<KeptDraft<object>[]>,
  )) ?? [];
export const forgetDraft = (name: string): Promise<unknown> => use((store) => store.delete(name));
/** For signing out: the page keeps no draft any more, also when it closes with one that was not saved. */
export function forgetDrafts(): Promise<unknown> {
  isKeeping = false;
  return use((store) => store.clear());
}

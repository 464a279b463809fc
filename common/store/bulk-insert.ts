import { type ClientSession, MongoServerError } from 'mongodb';
import { checkOwner, type Rows } from './collection.ts';
import { DUPLICATE_KEY, database } from './connection.ts';

interface InsertReply {
  readonly writeErrors?: readonly {
    readonly index: number;
    readonly code: number;
    readonly errmsg: string;
  }[];
  readonly writeConcernError?: { readonly code: number; readonly errmsg: string };
}

/** The server's error code for a command of more than 16 MB; above 17 MB the driver's buffer overflows first. */
const TOO_LARGE = 10334;

/**
 * Inserts documents durably. Returns the indexes of those that a unique index refused. It is a bare command: the driver's bulk
 * write measures each document before serializing it, a third of the cost. Larger groups are split into halves. Callers must be
 * able to repeat the call: after a lost connection it is unknown which documents were inserted.
 */
export async function insertAtOnce<Stored extends object>(
  rows: Rows<Stored>,
  documents: readonly Stored[],
): Promise<number[]> {
  checkOwner(rows, documents);
  try {
    return await insert(rows.name, documents);
  } catch (error) {
    const tooMuch = error instanceof RangeError || (error as { code?: unknown }).code === TOO_LARGE;
    if (!tooMuch || documents.length < 2) throw error;
    const half = documents.length >> 1;
    const first = await insertAtOnce(rows, documents.slice(0, half));
    const rest = await insertAtOnce(rows, documents.slice(half));
    return [...first, ...rest.map((index) => half + index)];
  }
}

async function insert(collection: string, documents: readonly object[]): Promise<number[]> {
  const { writeErrors = [], writeConcernError } = (await database().command({
    insert: collection,
    documents,
    ordered: false,
    writeConcern: { w: 'majority', j: true },
  })) as InsertReply;
  failAt(writeConcernError ?? writeErrors.find(({ code }) => code !== DUPLICATE_KEY));
  return writeErrors.map(({ index }) => index);
}

/** For documents of less than 16 MB in all. A refused one aborts the transaction; `isDuplicateKey` recognises its error. */
export function insertWithin<Stored extends object>(
  session: ClientSession,
  rows: Rows<Stored>,
  documents: readonly Stored[],
): Promise<void> {
  checkOwner(rows, documents);
  return insertNamed(session, rows.name, documents);
}

/** The same, for documents of several accounts whose owners are checked already. */
export async function insertNamed(
  session: ClientSession,
  collection: string,
  documents: readonly object[],
): Promise<void> {
  const command = { insert: collection, documents, ordered: true };
  const { writeErrors = [] } = (await database().command(command, { session })) as InsertReply;
  failAt(writeErrors[0]);
}

function failAt(error: { readonly code: number; readonly errmsg: string } | undefined): void {
  if (error) throw new MongoServerError({ message: error.errmsg, code: error.code });
}

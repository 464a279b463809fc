import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { growing, type NumberList } from './growing.ts';

export interface MailEntry {
  readonly id: number;
  readonly offset: number;
  readonly size: number;
  readonly received_at: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
}

/** Lines that are read at a time: about 60 kB. */
const BLOCK = 256;
/** For more lines than this, reading the whole file in blocks is faster. */
const SINGLE_LINES = 1000;

/**
 * The index of all mails: an append-only file with one JSON line a mail. In memory a mail takes 8 bytes (the offset of its line),
 * plus 8 for each recipient (a hash of the address, and the mail): 16 MB for a million mails. A search for an address reads only
 * the lines of its own mails.
 */
export interface IndexFile {
  readonly count: () => number;
  readonly append: (entries: readonly Omit<MailEntry, 'id'>[]) => Promise<void>;
  readonly entry: (id: number) => Promise<MailEntry | undefined>;
  /** The mails to exactly this address, in any case; for an incomplete address, to addresses that contain it. */
  readonly search: (to: string) => AsyncGenerator<MailEntry>;
  readonly downFrom: (id: number) => AsyncGenerator<MailEntry>;
  readonly close: () => Promise<void>;
}

/** Opens the index. Cuts off incomplete lines of a crash, and lines whose mail is incomplete (`mailBytes`). */
export async function openIndex(path: string, mailBytes: number): Promise<IndexFile> {
  const file = await open(path, 'a+', 0o600);
  const starts = growing(Float64Array);
  const hashes = growing(Uint32Array);
  const owners = growing(Uint32Array);
  let end = 0;

  const remember = (entry: Pick<MailEntry, 'to'>, length: number): void => {
    starts.push(end);
    end += length;
    for (const address of entry.to) {
      hashes.push(hashOf(address.toLowerCase()));
      owners.push(starts.length());
    }
  };
  for await (const { line, length } of linesOf(path)) {
    const entry = parse(line);
    if (!entry || entry.offset + entry.size > mailBytes) break;
    remember(entry, length);
  }
  await file.truncate(end);

  const read = async (first: number, last: number): Promise<MailEntry[]> => {
    const from = starts.at(first - 1);
    const until = last < starts.length() ? starts.at(last) : end;
    const text = await readText(file, from, until - from);
    return text
      .trimEnd()
      .split('\n')
      .map((line, place) => ({ ...(JSON.parse(line) as Omit<MailEntry, 'id'>), id: first + place }));
  };

  async function* downFrom(id: number): AsyncGenerator<MailEntry> {
    for (let last = Math.min(id, starts.length()); last >= 1; last -= BLOCK) {
      yield* (await read(Math.max(1, last - BLOCK + 1), last)).reverse();
    }
  }

  async function* search(to: string): AsyncGenerator<MailEntry> {
    const wanted = to.trim().toLowerCase();
    const whole = /^[^@]+@[^@]+$/.test(wanted);
    const fits = (entry: MailEntry): boolean =>
      entry.to.some((address) =>
        whole ? address.toLowerCase() === wanted : address.toLowerCase().includes(wanted),
      );
    const ids = whole ? ownersOf(hashOf(wanted), hashes, owners) : undefined;
    if (!ids || ids.length > SINGLE_LINES) {
      for await (const entry of downFrom(starts.length())) if (fits(entry)) yield entry;
    } else {
      for (const id of ids) for (const entry of await read(id, id)) if (fits(entry)) yield entry;
    }
  }

  return {
    count: starts.length,
    append: async (entries) => {
      const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
      try {
        await file.appendFile(lines.join(''));
      } catch (error) {
        await file.truncate(end);
        throw error;
      }
      entries.forEach((entry, place) => remember(entry, Buffer.byteLength(lines[place] ?? '')));
    },
    entry: async (id) => {
      if (!Number.isInteger(id) || id < 1 || id > starts.length()) return undefined;
      return (await read(id, id))[0];
    },
    search,
    downFrom,
    close: () => file.close(),
  };
}

function ownersOf(hash: number, hashes: NumberList, owners: NumberList): number[] {
  const found: number[] = [];
  for (let row = hashes.length() - 1; row >= 0; row -= 1) {
    if (hashes.at(row) === hash && owners.at(row) !== found.at(-1)) found.push(owners.at(row));
  }
  return found;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return hash >>> 0;
}

function parse(line: string): Omit<MailEntry, 'id'> | undefined {
  try {
    return JSON.parse(line) as Omit<MailEntry, 'id'>;
  } catch {
    return undefined;
  }
}

async function* linesOf(path: string): AsyncGenerator<{ line: string; length: number }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    let start = 0;
    for (let newline = rest.indexOf(10); newline !== -1; newline = rest.indexOf(10, start)) {
      yield { line: rest.toString('utf8', start, newline), length: newline + 1 - start };
      start = newline + 1;
    }
    rest = rest.subarray(start);
  }
}

async function readText(file: FileHandle, offset: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.toString('utf8', 0, bytesRead);
}

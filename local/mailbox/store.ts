import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { GroupWriter } from '../../common/batching/group-writer.ts';
import { type MailEntry, openIndex } from './index-file.ts';

const GROUP = 500;
const HEADER_BYTES = 64 * 2 ** 10;
const SUBJECT_CHARACTERS = 1000;

export interface IncomingMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

export interface MailStore {
  /** Resolves when the mail is in the files: it survives the end of this process, but not a power cut. */
  readonly add: (mail: IncomingMail) => Promise<void>;
  readonly count: () => number;
  /** The newest first: `limit` mails older than the mail `after`. `total` counts all mails that `to` finds. */
  readonly list: (query: ListQuery) => Promise<{ total: number; entries: MailEntry[] }>;
  readonly read: (id: number) => Promise<{ entry: MailEntry; raw: Buffer } | undefined>;
  readonly close: () => Promise<void>;
}

export interface ListQuery {
  readonly to?: string;
  readonly limit: number;
  readonly after?: number;
}

/**
 * One file for all mails, with an index: a file each would cost 100,000 directory entries and three system calls a mail. A mail
 * exists when its index line exists.
 */
export async function openStore(folder: string): Promise<MailStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mails = await open(join(folder, 'mails'), 'a+', 0o600);
  let end = (await mails.stat()).size;
  const index = await openIndex(join(folder, 'index.jsonl'), end);

  const writeGroup = async (group: readonly IncomingMail[]): Promise<void> => {
    let offset = end;
    const received_at = new Date().toISOString();
    const entries = group.map(({ from, to, raw }) => {
      const entry = { offset, size: raw.length, received_at, from, to, subject: subjectOf(raw) };
      offset += raw.length;
      return entry;
    });
    try {
      await mails.appendFile(Buffer.concat(group.map(({ raw }) => raw)));
      await index.append(entries);
      end = offset;
    } catch (error) {
      // The disk is full. Mails that were answered stay complete, and this group is refused.
      await mails.truncate(end);
      throw error;
    }
  };
  const writer = new GroupWriter({ most: 1, ms: 0, atOnce: GROUP }, writeGroup);

  return {
    add: (mail) => writer.add(mail).written,
    count: index.count,
    list: async ({ to, limit, after = Number.MAX_SAFE_INTEGER }) => {
      const entries: MailEntry[] = [];
      if (!to) {
        for await (const entry of index.downFrom(after - 1)) {
          if (entries.length === limit) break;
          entries.push(entry);
        }
        return { total: index.count(), entries };
      }
      let total = 0;
      for await (const entry of index.search(to)) {
        total += 1;
        if (entry.id < after && entries.length < limit) entries.push(entry);
      }
      return { total, entries };
    },
    read: async (id) => {
      const entry = await index.entry(id);
      if (!entry) return undefined;
      const raw = Buffer.alloc(entry.size);
      await mails.read(raw, 0, entry.size, entry.offset);
      return { entry, raw };
    },
    close: async () => {
      await writer.flush();
      await Promise.all([mails.close(), index.close()]);
    },
  };
}

/** The subject exactly as in the header, unfolded (RFC 5322 2.2.3). */
function subjectOf(raw: Buffer): string {
  const blank = raw.indexOf('\r\n\r\n');
  const header = raw.toString('utf8', 0, Math.min(blank === -1 ? raw.length : blank, HEADER_BYTES));
  const found = /^subject:(.*(?:\r?\n[ \t].*)*)/im.exec(header)?.[1] ?? '';
  return found
    .replaceAll(/\r?\n(?=[ \t])/g, '')
    .trim()
    .slice(0, SUBJECT_CHARACTERS);
}

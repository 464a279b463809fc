import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { SCHEMA_VERSION } from '../migrations/list.ts';
import {
  BadBackup,
  broken,
  FORMAT,
  FORMAT_VERSION,
  type Frame,
  foreign,
  type Head,
  readDocument,
  readFrames,
} from './format.ts';

/** The frames of a backup file. The first is its head, which is checked. Throws {@link BadBackup} with a readable text. */
export async function* readBackup(file: string): AsyncGenerator<Frame> {
  const source = createReadStream(file);
  const unzipped = createGunzip({ chunkSize: 256 * 2 ** 10 });
  source.on('error', (error) => unzipped.destroy(error));
  let first = true;
  try {
    for await (const one of readFrames(source.pipe(unzipped))) {
      if (first) checkHead(one);
      first = false;
      yield one;
    }
  } catch (error) {
    // zlib's errors for bytes that are not gzip, or incomplete.
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw first && (error as Error).message === 'incorrect header check' ? foreign() : broken();
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

function checkHead(one: Frame): void {
  const head = one.kind === 'H' ? (readDocument(one) as Partial<Head>) : {};
  if (head.format !== FORMAT) throw foreign();
  if (head.version! > FORMAT_VERSION || head.schema_version! > SCHEMA_VERSION) {
    throw new BadBackup('A newer release wrote the backup. Restore it with that release.');
  }
}

/** Reads a whole file and returns its head and the number of documents in each collection. */
export async function inspectBackup(
  file: string,
): Promise<{ head: Head; documents: Record<string, number> }> {
  let head: Head | undefined;
  const documents: Record<string, number> = {};
  let count = 0;
  for await (const one of readBackup(file)) {
    if (one.kind === 'H') head = readDocument(one) as Head;
    if (one.kind === 'C') count = 0;
    if (one.kind === 'D') count += 1;
    if (one.kind === 'E') {
      const end = readDocument(one) as { name: string; count: number };
      if (end.count !== count) throw new BadBackup('The file is damaged: documents are missing.');
      documents[end.name] = count;
    }
  }
  return { head: head!, documents };
}

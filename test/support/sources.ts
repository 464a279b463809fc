import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The source files of all programs. */
export const programSources = (): string[] =>
  ['api', 'common', 'inbound', 'local', 'shared', 'worker'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateClient } from './generate.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** `npm run client` writes it; a test tells when it is stale. */
export const GENERATED = join(ROOT, 'client/src/generated.ts');

/** The generated file's text, formatted like all others. */
export function generatedText(): string {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [biome, 'format', `--stdin-file-path=${GENERATED}`],
    { input: generateClient(), cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`the formatter refused it: ${stderr}`);
  return stdout;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(GENERATED, generatedText());
  process.exit();
}

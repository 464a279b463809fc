import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateClient } from './generate.ts';
import { generatePython } from './generate-python.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TYPESCRIPT = 'client/src/generated.ts';
const PYTHON = 'client/python/src/mailing_service/generated';

/** The TypeScript, formatted like all other files. */
function formatted(text: string): string {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [biome, 'format', `--stdin-file-path=${join(ROOT, TYPESCRIPT)}`],
    { input: text, cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`the formatter refused it: ${stderr}`);
  return stdout;
}

/** The generated files of both clients, by path. `npm run client` writes them; a test tells when one is stale. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const python = Object.entries(generatePython()).map(([name, text]) => [`${PYTHON}/${name}`, text] as const);
  const files = [[TYPESCRIPT, formatted(generateClient())] as const, ...python];
  return new Map(files.map(([path, text]) => [join(ROOT, path), text]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of generatedFiles()) writeFileSync(path, text);
  process.exit();
}

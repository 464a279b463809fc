import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { embedded } from '../common/config/running.ts';
import { unknownSettings } from '../common/config/unknown-names.ts';
import { ROOT, SetupError } from './servers.mjs';

/**
 * Adds the settings of `.env` in the repository's folder to the environment; set variables stay. `ENV_FILE` names another file; an
 * empty `ENV_FILE` means none. Throws a SetupError if a named file does not exist.
 */
export function readEnvFile(): void {
  const named = process.env['ENV_FILE'];
  if (named === '') return;
  const file = named ?? embedded.settings.ENV_FILE.standard!;
  const path = isAbsolute(file) ? file : join(ROOT, file);
  if (existsSync(path)) {
    for (const problem of problemsOf(readFileSync(path, 'utf8')))
      process.stderr.write(`${file}: ${problem}\n`);
    process.loadEnvFile(path);
  } else if (named !== undefined) throw new SetupError(`ENV_FILE is ${path}, which does not exist.`);
}

/** A setting, a comment or nothing. */
const LINE = /^\s*(?:#.*|(?:export\s+)?(?<name>[\w.-]+)\s*=.*)?$/;

/** Lines that are neither a setting nor a comment, and names that are no settings, of a file of settings. */
function problemsOf(text: string): string[] {
  // A value in quotes may have several lines, such as a key.
  const lines = text
    .replaceAll(
      /=\s*(["'`])[\s\S]*?\1/g,
      (value) => `=${value.replaceAll(/[^\n]/g, '').replaceAll('\n', '\n#')}`,
    )
    .split('\n')
    .map((line) => LINE.exec(line));
  const wrong = lines.flatMap((line, at) => (line ? [] : [`line ${at + 1} is not a setting`]));
  return [...wrong, ...unknownSettings(lines.flatMap((line) => line?.groups?.['name'] ?? []))];
}

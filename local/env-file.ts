import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { embedded } from '../common/config/running.ts';
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
  if (existsSync(path)) process.loadEnvFile(path);
  else if (named !== undefined) throw new SetupError(`ENV_FILE is ${path}, which does not exist.`);
}

import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { ROOT, SetupError } from './servers.mjs';

/**
 * Adds the settings of `.env`, in the repository's folder, to the environment; one that is set already stays. `ENV_FILE`
 * names another file, and an empty one none. Throws a SetupError where a file that is named is not there.
 */
export function readEnvFile(): void {
  const named = process.env['ENV_FILE'];
  if (named === '') return;
  const file = named === undefined ? '.env' : named;
  const path = isAbsolute(file) ? file : join(ROOT, file);
  if (existsSync(path)) process.loadEnvFile(path);
  else if (named !== undefined) throw new SetupError(`ENV_FILE names ${path}, which is not there.`);
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folder of the Python client. */
export const PYTHON_CLIENT = fileURLToPath(new URL('../../client/python/', import.meta.url));

/** Runs Python in the folder of the client, which it can import, and resolves to what it prints. */
export async function python(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.env['PYTHON'] ?? 'python3', ['-W', 'error', ...args], {
    cwd: PYTHON_CLIENT,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, ...environment, PYTHONPATH: `${PYTHON_CLIENT}src`, PYTHONDONTWRITEBYTECODE: '1' },
  });
  return stdout;
}

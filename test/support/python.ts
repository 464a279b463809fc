import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folder of the Python client. */
export const PYTHON_CLIENT = fileURLToPath(new URL('../../client/python/', import.meta.url));

export const PYTHON = process.env['PYTHON'] ?? 'python3';

/** In which Python finds the client, and leaves nothing in its folders. */
export const pythonEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PYTHONPATH: `${PYTHON_CLIENT}src`,
  PYTHONDONTWRITEBYTECODE: '1',
});

/** Runs Python in the folder of the client, which it can import, and resolves to what it prints. */
export async function python(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(PYTHON, ['-W', 'error', ...args], {
    cwd: PYTHON_CLIENT,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...pythonEnvironment(), ...environment },
  });
  return stdout;
}

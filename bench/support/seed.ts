import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { layGround } from './ground.ts';
import type { Stack } from './stack.ts';

/** Numbers of invented records. */
export interface SeedSizes {
  readonly contacts: number;
  readonly campaigns: number;
  /** Mails of all campaigns. */
  readonly deliveries: number;
}

/** Fills the account of a stack by the command that a person would use. */
export async function seedAccount({ call, environment, keys }: Stack, sizes: SeedSizes): Promise<void> {
  await layGround(call);
  const args = Object.entries({ account: keys.user_id, ...sizes }).flatMap(([name, size]) => [
    `--${name}`,
    String(size),
  ]);
  const seed = spawn(process.execPath, ['--import', './local/typescript.mjs', 'local/seed.ts', ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(seed, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the account could not be filled: ${code}`);
}

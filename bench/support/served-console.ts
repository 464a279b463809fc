import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from '../../local/console.mjs';
import { ROOT } from '../../local/servers.mjs';
import type { Stack } from './stack.ts';

/** Builds the console and restarts the API of a stack, which serves it. */
export async function serveConsole(stack: Stack): Promise<void> {
  await buildConsole(ROOT);
  // The built programs look for the console in their own folder.
  if (stack.build) cpSync(join(ROOT, 'console/dist'), join(stack.build, 'console/dist'), { recursive: true });
  await stack.replaceApi();
}

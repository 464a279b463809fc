import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildConsole } from '../../local/console.mjs';
import { ROOT } from '../../local/servers.mjs';
import { startBrowser } from '../../test/support/browser.ts';
import { type Stack, startStack } from './stack.ts';

/** Measures the console of a stack of its own in a browser. `fill` writes the records of its account before. */
export async function measureConsole(
  measure: (stack: Stack, browser: Browser) => Promise<void>,
  fill: (stack: Stack) => Promise<void> = async () => {},
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const stack = await startStack({ environment: { RATE_CALLS: '0', QUOTA_CALLS: '0', ...environment } });
  try {
    await serveConsole(stack);
    await fill(stack);
    const browser = await startBrowser();
    try {
      await measure(stack, browser);
    } finally {
      await browser.close();
    }
  } finally {
    await stack.stop();
  }
}

/** Builds the console and restarts the API of a stack, which serves it. */
async function serveConsole(stack: Stack): Promise<void> {
  await buildConsole(ROOT);
  // The built programs look for the console in their own folder.
  if (stack.build) cpSync(join(ROOT, 'console/dist'), join(stack.build, 'console/dist'), { recursive: true });
  await stack.replaceApi();
}

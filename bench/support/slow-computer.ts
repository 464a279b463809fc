import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** As a share of this machine's processor, and the way to the service. */
export const SLOWER = 4;
export const LATENCY_MS = 80;
export const SLOW = `CPU ${SLOWER}x, ${LATENCY_MS} ms`;

/** A tab on a slow computer far from the service. */
export async function slowTab(visitor: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await visitor.newPage();
  const session = await visitor.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { ...unlimited, latency: LATENCY_MS });
  return { page, session };
}

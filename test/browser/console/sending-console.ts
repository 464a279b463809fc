import type { MailServer } from '../../support/mail-server.ts';
import { startWorld, type World } from '../../support/world.ts';
import { type Console, startConsole } from './support.ts';

/** A console of a whole service: with a worker, and a mail server that keeps what it gets. */
export interface SendingConsole extends Console {
  readonly mail: MailServer;
}

export async function startSendingConsole(
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SendingConsole> {
  let world: World | undefined;
  const running = await startConsole(name, async (called, environment) => {
    world = await startWorld(called, { ...environment, ...settings });
    return { ...world.api, stop: world.stop };
  });
  return { ...running, mail: world!.mail };
}

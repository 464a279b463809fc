import { join } from 'node:path';
import { isFree, keptPort } from '../ports.ts';
import { SetupError } from '../servers.mjs';
import { startSmtp } from './smtp.ts';
import { type MailStore, openStore } from './store.ts';
import { startWeb } from './web.ts';

export interface Mailbox {
  readonly smtpUrl: string;
  /** The page that shows the mails; its JSON is at `/messages?to=` and `/messages/:id`. */
  readonly url: string;
  readonly store: MailStore;
  readonly stop: () => Promise<void>;
}

/** Starts the mail catcher. Its SMTP port stays the same after a restart; its page is on `port` (0: one that also stays). */
export async function startMailbox(options: { folder: string; port: number }): Promise<Mailbox> {
  const { folder } = options;
  if (options.port !== 0 && !(await isFree(options.port))) {
    throw new SetupError(`Port ${options.port} of the mailbox is in use. Set MAILBOX_PORT to another port.`);
  }
  const store = await openStore(folder);
  const smtpPort = await keptPort(join(folder, 'smtp-port'));
  const smtp = await startSmtp(store, smtpPort);
  const port = options.port || (await keptPort(join(folder, 'web-port')));
  const web = await startWeb(store, port);
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    url: `http://127.0.0.1:${port}`,
    store,
    stop: async () => {
      await Promise.all([smtp.stop(), web.stop()]);
      await store.close();
    },
  };
}

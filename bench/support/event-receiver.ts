import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint of webhooks in this process that takes all calls, and counts the mails that servers accepted. */
export interface EventReceiver {
  readonly url: string;
  /** Waits until it has received the events of so many accepted mails since its start. */
  told(mails: number): Promise<void>;
}

export async function startEventReceiver(): Promise<EventReceiver> {
  let count = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      count += body.split('"type":"delivery.accepted"').length - 1;
      response.writeHead(204).end();
    });
  });
  const heard = (): number => count;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async told(mails) {
      do await new Promise((resolve) => setTimeout(resolve, 100));
      while (heard() < mails);
    },
  };
}

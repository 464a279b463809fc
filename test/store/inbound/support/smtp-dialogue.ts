import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An SMTP client that says lines and reads replies, whatever they are. */
export interface Dialogue {
  readonly socket: Socket;
  /** The reply to a line; multiline replies have their lines joined by `\n`. Rejects when the connection is closed. */
  say(line: string): Promise<string>;
  /** The next reply. */
  hear(): Promise<string>;
  close(): void;
}

/** Connects; the greeting is heard first. */
export async function openDialogue(port: number): Promise<Dialogue & { readonly greeting: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  let held = '';
  const replies: string[] = [];
  const waiting: { resolve: (reply: string) => void; reject: (error: Error) => void }[] = [];
  socket.on('data', (text: string) => {
    held += text;
    for (let end = endOfReply(held); end > 0; end = endOfReply(held)) {
      const reply = held.slice(0, end).trimEnd().replaceAll('\r\n', '\n');
      held = held.slice(end);
      const first = waiting.shift();
      if (first) first.resolve(reply);
      else replies.push(reply);
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('closed'));
  });
  await once(socket, 'connect');
  const hear = (): Promise<string> => {
    const reply = replies.shift();
    if (reply !== undefined) return Promise.resolve(reply);
    if (socket.destroyed) return Promise.reject(new Error('closed'));
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const greeting = await hear();
  return {
    socket,
    greeting,
    hear,
    say(line) {
      socket.write(`${line}\r\n`);
      return hear();
    },
    close: () => socket.destroy(),
  };
}

function endOfReply(text: string): number {
  const last = /^\d{3}(?: .*)?\r\n/m.exec(text);
  return last ? last.index + last[0].length : 0;
}

/** Hands a mail over; answers the reply to its last dot, or the first reply that is no success. */
export async function handOver(
  port: number,
  from: string,
  to: string | readonly string[],
  mail: string,
): Promise<string> {
  const client = await openDialogue(port);
  try {
    const recipients = [to].flat().map((one) => `RCPT TO:<${one}>`);
    for (const line of ['EHLO client.example', `MAIL FROM:<${from}>`, ...recipients, 'DATA']) {
      const reply = await client.say(line);
      if (!/^[23]/.test(reply)) return reply;
    }
    return await client.say(`${mail.replaceAll(/\r?\n/g, '\r\n')}\r\n.`);
  } finally {
    client.close();
  }
}

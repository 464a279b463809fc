import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '../../../local/ports.ts';
import { layAttacker } from '../support/lay-attacker.ts';
import type { Attack, Attacker } from './attack.ts';
import { succeed } from './old-sends.ts';

const [ACCOUNTS, WEBHOOKS] = [5, 10];
/** Milliseconds of an answer: a call may take ten seconds. */
const SLOW_MS = 9500;
const PAUSE_MS = 100;

type Keys = readonly [publicKey: string, secretKey: string, contactType: string];

const keysOf = ({ public_key, secret_key, contact_type_id }: Attacker): Keys => [
  public_key,
  secret_key,
  String(contact_type_id),
];

export const slowWebhooks: Attack = {
  name: 'slow-webhooks',
  what: `${ACCOUNTS} accounts with ${WEBHOOKS} webhooks each, whose endpoints answer after ${SLOW_MS / 1000} s`,
  async lay(attacker) {
    const port = await freePort();
    const all = [attacker];
    while (all.length < ACCOUNTS) all.push(await layAttacker(attacker.origin, `slow-webhooks-${all.length}`));
    const hooks = Array.from({ length: WEBHOOKS }, (_, at) => `http://127.0.0.1:${port}/${at}`);
    await Promise.all(
      all.flatMap((one) =>
        hooks.map((url) => succeed(one, '/webhooks/save', { url, events: ['contact.added'] })),
      ),
    );
    return { accounts: all.map((one) => keysOf(one).join(' ')), port: [String(port)] };
  },
  async run(calls, { laid }) {
    const server = createServer((request, response) => {
      request.resume();
      setTimeout(() => response.end(), SLOW_MS).unref();
    });
    server.listen(Number(laid['port']![0]), '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    await calls.again(
      ACCOUNTS,
      (at) => {
        const [PublicKey, SecretKey, type] = laid['accounts']![at % ACCOUNTS]!.split(' ') as unknown as Keys;
        return calls.call('/api/contacts/add', {
          method: 'POST',
          headers: { PublicKey, SecretKey, 'Content-Type': 'application/json' },
          body: JSON.stringify({ contact_type_id: Number(type), email: `slow${at}@x.example`, country: 1 }),
        });
      },
      PAUSE_MS,
    );
  },
};

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { layAttacker } from '../support/lay-attacker.ts';
import type { Attack, Attacker } from './attack.ts';

const [ACCOUNTS, WEBHOOKS] = [5, 10];
/** Milliseconds of an answer: a call may take ten seconds. */
const SLOW_MS = 9500;
const PAUSE_MS = 100;

const keysOf = ({ public_key, secret_key, contact_type_id }: Attacker): string =>
  [public_key, secret_key, contact_type_id].join(' ');

export const slowWebhooks: Attack = {
  name: 'slow-webhooks',
  what: `${ACCOUNTS} accounts with ${WEBHOOKS} webhooks each, whose endpoints answer after ${SLOW_MS / 1000} s`,
  async lay(attacker) {
    const accounts = [keysOf(attacker)];
    while (accounts.length < ACCOUNTS)
      accounts.push(keysOf(await layAttacker(attacker.origin, `slow-webhooks-${accounts.length}`)));
    return { accounts };
  },
  async run(calls, { laid }) {
    const server = createServer((request, response) => {
      request.resume();
      setTimeout(() => response.end(), SLOW_MS).unref();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const post = (at: number, path: string, bodyOf: (type: number) => object) => {
      const [PublicKey, SecretKey, type] = laid['accounts']![at % ACCOUNTS]!.split(' ') as [
        string,
        string,
        string,
      ];
      return calls.call(`/api${path}`, {
        method: 'POST',
        headers: { PublicKey, SecretKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(bodyOf(Number(type))),
      });
    };
    for (let at = 0; at < ACCOUNTS * WEBHOOKS; at += 1)
      await post(at, '/webhooks/save', () => ({ url: `${url}/${at}`, events: ['contact.added'] }));
    await calls.again(
      ACCOUNTS,
      (at) =>
        post(at, '/contacts/add', (contact_type_id) => ({
          contact_type_id,
          email: `slow${at}@x.example`,
          country: 1,
        })),
      PAUSE_MS,
    );
  },
};

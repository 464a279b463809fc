import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../../../bench/support/ask.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { rows } from '../../../common/mongo.ts';
import type { Arena } from './arena.ts';

/** What was asked for, and what was said of it. */
interface Entry {
  readonly kind: 'contact' | 'opt-out';
  readonly email: string;
  readonly status: number | null;
  readonly seconds: number;
  /** When the answer came, by `performance.now`. */
  readonly at: number;
}

/** What the answers of a while say, and what the store says of them. */
export interface History {
  readonly acknowledged: number;
  /** 503, or no answer: done or not. */
  readonly unknown: number;
  /** Of these, those that are there. */
  readonly unknownDone: number;
  /** Acknowledged and not there, or there in part. */
  readonly missing: readonly string[];
  /** Answers that were neither success nor a proper 503. */
  readonly other: readonly string[];
  readonly slowest_s: number;
  /** Seconds from a moment until the first success that was asked for after it. */
  backAfter(moment: number): number | null;
}

const BREATH_MS = 50;

/** Clients that change something again and again, whatever happens to the store, and write down what they were told. */
export function startHistory({ stack }: Arena, clients = 4): { stop(): Promise<History> } {
  const over = new AbortController();
  const entries: Entry[] = [];
  let number = 0;

  async function change(kind: Entry['kind']): Promise<void> {
    const email = `history.${number++}@example.com`;
    const [path, body] =
      kind === 'contact'
        ? ['/contacts/add', { contact_type_id: 1, email, country: 1, first_name: 'History' }]
        : ['/global-unsubscribes/save', { email_address: email }];
    const asked = performance.now();
    const status = await ask(`${stack.origin}/api${path}`, {
      method: 'POST',
      headers: {
        PublicKey: stack.keys.public_key,
        SecretKey: stack.keys.secret_key,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    }).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => null,
    );
    const at = performance.now();
    entries.push({ kind, email, status, seconds: (at - asked) / 1000, at });
  }

  const client = async (kind: Entry['kind']): Promise<void> => {
    while (!over.signal.aborted) {
      await change(kind);
      await delay(BREATH_MS);
    }
  };
  const done = Promise.all(
    Array.from({ length: clients }, (_, at) => client(at % 2 === 0 ? 'contact' : 'opt-out')),
  );
  return {
    async stop() {
      over.abort();
      await done;
      const there = await readThere(entries);
      const isThere = ({ kind, email }: Entry): boolean => there[kind].has(email);
      const acknowledged = entries.filter(({ status }) => status === 200);
      const unknown = entries.filter(({ status }) => status === 503 || status === null);
      const others = entries.filter(({ status }) => status !== 200 && status !== 503 && status !== null);
      return {
        acknowledged: acknowledged.length,
        unknown: unknown.length,
        unknownDone: unknown.filter(isThere).length,
        missing: acknowledged.filter((entry) => !isThere(entry)).map(({ email }) => email),
        other: others.map(({ kind, status }) => `${kind}: ${status}`),
        slowest_s: Math.round(10 * Math.max(0, ...entries.map(({ seconds }) => seconds))) / 10,
        backAfter(moment) {
          const back = entries.find(
            ({ status, at, seconds }) => status === 200 && at - 1000 * seconds > moment,
          );
          return back ? Math.round((back.at - moment) / 100) / 10 : null;
        },
      };
    },
  };
}

async function readThere(entries: readonly Entry[]): Promise<Record<Entry['kind'], ReadonlySet<string>>> {
  const emails = entries.map(({ email }) => email);
  const contacts = await rows(Contact)
    .find({ email_norm: { $in: emails } }, { projection: { email_norm: 1 } })
    .toArray();
  const optOuts = await rows(Suppression)
    .find({ email_norm: { $in: emails } }, { projection: { email_norm: 1 } })
    .toArray();
  return {
    contact: new Set(contacts.map(({ email_norm }) => email_norm)),
    'opt-out': new Set(optOuts.map(({ email_norm }) => email_norm)),
  };
}

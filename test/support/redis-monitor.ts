import { Redis } from 'ioredis';

/**
 * Watches each Redis command of a test run. A test file fails at its end when a command, a script or a transaction used keys of
 * different hash tags: a cluster refuses it. Mocha loads this file.
 */
const mistakes = new Set<string>();
/** The keys of transactions that have begun, by connection. */
const transactions = new WeakMap<Redis, (string | Buffer)[]>();

/** The part of a key that decides about its slot. */
const hashTagOf = (key: string): string => /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key;

/** In a cluster, version 0.1.0 had a hash tag there. */
const OLD_QUEUE = /^bull:/;

function check(what: string, keys: readonly (string | Buffer)[]): void {
  const used = keys.map(String).filter((key) => !OLD_QUEUE.test(key));
  const tags = new Set(used.map(hashTagOf));
  if (tags.size > 1) mistakes.add(`${what}: ${keys.join(' ')}`);
}

function note(redis: Redis, name: string, keys: readonly (string | Buffer)[]): void {
  const begun = transactions.get(redis);
  if (name === 'multi') transactions.set(redis, []);
  else if (name === 'exec' || name === 'discard') {
    transactions.delete(redis);
    check('transaction', begun ?? []);
  } else if (begun) begun.push(...keys);
  else check(name, keys);
}

const { sendCommand } = Redis.prototype;
Redis.prototype.sendCommand = function (this: Redis, command, stream) {
  note(this, command.name, command.getKeys());
  return sendCommand.call(this, command, stream);
};

/** The mistakes since the last call. */
export function takeMistakes(): string[] {
  const found = [...mistakes];
  mistakes.clear();
  return found;
}

export const mochaHooks = {
  afterAll(): void {
    const found = takeMistakes();
    if (found.length > 0) throw new Error(`Redis keys of different slots:\n${found.join('\n')}`);
  },
};

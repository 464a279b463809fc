import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../local/ports.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { type Arena, inArena } from '../support/arena.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';

/** A word that occurs nowhere else. */
const canary = (what: string): string => `${what}${randomBytes(8).toString('hex')}`;

/** Everything that Redis holds, as text. */
async function redisText(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const found: unknown[] = [];
    for (const key of await redis.keys('*')) {
      found.push(key);
      switch (await redis.type(key)) {
        case 'string':
          found.push(await redis.get(key));
          break;
        case 'hash':
          found.push(await redis.hgetall(key));
          break;
        case 'list':
          found.push(await redis.lrange(key, 0, -1));
          break;
        case 'set':
          found.push(await redis.smembers(key));
          break;
        case 'zset':
          found.push(await redis.zrange(key, '0', '-1'));
          break;
        case 'stream':
          found.push(await redis.xrange(key, '-', '+'));
          break;
      }
    }
    return JSON.stringify(found);
  } finally {
    redis.disconnect();
  }
}

/** Makes calls of all kinds, valid and invalid, with a canary in each place that a client controls. */
async function sing({ stack, send, completed }: Arena, birds: Record<string, string>): Promise<string[]> {
  const bodies: string[] = [];
  const ask = async (path: string, init: RequestInit = {}): Promise<void> => {
    const answer = await fetch(`${stack.origin}${path}`, { redirect: 'manual', ...init });
    const body = await answer.text();
    // An answer may repeat the client's input, but a refusal must not contain a secret.
    if (answer.status >= 400) bodies.push(body);
  };
  const signed = { PublicKey: stack.keys.public_key, SecretKey: stack.keys.secret_key };
  const post = (path: string, body: object, headers: Record<string, string> = signed) =>
    ask(`/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { name, address, template, field, header, query } = birds;
  await stack.call('/custom-fields/save', { field_name: 'note', field_type: 'text' });
  await stack.call('/contacts/add', {
    contact_type_id: 1,
    email: `${address}@reader.example`,
    country: 1,
    first_name: name,
    last_name: name,
    city: name,
    custom_field: { note: field },
  });
  await post('/contacts/add', { contact_type_id: 'x', email: `${address}@`, first_name: { $ne: name } });
  await post('/sender/save', { from_email: `${address}@sender.example`, from_name: name });
  await post('/contacts/add', { email: name }, { PublicKey: `${header}`, SecretKey: `${birds['secret']}` });
  await ask(`/api/contacts/list?limit=${query}`, { headers: { ...signed, 'X-Trace': header! } });
  await ask('/api/contacts/list', {
    headers: { ...signed, Cookie: `session=${header}`, Authorization: header! },
  });
  await ask(`/${query}?token=${query}`);
  for (const page of ['unsubscribe', 'preferences', 'o', 'c', 'verify']) await ask(`/${page}/${query}`);
  await ask('/account/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ email: 'bench@example.com', password: birds['password']! }),
  });
  const form = new FormData();
  form.append('contact_type_id', '1');
  form.append(
    'file',
    new Blob([`email,first_name\n${address}2@reader.example,${name}\nbroken,${field}\n`]),
    `${name}.csv`,
  );
  await ask('/api/contacts/upload-csv', { method: 'POST', headers: signed, body: form });
  const utr = await send({ template_html: `<p>${template} ((first_name))</p>`, subject: template });
  await completed(utr, 60);
  return bodies;
}

async function run(options: RunOptions): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-faults-canaries-'));
  // One recipient is unknown and one is deferred, so that replies of mail servers get into logs and ledgers.
  const mail = await startMailServer();
  const [apiPort, workerPort] = [await freePort(), await freePort()];
  const environment = { SMTP_URL: mail.url, METRICS_PORT: String(apiPort), LOG_LEVEL: 'trace' };
  try {
    return await inArena({ ...options, logs: folder }, { environment }, async (arena) => {
      await arena.lay(5);
      await arena.startWorkers(1, { METRICS_PORT: String(workerPort) });
      const { keys, environment: settings } = arena.stack;
      const given = ['name', 'address', 'template', 'field', 'header', 'query', 'secret', 'password'];
      const birds = Object.fromEntries(given.map((what) => [what, canary(what)]));
      mail.answer((to) =>
        to.startsWith('person.1') ? { code: 550, text: `5.1.1 <${to}> ${birds['field']} is unknown` } : null,
      );
      const refusals = await sing(arena, birds);
      const tokens = mail.mails.flatMap(({ raw }) => [
        ...new Set(
          raw
            .toString('latin1')
            .replaceAll('=\r\n', '')
            .match(/(?<=\/)[\w-]{40}(?=[\s">])/g) ?? [],
        ),
      ]);
      const secrets: Record<string, string> = {
        ...birds,
        secret_key: keys.secret_key,
        app_secret: settings['APP_SECRET']!,
        account_password: 'correct horse',
        ...Object.fromEntries(tokens.slice(0, 20).map((token, at) => [`token ${at}`, token])),
      };
      const metrics = await Promise.all(
        [apiPort, workerPort].map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
      );
      const logs = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      const places: Record<string, string> = {
        logs: logs.join('\n'),
        metrics: metrics.join('\n'),
        Redis: await redisText(settings['REDIS_URL']!),
        // An error may repeat a wrong input, but not a secret.
        'error bodies': refusals.join('\n'),
      };
      const shown = new Set(['name', 'address', 'field', 'query', 'template']);
      const hits = Object.entries(places).flatMap(([place, text]) =>
        Object.entries(secrets)
          .filter(([what, word]) => text.includes(word) && !(place === 'error bodies' && shown.has(what)))
          .map(([what, word]) => {
            const at = text.indexOf(word);
            return `${what} in ${place}: …${text.slice(Math.max(0, at - 120), at + 40)}…`;
          }),
      );
      const broken = [...hits];
      if (tokens.length === 0) broken.push('no token was found in any mail');
      if (places['logs']!.length < 1000) broken.push('there are hardly any logs');
      return {
        faults: `${Object.keys(secrets).length} canaries`,
        recipients: mail.mails.length,
        lost: hits.length,
        doubled: 0,
        bound: 0,
        broken,
        figures: {
          log_kb: Math.round(places['logs']!.length / 1024),
          redis_kb: Math.round(places['Redis']!.length / 1024),
          error_bodies: refusals.length,
        },
      };
    });
  } finally {
    await mail.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const canaries: Scenario = {
  name: 'canaries',
  claim:
    'keys, passwords, tokens, names, addresses and mails: in no log, metric, Redis key or error (lost: those found)',
  run,
};

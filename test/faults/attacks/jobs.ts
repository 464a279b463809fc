import { setTimeout as delay } from 'node:timers/promises';
import { fillContacts } from '../../../bench/support/contacts.ts';
import { OF_SERVICE } from '../../../common/jobs/catalogue.ts';
import { createDoorbell } from '../../../common/jobs/doorbell.ts';
import { createLogger } from '../../../common/log.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { connectProducer } from '../../../common/redis/redis.ts';
import { rows } from '../../support/rows.ts';
import type { Attack, AttackCalls, Attacker } from './attack.ts';
import { sendOf, succeed } from './old-sends.ts';

const [SENDS, RECIPIENTS] = [30, 8000];
const [TYPES, TRIED_ROWS] = [12, 60_000];
const REMOVED = 60_000;
const [PURGED, PURGED_DAYS] = [150_000, 40];
const PAUSE_MS = 1000;

/** Adds contact types; returns their ids. */
async function addTypes(attacker: Attacker, count: number): Promise<string[]> {
  for (let at = 0; at < count; at += 1) await succeed(attacker, '/contacts-type/add', { name: `Type ${at}` });
  const made = await rows(ContactType)
    .find({ user_id: attacker.user_id, _id: { $ne: attacker.contact_type_id } })
    .toArray();
  return made.map(({ _id }) => String(_id));
}

/** Each of the first calls is made once; afterwards the attack only waits for its jobs. */
const once = (calls: AttackCalls, lanes: number, count: number, one: (at: number) => Promise<unknown>) => {
  let next = 0;
  return calls.again(lanes, () => {
    const at = next++;
    return at < count ? one(at) : delay(PAUSE_MS);
  });
};

const manySends: Attack = {
  name: 'many-sends',
  what: `${SENDS} sends of one account to ${RECIPIENTS.toLocaleString('en')} each`,
  async lay({ user_id, contact_type_id }) {
    await fillContacts(user_id, RECIPIENTS, contact_type_id, 1);
    return {};
  },
  run: (calls, attacker) =>
    once(calls, 4, SENDS, () =>
      calls.api('/single/send/create', sendOf(attacker, { template_html: '<p>One of many</p>' })),
    ),
};

const dryRuns: Attack = {
  name: 'dry-runs',
  what: `dry runs of files of ${TRIED_ROWS.toLocaleString('en')} rows, into ${TYPES} contact types`,
  lay: async (attacker) => ({ types: await addTypes(attacker, TYPES) }),
  run(calls, { public_key, secret_key, laid }) {
    const lines = Array.from({ length: TRIED_ROWS }, (_, line) => `tried${line}@x.example,Tried ${line}`);
    const file = new Blob([`email,first_name\n${lines.join('\n')}`], { type: 'text/csv' });
    return calls.again(
      2,
      (at) => {
        const body = new FormData();
        body.append('contact_type_id', laid['types']![at % TYPES]!);
        body.append('dry_run', '1');
        body.append('file', file, 'tried.csv');
        const headers = { PublicKey: public_key, SecretKey: secret_key };
        return calls.call('/api/contacts/upload-csv', { method: 'POST', headers, body });
      },
      PAUSE_MS / 4,
    );
  },
};

const removals: Attack = {
  name: 'removals',
  what: `deletions of custom fields, and of types of ${REMOVED.toLocaleString('en')} contacts`,
  async lay(attacker) {
    const types = await addTypes(attacker, 2);
    for (const [at, type] of types.entries())
      await fillContacts(attacker.user_id, REMOVED, Number(type), at * REMOVED);
    for (let at = 0; at < 6; at += 1)
      await succeed(attacker, '/custom-fields/save', { field_name: `field_${at}`, field_type: 'text' });
    const found = await succeed<{ customFields: { id: number }[] }>(attacker, '/custom-fields');
    return { types, fields: found.customFields.map(({ id }) => String(id)) };
  },
  run(calls, { public_key, secret_key, laid }) {
    const headers = { PublicKey: public_key, SecretKey: secret_key };
    const { types = [], fields = [] } = laid;
    const paths = [
      ...types.map((id) => `/api/contacts-type/delete?contact_type_id=${id}`),
      ...fields.map((id) => `/api/custom-fields/delete?id=${id}`),
    ];
    return once(calls, 1, paths.length, (at) => calls.call(paths[at]!, { method: 'DELETE', headers }));
  },
};

const purge: Attack = {
  name: 'purge',
  what: `retention that has to remove ${PURGED.toLocaleString('en')} deleted contacts`,
  async lay({ user_id, contact_type_id }, { stack: { environment } }) {
    await fillContacts(user_id, PURGED, contact_type_id, 1);
    const deleted_at = new Date(Date.now() - PURGED_DAYS * 24 * 3600_000);
    await rows(Contact).updateMany({ user_id }, { $set: { deleted_at } });
    return { redis: [environment['REDIS_URL']!] };
  },
  /** Rings as each worker does once an hour. */
  async run(calls, { laid }) {
    const redis = connectProducer(laid['redis']![0]!);
    const doorbell = createDoorbell(redis, createLogger('worker', 'fatal'));
    await calls.again(1, () => doorbell.ring('apply-retention', { userId: OF_SERVICE }), PAUSE_MS);
    await doorbell.close();
    redis.disconnect();
  },
  async judge({ user_id }) {
    const left = await rows(Contact).countDocuments({ user_id });
    return left < PURGED ? [] : ['retention removed no contact'];
  },
};

/** The sends come last: in the short form, their mails go out during later attacks. */
export const jobAttacks: readonly Attack[] = [dryRuns, removals, purge, manySends];

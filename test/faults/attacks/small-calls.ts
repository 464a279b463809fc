import { setTimeout as delay } from 'node:timers/promises';
import { fillContacts } from '../../../bench/support/contacts.ts';
import { Automation } from '../../../common/models/automations.ts';
import { NotificationRecipient } from '../../../common/models/notification-recipients.ts';
import { rows } from '../../support/rows.ts';
import type { Attack } from './attack.ts';
import { succeed } from './old-sends.ts';

/** Rules 12.5: an account has at most as many. */
const RECIPIENTS = 50;
const [WALKED, AUTOMATIONS] = [20_000, 20];
const FIELDS = 10_000;
const LANES = 20;
const PAUSE_MS = 100;

const confirmations: Attack = {
  name: 'confirmations',
  what: 'notification recipients, each with the address of a stranger',
  run: (calls, { user_id }) =>
    calls.again(LANES, (at) =>
      calls.api('/notification-recipient/save', {
        email_address: `stranger${at}.${user_id}@victim.example`,
        email_owner: 'A stranger',
      }),
    ),
  async judge({ user_id }) {
    const count = await rows(NotificationRecipient).countDocuments({ user_id });
    return count <= RECIPIENTS ? [] : [`${count} notification recipients`];
  },
};

const automations: Attack = {
  name: 'automations',
  what: `${AUTOMATIONS} automations over ${WALKED.toLocaleString('en')} contacts, set live and paused`,
  async lay(attacker) {
    const { user_id, contact_type_id, unsubscribe_group_id } = attacker;
    await fillContacts(user_id, WALKED, contact_type_id, 1);
    for (let at = 0; at < AUTOMATIONS; at += 1)
      await succeed(attacker, '/automations/create', {
        automation_name: `Attack ${at}`,
        type: 'custom',
        automation_for: `contacts_${contact_type_id}`,
        unsubscribe_group_id,
      });
    const made = await rows(Automation).find({ user_id }).toArray();
    return { utrs: made.map(({ utr }) => utr) };
  },
  run: (calls, { laid }) =>
    calls.again(4, async (at) => {
      const utr = laid['utrs']![at % AUTOMATIONS]!;
      await calls.api(`/automations/set-live?utr=${utr}`);
      await delay(PAUSE_MS);
      await calls.api(`/automations/pause?utr=${utr}`);
    }),
};

const partedForms: Attack = {
  name: 'parted-forms',
  what: `multipart forms of ${FIELDS.toLocaleString('en')} addresses`,
  run(calls, { public_key, secret_key }) {
    const body = Array.from(
      { length: FIELDS },
      (_, at) =>
        `--b\r\nContent-Disposition: form-data; name="email_address[${at}]"\r\n\r\nno address ${at}\r\n`,
    ).join('');
    const headers = {
      PublicKey: public_key,
      SecretKey: secret_key,
      'Content-Type': 'multipart/form-data; boundary=b',
    };
    return calls.again(LANES, () =>
      calls.call('/api/global-unsubscribes/save', { method: 'POST', headers, body: `${body}--b--` }),
    );
  },
};

const wrongKeys: Attack = {
  name: 'wrong-keys',
  what: 'calls with random keys',
  run: (calls) =>
    calls.again(4 * LANES, () =>
      calls.call('/api/contacts-type', {
        headers: { PublicKey: `pk_${Math.random()}`, SecretKey: `sk_${Math.random()}` },
      }),
    ),
};

/** Calls of a few bytes, or of many small parts. */
export const smallCallAttacks: readonly Attack[] = [confirmations, automations, partedForms, wrongKeys];

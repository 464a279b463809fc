import { MongoClient } from 'mongodb';
import { createKeyPair, UNLIMITED } from '../../../common/accounts/key-pairs.ts';
import { MASK } from '../../../common/domain/masked-address.ts';
import { AuditEntry } from '../../../common/models/audit-entries.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { rows } from '../../support/rows.ts';
import type { Attack, Attacker } from './attack.ts';
import { addDraft, succeed } from './old-sends.ts';
import { signIn } from './sign-in.ts';

const BREATH_MS = 100;
const CODE = 'secret-4711';
/** Of a cloud: its wire server gives out the secrets of a machine. */
const WIRE_SERVER = 'https://168.63.129.16/';

const twoHosts = (origin: string): Promise<number> =>
  rawRequest(origin, 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n').then(
    ({ status }) => status,
  );

/** Whether the account sees values of a message with a key that may only read. */
async function seesCodes(attacker: Attacker): Promise<boolean> {
  const [publicKey, secretKey] = attacker.laid['reading']! as [string, string];
  const reading = { ...attacker, public_key: publicKey, secret_key: secretKey };
  const list = JSON.stringify(await succeed<unknown>(reading, '/messages/list'));
  return list.includes(CODE) || !list.includes(MASK);
}

async function policyOfDesign(attacker: Attacker): Promise<string> {
  const answer = await fetch(`${attacker.origin}/design/${attacker.laid['utr']![0]}/html`, {
    headers: { Cookie: attacker.laid['cookie']![0]! },
  });
  await answer.arrayBuffer();
  return answer.headers.get('content-security-policy') ?? '';
}

/** Whether MongoDB agrees to read compressed messages. */
async function readsCompressed(url: string): Promise<boolean> {
  const client = new MongoClient(url);
  try {
    const { compression } = await client.db('admin').command({ hello: 1, compression: ['zlib', 'snappy'] });
    return ((compression as string[] | undefined) ?? []).length > 0;
  } finally {
    await client.close();
  }
}

export const hardening: Attack = {
  name: 'hardening',
  what: 'two Host headers, a webhook at a wire server, codes of messages by a key that reads, wrong passwords, designs, compressed messages to MongoDB',
  async lay(attacker, { stack: { environment } }) {
    const { user_id, sender_id } = attacker;
    const key = await createKeyPair(user_id, 'reading', { ...UNLIMITED, scope: 'read' });
    await succeed(attacker, '/messages/send', {
      email: 'someone@x.example',
      sender_id,
      subject: 'Your code',
      template_html: '<p>((code))</p>',
      data: { code: CODE },
    });
    return {
      reading: [key.public_key, key.secret_key],
      utr: [await addDraft(attacker)],
      // Before the wrong passwords, after which the right one is refused for a while.
      cookie: [await signIn(attacker)],
      mongodb: [environment['MONGODB_URL']!],
    };
  },
  run(calls, attacker) {
    const ways: readonly ((at: number) => Promise<unknown>)[] = [
      async () => calls.count(await twoHosts(attacker.origin).catch(() => undefined)),
      () => calls.api('/webhooks/save', { url: WIRE_SERVER, events: ['contact.added'] }),
      (at) =>
        calls.call('/account/sign-in', {
          method: 'POST',
          headers: {
            'Content-Type': 'application/x-www-form-urlencoded',
            'X-Forwarded-For': `203.0.113.${1 + (at % 50)}`,
          },
          body: new URLSearchParams({ email: attacker.email, password: `wrong ${at}` }).toString(),
        }),
      () => seesCodes(attacker),
    ];
    return calls.again(ways.length, (at) => ways[at % ways.length]!(at).catch(() => {}), BREATH_MS);
  },
  async judge(attacker) {
    const { origin, user_id, laid } = attacker;
    const hosts = await twoHosts(origin);
    const policy = await policyOfDesign(attacker).catch((error: unknown) => String(error));
    const refused = await rows(AuditEntry).countDocuments({ user_id, act: 'sign_in_refused' });
    const url = await fetch(`${origin}/api/webhooks/save`, {
      method: 'POST',
      headers: {
        PublicKey: attacker.public_key,
        SecretKey: attacker.secret_key,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ url: WIRE_SERVER, events: ['contact.added'] }),
    });
    return [
      ...(hosts === 400 ? [] : [`two Host headers were answered ${hosts}`]),
      ...(url.status === 422 ? [] : [`a webhook at the wire server was answered ${url.status}`]),
      ...((await seesCodes(attacker)) ? ['a key that reads sees codes of messages'] : []),
      ...(policy.includes("base-uri 'none'") ? [] : [`the policy of a design is ${policy}`]),
      ...(refused > 0 ? [] : ['no wrong password is in the audit log']),
      ...((await readsCompressed(laid['mongodb']![0]!)) ? ['MongoDB reads compressed messages'] : []),
    ];
  },
};

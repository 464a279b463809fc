import { expect } from 'chai';
import { readReturnPath } from '../../../../../common/domain/token-addresses.ts';
import { tokenKey } from '../../../../../common/domain/tokens.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { Sender } from '../../../../../common/models/senders.ts';
import { DKIM_KINDS, SendingDomain } from '../../../../../common/models/sending-domains.ts';
import { sealAll } from '../../../../../common/secrets/data-keys.ts';
import { openSendingKey } from '../../../../../common/secrets/dkim-keys.ts';
import { DKIM_DOMAIN, dkimEnvironment, dkimKeys, verifyDkim } from '../../../../support/dkim.ts';
import { type DnsServer, startDnsServer } from '../../../../support/dns-server.ts';
import { type Engine, openSend, people, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import type { CaughtMail } from '../../../../support/mail-server.ts';
import { passTimers } from '../../../../support/pass-timers.ts';
import { rows } from '../../../../support/rows.ts';
import { checkDomain, proveDomain } from '../../../../support/sending-domains.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

/** Milliseconds after which a worker asks again for the keys of an account. */
const KNOWN_MS = 2000;
const NEW = 'the new one with enough characters in it';

for (const platform of [true, false]) {
  describe(`the signing of mails, ${platform ? 'with' : 'without'} keys of the service,`, () => {
    let engine: Engine;
    let dns: DnsServer;

    before(async () => {
      dns = await startDnsServer();
      engine = await startEngine(`dkim-domains-${platform}`, {
        DNS_SERVERS: dns.address,
        BOUNCE_DOMAIN: 'bounces.service.example',
        ...(platform && dkimEnvironment(['rsa', 'ed'])),
      });
    });
    after(async () => {
      await engine.stop();
      await dns.close();
    });
    beforeEach(() => {
      engine.mail.mails.length = 0;
      dns.zones.clear();
    });

    const verified = async ({ raw }: CaughtMail) => {
      const results = await verifyDkim(raw, (name) => dns.zones.get(name)?.txt?.[0] as string | undefined);
      // Of a mail without a signature the verifier says `none`.
      return results
        .filter(({ result }) => result !== 'none')
        .map(({ domain, algo, result }) => `${domain} ${algo} ${result}`);
    };

    async function groundOf(from_email: string): Promise<Ground> {
      const ground = await engine.ground();
      await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { from_email } });
      await addContacts(ground, people(3));
      return ground;
    }

    /** The signatures of a new send's mails; all mails have the same. */
    async function signaturesOf(ground: Ground): Promise<string[]> {
      engine.mail.mails.length = 0;
      await openSend(engine, ground);
      // A busy machine may have no time to render it at first.
      const mails = await until(async () => {
        await engine.sweepOnce();
        const arrived = engine.mail.mails.filter(({ to }) => to.startsWith('person'));
        return arrived.length >= 3 && arrived;
      }, 'the mails');
      expect(mails).to.have.length(3);
      const all = await Promise.all(mails.map(verified));
      for (const one of all) expect(one).to.deep.equal(all[0]);
      return all[0]!;
    }

    const ofService = platform
      ? [`${DKIM_DOMAIN} rsa-sha256 pass`, `${DKIM_DOMAIN} ed25519-sha256 pass`]
      : [];
    const ofDomain = (domain: string) => [
      `${domain} rsa-sha256 pass`,
      platform ? ofService[0]! : `${domain} ed25519-sha256 pass`,
    ];

    it('uses the keys of each sender’s own domain, and two at most', async () => {
      const one = await groundOf('ada@one.example');
      await proveDomain(one.client, 'one.example', dns);
      await proveDomain(one.client, 'mail.one.example', dns);
      const two = await groundOf('Eve@News.Two.example');
      await proveDomain(two.client, 'two.example', dns);
      expect(await signaturesOf(one)).to.deep.equal(ofDomain('one.example'));
      expect(await signaturesOf(two)).to.deep.equal(ofDomain('two.example'));
    });

    it('names every field that readers show once more than it occurs', async () => {
      const ground = await groundOf('ada@one.example');
      await proveDomain(ground.client, 'one.example', dns);
      await signaturesOf(ground);
      const raw = engine.mail.mails[0]!.raw.toString('latin1');
      const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
      for (const [, names = ''] of head.matchAll(/\bh=([^;]+);/g)) {
        const named = names.split(/:\s*/).map((name) => name.toLowerCase());
        for (const name of new Set(named)) {
          const occurs = head.match(new RegExp(`^${name}:`, 'gim'))?.length ?? 0;
          expect(named.filter((other) => other === name).length, name).to.equal(occurs + 1);
        }
        for (const name of ['from', 'to', 'subject', 'date', 'list-unsubscribe', 'list-id', 'feedback-id'])
          expect(named).to.include(name);
      }
    });

    it('uses the service’s keys alone for a sender without a domain, if there are any', async () => {
      const ground = await groundOf('ada@nothing.example');
      await proveDomain(ground.client, 'other.example', dns);
      expect(await signaturesOf(ground)).to.deep.equal(ofService);
    });

    it('leaves the key of another account, and one that no check has seen, unused', async () => {
      const owner = await engine.ground();
      await proveDomain(owner.client, 'one.example', dns);
      const ground = await groundOf('ada@one.example');
      await ground.client.post('/sending-domains/save', { domain: 'one.example' });
      expect(await signaturesOf(ground)).to.deep.equal(ofService);
    });

    it('stops using a key whose record is gone, or that was deleted', async () => {
      const ground = await groundOf('ada@one.example');
      const { id, of } = await proveDomain(ground.client, 'one.example', dns);
      expect(await signaturesOf(ground)).to.deep.equal(ofDomain('one.example'));
      const { host, value } = of('dkim_rsa');
      dns.zones.delete(host);
      dns.zones.delete(of('dkim_ed25519').host);
      await checkDomain(ground.client, id);
      const own = async () =>
        (await engine.worker.mailKeys.of(ground.client.user_id, 'ada@one.example')).some(
          ({ domain }) => domain === 'one.example',
        );
      passTimers(KNOWN_MS);
      expect(await own()).to.equal(false);
      expect(await signaturesOf(ground)).to.deep.equal(ofService);
      dns.zones.set(host, { txt: [value!] });
      await checkDomain(ground.client, id);
      passTimers(KNOWN_MS);
      expect(await own()).to.equal(true);
      await ground.client.delete(`/sending-domains/delete?id=${id}`);
      passTimers(KNOWN_MS);
      expect(await own()).to.equal(false);
      expect(await signaturesOf(ground)).to.deep.equal(ofService);
    });

    it('adds a return path that names the delivery and its attempt', async () => {
      const ground = await groundOf('ada@one.example');
      const { mailing } = await openSend(engine, ground);
      await rows(Delivery).updateOne({ mailing, email: 'person1@example.com' }, { $set: { attempts: 4 } });
      const key = tokenKey(engine.api.config.appSecret);
      const sent = await until(async () => {
        await engine.sweepOnce();
        const mails = engine.mail.mails.filter(({ to }) => to.startsWith('person'));
        return mails.length === 3 && mails;
      }, 'three mails');
      for (const { from, to } of sent) {
        expect(from).to.match(/^b-[a-z2-7]{48}@bounces\.service\.example$/);
        const read = readReturnPath(from.toUpperCase(), key)!;
        expect(read.attempt).to.equal(to === 'person1@example.com' ? 5 : 1);
        expect((await rows(Delivery).findOne({ _id: read.delivery }))!.email).to.equal(to);
      }
    });

    it('keeps the sender of the service’s own mails, with its keys only', async () => {
      await engine.worker.mailer.send({
        to: 'someone@example.net',
        subject: 'News',
        text: 'x',
        html: '<p>x</p>',
        messageKey: 'key-1',
      });
      const mail = engine.mail.to('someone@example.net')[0]!;
      expect(mail.from).to.equal(engine.api.config.systemFrom);
      expect(await verified(mail)).to.deep.equal(ofService);
    });
  });
}

describe('the private key of a sending domain', () => {
  let engine: Engine;
  let dns: DnsServer;
  let ground: Ground;
  let id: number;

  before(async () => {
    dns = await startDnsServer();
    engine = await startEngine('dkim-domain-keys', { DNS_SERVERS: dns.address });
    ground = await engine.ground();
    ({ id } = await proveDomain(ground.client, 'one.example', dns));
  });
  after(async () => {
    await engine.stop();
    await dns.close();
  });

  const stored = async () => (await rows(SendingDomain).findOne({ _id: id }))!;
  const secretsOf = (...all: string[]) => ({ appSecret: all[0]!, signingSecrets: all });

  it('stays sealed in the store, and out of every answer', async () => {
    const document = await stored();
    for (const kind of DKIM_KINDS) {
      const key = await openSendingKey(document, document.keys[kind], engine.api.config);
      const secret = key.export({ type: 'pkcs8', format: 'der' }).toString('base64').slice(-40, -4);
      expect(JSON.stringify(document)).not.to.include(secret);
      for (const path of ['/sending-domains', `/sending-domains/details?id=${id}`]) {
        const answer = JSON.stringify((await ground.client.get(path)).body);
        expect(answer).not.to.include(secret);
        expect(answer).not.to.include(document.keys[kind].sealed.slice(0, 20));
      }
    }
  });

  it('fails in another account, for another domain, and in the place of the other key', async () => {
    const document = await stored();
    const { rsa, ed25519 } = document.keys;
    for (const [owner, key] of [
      [{ user_id: 987, domain: 'one.example' }, rsa],
      [{ user_id: document.user_id, domain: 'two.example' }, rsa],
      [document, { ...rsa, sealed: ed25519.sealed }],
    ] as const) {
      const error = await openSendingKey(owner, key, engine.api.config).catch((thrown: Error) => thrown);
      expect(error).to.be.instanceOf(Error);
    }
  });

  it('signs after a rotation of APP_SECRET as before', async () => {
    const old = engine.api.config.appSecret;
    await sealAll(secretsOf(NEW, old));
    const { mailKeys } = engine.another({ platformKeys: [] }, secretsOf(NEW));
    const keys = await mailKeys.of(ground.client.user_id, 'ada@one.example');
    expect(keys.map(({ domain, algorithm }) => `${domain} ${algorithm}`)).to.deep.equal([
      'one.example rsa-sha256',
      'one.example ed25519-sha256',
    ]);
    await sealAll(secretsOf(old, NEW));
  });

  it('opens once for many mails, and many askers', async () => {
    const { mailKeys } = engine.another({ platformKeys: dkimKeys(['rsa']) });
    const of = () => mailKeys.of(ground.client.user_id, 'ada@one.example');
    const [one, other] = await Promise.all([of(), of()]);
    expect(one).to.equal(other);
    expect(one.map(({ domain }) => domain)).to.deep.equal(['one.example', DKIM_DOMAIN]);
  });
});

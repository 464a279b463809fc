import { Resolver } from 'node:dns/promises';
import { expect } from 'chai';
import { authenticate } from 'mailauth';
import { Sender } from '../../common/models/senders.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { anAccount, aSend, type Ground } from '../support/factories.ts';
import { statusAt } from '../support/host-requests.ts';
import { type CaughtMail, type MailServer, startMailServer } from '../support/mail-server.ts';
import { rows } from '../support/rows.ts';
import { proveDomain } from '../support/sending-domains.ts';
import { until } from '../support/until.ts';
import { addContacts, startWorld, type World } from '../support/world.ts';
import { type LoginServer, login, startLoginServer } from './support/logins.ts';
import { type Mta, startOpenSmtpd, startPostfix } from './support/servers.ts';

/** The client that receivers see, by the SPF record of the return path. */
const IP = '192.0.2.25';
const SERVICE = 'service.example';
const BOUNCES = `bounces.${SERVICE}`;
const RECIPIENT = 'anna@mailbox.example';

/** Names of the test's own top-level domain in a text. */
const namesIn = (text: string): Set<string> =>
  new Set((text.match(/(?:[a-z\d-]+\.)+example\b/gi) ?? []).map((name) => name.toLowerCase()));

describe('mails of sending domains with hosts of their own, through', () => {
  let sink: MailServer;
  let logins: LoginServer;
  let dns: DnsServer;

  before(async () => {
    [sink, logins, dns] = await Promise.all([
      startMailServer(),
      startLoginServer(login, []),
      startDnsServer(),
    ]);
    dns.zones.set(BOUNCES, {
      mx: [{ priority: 10, exchange: `mx.${SERVICE}` }],
      txt: [`v=spf1 ip4:${IP} -all`],
    });
  });
  after(() => Promise.all([sink.stop(), logins.stop(), dns.close()]));

  const port = () => Number(new URL(sink.url).port);
  const starts = {
    Postfix: () => startPostfix(port(), logins.port),
    OpenSMTPD: () => startOpenSmtpd(port(), login),
  };

  for (const name of ['Postfix', 'OpenSMTPD'] as const)
    describe(name, () => {
      let server: Mta;
      let world: World;
      const domains = [`shop-${name}.example`, `club-${name}.example`].map((one) => one.toLowerCase());

      before(async () => {
        server = await starts[name]();
        world = await startWorld(`mta-own-names-${name}`, {
          SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true`,
          DNS_SERVERS: dns.address,
          PUBLIC_URL: `https://${SERVICE}`,
          BOUNCE_DOMAIN: BOUNCES,
        });
      });
      after(async () => {
        await world?.stop();
        await server?.stop();
      });

      /** An account whose only sender is of this domain. */
      async function ownerOf(domain: string): Promise<Ground> {
        const ground = await anAccount(world.api);
        const address = `ada@${domain}`;
        await rows(Sender).updateOne(
          { _id: ground.sender_id },
          { $set: { from_email: address, reply_to_email: address } },
        );
        await addContacts(ground, [RECIPIENT]);
        dns.zones.set(`_dmarc.${domain}`, { txt: ['v=DMARC1; p=reject; adkim=r; aspf=r'] });
        await proveDomain(ground.client, domain, dns, {
          link_host: `links.${domain}`,
          return_path_host: `bounces.${domain}`,
        });
        return ground;
      }

      async function mailOf(ground: Ground, domain: string): Promise<CaughtMail> {
        const subject = `News of ${domain}`;
        const send = aSend(ground, {
          subject,
          template_html: `<p>Hi, <a href="https://www.${domain}/x">see what is new</a>.</p>`,
        });
        expect((await ground.client.post('/single/send/create', send)).status).to.equal(200);
        return until(
          () => sink.mails.find(({ raw }) => raw.includes(`\r\nSubject: ${subject}\r\n`)),
          subject,
          30_000,
        );
      }

      it('name no host of the service or of another account, answer links, and pass SPF, DKIM and DMARC', async () => {
        const resolver = new Resolver();
        resolver.setServers([dns.address]);
        for (const domain of domains) {
          const ground = await ownerOf(domain);
          const mail = await mailOf(ground, domain);
          const { html = '', text = '', headers } = await sink.read(mail);
          // The trace of a relay names the operator's machines, which connect for all accounts.
          const lines = headers
            .filter(({ key }) => key !== 'received')
            .map(({ key, value }) => `${key}: ${value}`);
          const said = [mail.from, ...lines, html, text].join('\n');
          const foreign = [...namesIn(said)].filter((one) => one !== domain && !one.endsWith(`.${domain}`));
          expect(foreign).to.have.members(['mailbox.example']);
          expect(mail.from).to.match(new RegExp(`^b-[a-z2-7]{48}@bounces\\.${domain}$`));

          const host = `links.${domain}`;
          const at = (path: string, method?: string) => statusAt(world.api.url, path, host, method);
          const pathOf = (pattern: RegExp): string => new URL(pattern.exec(said)![1]!).pathname;
          expect(await at(pathOf(/href="(https:[^"]+\/c\/[^"]+)"[^>]*>see what/))).to.equal(302);
          expect(await at(pathOf(/src="(https:[^"]+\/o\/[^"]+)"/))).to.equal(200);
          expect(await at(pathOf(/href="(https:[^"]+\/preferences\/[^"]+)"/))).to.equal(200);
          expect(await at(pathOf(/^list-unsubscribe: <(https:[^>]+)>/m), 'POST')).to.equal(200);
          expect(await at('/api/contacts/list')).to.equal(404);
          expect(await at('/console')).to.equal(404);

          const { dkim, spf, dmarc } = await authenticate(mail.raw, {
            ip: IP,
            helo: `mx.${SERVICE}`,
            sender: mail.from,
            mta: 'mx.mailbox.example',
            disableArc: true,
            disableBimi: true,
            resolver: (asked: string, type: string) => resolver.resolve(asked, type) as Promise<never>,
          });
          const passed = dkim.results.map(({ signingDomain, status }) => [signingDomain, status.result]);
          expect(passed).to.deep.equal([
            [domain, 'pass'],
            [domain, 'pass'],
          ]);
          expect([spf && spf.status.result, spf && spf.domain]).to.deep.equal(['pass', `bounces.${domain}`]);
          expect(
            dmarc && [dmarc.status.result, dmarc.alignment.spf.result, dmarc.alignment.dkim.result],
          ).to.deep.equal(['pass', `bounces.${domain}`, domain]);
        }
      });
    });
});

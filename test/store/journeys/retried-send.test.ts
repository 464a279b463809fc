import { expect } from 'chai';
import { returnPathOf } from '../../../common/domain/token-addresses.ts';
import { tokenKey } from '../../../common/domain/tokens.ts';
import { createLogger } from '../../../common/log.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { type RunningInbound, runInbound } from '../../../inbound/run.ts';
import { deliveryStatus } from '../../support/delivery-status.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { mailOf } from '../../support/mail-of.ts';
import { rows } from '../../support/rows.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../support/scripted-smtp.ts';
import { addContacts, completed, detailsOf, startWorld, type World } from '../../support/world.ts';
import { handOver } from '../inbound/support/smtp-dialogue.ts';

const DOMAIN = 'bounces.example';

describe('the retry of a send’s refused mails', () => {
  let server: ScriptedSmtp;
  let world: World;
  let ground: Ground;
  let inbound: RunningInbound;
  let isFull = true;

  before('mailboxes are full, one is gone, and of one mail the answer is lost', async () => {
    const recipients = new Map<number, string>();
    server = await startScriptedSmtp({
      offers: [],
      act({ point, connection, command }) {
        if (point === 'RCPT') recipients.set(connection, command);
        const to = recipients.get(connection) ?? '';
        if (point === 'dot' && to.includes('lost@')) return 'cut';
        if (point !== 'RCPT') return undefined;
        if (to.includes('gone@')) return '550 5.1.1 no such user';
        return isFull && to.includes('full') ? '552 5.2.2 mailbox full' : undefined;
      },
    });
    world = await startWorld('journey-retried-send', {
      BOUNCE_DOMAIN: DOMAIN,
      INBOUND_SMTP_PORT: '0',
      IN_DOUBT: 'hold',
      SMTP_URL: server.url,
    });
    inbound = await runInbound(world.api.config, createLogger('inbound', world.api.config.logLevel));
    ground = await anAccount(world.api);
    const names = ['ann', 'bob', 'full1', 'full2', 'full3', 'gone', 'lost'];
    await addContacts(
      ground,
      names.map((name) => `${name}@example.com`),
    );
  });
  after(async () => {
    await inbound?.stop();
    await world?.stop();
    await server?.close();
  });

  const rowOf = async (email: string): Promise<DeliveryDocument> =>
    (await rows(Delivery).findOne({ user_id: ground.client.user_id, email }))!;
  /** A report about one attempt of a mail comes back. */
  async function comesBack(email: string, attempt: number): Promise<void> {
    const mail = mailOf(await rowOf(email));
    const path = returnPathOf(mail, attempt, tokenKey(world.api.config.signingSecrets), DOMAIN);
    expect(await handOver(inbound.smtpPort!, '', path, deliveryStatus(DOMAIN, email))).to.match(/^250 /);
  }
  async function figures(utr: string) {
    const { triggered, delivered, bounces, in_doubt, skipped } = await detailsOf(ground.client, utr);
    expect(triggered).to.equal(delivered + bounces + in_doubt);
    return { triggered, delivered, bounces, in_doubt, skipped };
  }

  it('counts each recipient once: delivered, bounced or in doubt', async () => {
    const { client } = ground;
    const { utr } = (await client.post('/single/send/create', aSend(ground))).body.message;
    await completed(client, utr);
    const refused = { triggered: 7, delivered: 2, bounces: 4, in_doubt: 1, skipped: 0 };
    expect(await figures(utr)).to.deep.equal(refused);

    isFull = false;
    await client.post('/global-unsubscribes/save', { email_address: 'full3@example.com' });
    const { body } = await client.post(`/single-send/retry?utr=${utr}`, {});
    expect(body).to.deep.equal({ status: 'success', message: 'Single send Retried Successfully' });
    await completed(client, utr);
    const retried = { triggered: 6, delivered: 4, bounces: 1, in_doubt: 1, skipped: 1 };
    expect(await figures(utr)).to.deep.equal(retried);

    // That of the attempt that was refused: the mail has been accepted since.
    await comesBack('full1@example.com', 1);
    expect(await figures(utr)).to.deep.equal(retried);
    for (let time = 1; time <= 2; time += 1) {
      await comesBack('full1@example.com', 2);
      expect(await figures(utr)).to.deep.equal({ ...retried, delivered: 3, bounces: 2 });
    }
    const shown = (await client.get(`/single-send/deliveries?utr=${utr}`)).body.message.deliveries as {
      email: string;
      state: string;
      attempts: number;
    }[];
    expect(Object.fromEntries(shown.map((one) => [one.email.split('@')[0], one.state]))).to.deep.equal({
      ann: 'accepted',
      bob: 'accepted',
      full1: 'bounced',
      full2: 'accepted',
      full3: 'skipped',
      gone: 'bounced',
      lost: 'in_doubt',
    });
    // A mail's accepted recipients have it once.
    expect(server.messages.filter((one) => one.includes('full2@example.com'))).to.have.length(1);
  });
});

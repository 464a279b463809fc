import { expect } from 'chai';
import { returnPathOf, unsubscribeAddressOf } from '../../../common/domain/token-addresses.ts';
import { type TokenKey, tokenKey } from '../../../common/domain/tokens.ts';
import { createLogger } from '../../../common/log.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { type RunningInbound, runInbound } from '../../../inbound/run.ts';
import { deliveryStatus } from '../../support/delivery-status.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { mailOf } from '../../support/mail-of.ts';
import { rows } from '../../support/rows.ts';
import { addContacts, completed, detailsOf, startWorld, type World } from '../../support/world.ts';
import { handOver } from '../inbound/support/smtp-dialogue.ts';

const DOMAIN = 'bounces.example';

describe('a mail that comes back', () => {
  let world: World;
  let ground: Ground;
  let inbound: RunningInbound;
  let key: TokenKey;

  before(async () => {
    const settings = { BOUNCE_DOMAIN: DOMAIN, INBOUND_SMTP_PORT: '0' };
    world = await startWorld('journey-bounced-mail', settings);
    inbound = await runInbound(world.api.config, createLogger('inbound', world.api.config.logLevel));
    key = tokenKey(world.api.config.signingSecrets);
    ground = await anAccount(world.api);
    await addContacts(ground, ['ann@example.com', 'bob@example.com', 'cid@example.com']);
  });
  after(async () => {
    await inbound?.stop();
    await world?.stop();
  });

  const rowOf = async (email: string): Promise<DeliveryDocument> =>
    (await rows(Delivery).findOne({ user_id: ground.client.user_id, email }))!;
  const pathOf = async (email: string): Promise<string> =>
    returnPathOf(mailOf(await rowOf(email)), 1, key, DOMAIN);
  const giveBack = (to: string, mail: string): Promise<string> => handOver(inbound.smtpPort!, '', to, mail);

  it('moves from delivered to bounces, once', async () => {
    const { utr } = (await ground.client.post('/single/send/create', aSend(ground))).body.message;
    expect(await completed(ground.client, utr)).to.deep.include({ triggered: 3, delivered: 3, bounces: 0 });
    // A return path that the service did not make changes nothing, whatever the report says.
    const forged = (await pathOf('ann@example.com')).replace(/.(?=@)/, (last) => (last === 'a' ? 'b' : 'a'));
    expect(await giveBack(forged, deliveryStatus(DOMAIN, 'ann@example.com'))).to.match(/^[25]50 /);
    expect(await detailsOf(ground.client, utr)).to.deep.include({ delivered: 3, bounces: 0 });
    for (let time = 1; time <= 2; time += 1) {
      expect(
        await giveBack(await pathOf('ann@example.com'), deliveryStatus(DOMAIN, 'ann@example.com')),
      ).to.match(/^250 /);
      expect(await detailsOf(ground.client, utr)).to.deep.include({ triggered: 3, delivered: 2, bounces: 1 });
    }
    expect(await rowOf('ann@example.com')).to.deep.include({ state: 'bounced', class: 'gone' });

    const address = unsubscribeAddressOf(mailOf(await rowOf('cid@example.com')), key, DOMAIN);
    expect(await giveBack(address, 'From: cid@example.com\nSubject: unsubscribe\n\n')).to.match(/^250 /);
    expect(await detailsOf(ground.client, utr)).to.deep.include({ unsubscribes: 1, bounces: 1 });
  });
});

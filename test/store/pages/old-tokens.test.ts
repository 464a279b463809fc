import { expect } from 'chai';
import type { TokenPurpose } from '../../../common/domain/tokens.ts';
import { newVerification } from '../../../common/domain/verification.ts';
import { oldTokensMetric } from '../../../common/metrics/old-tokens.ts';
import { NotificationRecipient } from '../../../common/models/notification-recipients.ts';
import { Sender } from '../../../common/models/senders.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { writeSentMail } from '../../support/ledger.ts';
import { watch, watchers } from '../../support/notices.ts';
import { oldToken } from '../../support/old-tokens.ts';
import { rows } from '../../support/rows.ts';

describe('links of older versions, whose tokens name no account', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('pages-old-tokens');
    client = await api.account();
  });
  after(() => api.stop());

  const mail = () =>
    writeSentMail(api, { userId: client.user_id, links: [{ id: 1, url: 'https://shop.example/((email))' }] });
  const old = (purpose: TokenPurpose, id: number, second = 0): string =>
    oldToken(api.config.appSecret, purpose, id, second);
  const recipient = async () => (await watchers(await watch(client))).at(-1)!;
  const counted = async (): Promise<number> => (await oldTokensMetric.get()).values[0]?.value ?? 0;

  interface Link {
    readonly path: string;
    readonly method?: string;
    readonly status?: number;
    readonly happened: () => Promise<boolean>;
  }

  const LINKS: Readonly<Record<string, () => Promise<Link>>> = {
    async '/o counts an opening'() {
      const sent = await mail();
      return {
        path: `/o/${old('open', sent.id)}`,
        happened: async () => (await sent.row()).opens === 1,
      };
    },
    async '/c counts a click and redirects'() {
      const sent = await mail();
      return {
        path: `/c/${old('click', sent.id, 1)}`,
        status: 302,
        happened: async () => (await sent.row()).clicks === 1,
      };
    },
    async '/unsubscribe counts an unsubscribe'() {
      const sent = await mail();
      return {
        path: `/unsubscribe/${old('unsubscribe', sent.id)}`,
        method: 'POST',
        happened: async () => (await sent.row()).unsubscribed_at instanceof Date,
      };
    },
    async '/preferences shows its page'() {
      const sent = await mail();
      return { path: `/preferences/${old('preferences', sent.id)}`, happened: async () => true };
    },
    async '/verify verifies a sender'() {
      await client.post('/sender/save', {
        from_name: 'Ada',
        from_email: 'ada@sender.example',
        reply_to_email: 'ada@sender.example',
        country_id: 1,
        company_address: '1 Main Street',
        nickname: 'ada',
      });
      const { _id } = (await rows(Sender).findOne({ user_id: client.user_id }))!;
      const verification = newVerification(new Date());
      await rows(Sender).updateOne({ _id }, { $set: { is_verified: 0, verification } });
      return {
        path: `/verify/${old('verify', _id, verification.nonce)}`,
        method: 'POST',
        happened: async () => (await rows(Sender).findOne({ _id }))!.is_verified === 1,
      };
    },
    async '/confirm confirms a recipient of notices'() {
      const { _id } = await recipient();
      const confirmation = newVerification(new Date());
      await rows(NotificationRecipient).updateOne({ _id }, { $set: { confirmed_at: null, confirmation } });
      return {
        path: `/confirm/${old('confirm', _id, confirmation.nonce)}`,
        method: 'POST',
        happened: async () =>
          (await rows(NotificationRecipient).findOne({ _id }))!.confirmed_at instanceof Date,
      };
    },
    async '/notifications stops notices'() {
      const { _id } = await recipient();
      return {
        path: `/notifications/${old('notifications', _id)}`,
        method: 'POST',
        happened: async () =>
          (await rows(NotificationRecipient).findOne({ _id }))!.stopped_at instanceof Date,
      };
    },
  };

  for (const [name, make] of Object.entries(LINKS))
    it(name, async () => {
      const { path, method = 'GET', status = 200, happened } = await make();
      const before = await counted();
      expect((await api.request(path, { method })).status).to.equal(status);
      await api.tracked();
      expect(await happened()).to.equal(true);
      expect(await counted()).to.be.above(before);
    });

  it('looks up nothing over all accounts for a token that names its account', async () => {
    const sent = await mail();
    const before = await counted();
    for (const purpose of ['unsubscribe', 'preferences'] as const)
      expect((await api.request(`/${purpose}/${sent.token(purpose)}`)).status).to.equal(200);
    await api.request(`/o/${sent.token('open')}`);
    await api.tracked();
    expect((await api.request(`/c/${sent.token('click', 1)}`)).status).to.equal(302);
    await api.tracked();
    expect(await sent.row()).to.include({ opens: 1, clicks: 1 });
    expect(await counted()).to.equal(before);
  });
});

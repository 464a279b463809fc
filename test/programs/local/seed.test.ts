import { once } from 'node:events';
import { expect } from 'chai';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { laySender } from '../../support/factories.ts';
import { bareEnvironment, type Ran, startNode } from '../../support/programs.ts';

/** The program behind `npm run seed`. */
describe('seeding an account', () => {
  let api: Api;
  let client: Client;
  before(async () => {
    api = await startApi('local-seed');
    client = await api.account();
  });
  after(() => api.stop());

  const run = async (args: readonly string[], more: Record<string, string> = {}): Promise<Ran> => {
    const { mongodbUrl: MONGODB_URL, redisUrl: REDIS_URL, smtpUrls, appSecret: APP_SECRET } = api.config;
    const environment = bareEnvironment({
      MONGODB_URL,
      REDIS_URL,
      SMTP_URL: smtpUrls.join(),
      APP_SECRET,
      ...more,
    });
    const running = startNode(['local/seed.ts', ...args], environment);
    const [code] = (await once(running.child, 'close')) as [number];
    return { code, out: running.out(), err: running.err() };
  };
  const sizes = ['--contacts', '1200', '--campaigns', '2', '--deliveries', '2000'];

  it('says what is missing', async () => {
    expect((await run([])).err).to.contain('Usage');
    expect((await run(['--account', String(client.user_id), '--contacts', '0'])).err).to.contain(
      'whole number',
    );
    expect((await run(['--account', '999999'])).err).to.contain('No account has the id');
    expect((await run(['--account', String(client.user_id)])).err).to.contain('needs a sender');
    expect((await run(['--account', '1'], { NODE_ENV: 'production' })).err).to.contain(
      'refused with NODE_ENV=production',
    );
  });

  it('lays contacts and completed campaigns, whose figures and lists agree', async () => {
    await laySender(client);
    await client.post('/unsubscribes-groups/save', {
      group_name: 'News',
      description: 'News',
      is_display: 1,
    });
    const ran = await run(['--account', String(client.user_id), ...sizes]);
    expect(ran.err).to.equal('');
    expect(ran.code).to.equal(0);

    const { contactTypes } = (await client.get('/contacts-type')).body.message;
    expect(contactTypes[0]).to.include({ name: 'Everybody', contacts_count: 1200 });
    const singleSends = (await client.get('/single-send/overview')).body.message.overview;
    expect(singleSends).to.have.length(2);
    const [{ utr, ...figures }] = singleSends;
    expect(figures).to.include({ status: 3, triggered: 1000, delivered: 980, bounces: 20 });
    const list = (state: string) => client.get(`/single-send/deliveries?utr=${utr}&state=${state}`);
    const bounced = (await list('bounced')).body.message.deliveries;
    expect(bounced).to.have.length(20);
    const { timeline } = (await client.get(`/single-send/timeline?utr=${utr}`)).body.message;
    expect(timeline.reduce((sum: number, { accepted }: { accepted: number }) => sum + accepted, 0)).to.equal(
      980,
    );
  });
});

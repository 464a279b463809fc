import { expect } from 'chai';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { failed } from '../../support/answers.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { detailsOf } from '../../support/world.ts';

/** A record that two people have open. */
interface Shared {
  readonly changed: ReturnType<typeof failed>;
  read(): Promise<Record<string, unknown>>;
  update(fields: object): Promise<Answer>;
  /** Makes it a record from before versions were counted. */
  forget(): Promise<unknown>;
}

/** Rules 21.1 and 21.2. */
describe('the version that a change starts from', () => {
  let api: Api;
  let client: Client;
  let ground: Ground;
  before(async () => {
    api = await startApi('contract-version-condition');
    client = await api.account();
    ground = await layGround(client);
  });
  after(() => api.stop());

  async function singleSend(): Promise<Shared> {
    const { utr } = (await client.post('/single/send/create', aSend(ground, { draft: 1 }))).body;
    return {
      changed: failed(409, 'Single send was changed since this version'),
      read: () => detailsOf(client, utr),
      update: (fields) =>
        client.post('/single/send/update', { ...aSend(ground, { draft: 1 }), utr, ...fields }),
      forget: () => rows(SingleSend).updateOne({ utr }, { $unset: { version: 1 } }),
    };
  }

  async function series() {
    const { utr } = (await client.post('/automations/create', { type: 'custom', automation_name: 'Series' }))
      .body.message;
    const plain = {
      sender_id: ground.sender_id,
      subject: 'Hello',
      waiting_period: 3,
      waiting_type: 'days',
      template_id: 2,
      preview_img: 'newsletter.png',
    };
    const email = (await client.post('/automations/schedule/create', { ...plain, utr })).body.utr;
    return { utr, plain, email };
  }

  async function emailOfSeries(): Promise<Shared> {
    const { utr, plain, email } = await series();
    return {
      changed: failed(409, 'Email was changed since this version'),
      read: async () =>
        (await client.get(`/automations/schedule?utr=${utr}`)).body.message.automation_schedules[0],
      update: (fields) => client.post('/automations/schedule/update', { ...plain, utr: email, ...fields }),
      forget: () => rows(AutomationSchedule).updateOne({ utr: email }, { $unset: { version: 1 } }),
    };
  }

  for (const [kind, make] of Object.entries({
    'a single send': singleSend,
    'an email of an automation': emailOfSeries,
  })) {
    describe(`of ${kind}`, () => {
      it('grows with each change, and is answered', async () => {
        const shared = await make();
        expect(await shared.read()).to.include({ version: 0 });
        expect((await shared.update({ subject: 'One' })).body.version).to.equal(1);
        expect((await shared.update({ subject: 'Two', if_version: 1 })).body.version).to.equal(2);
        expect(await shared.read()).to.include({ version: 2, subject: 'Two' });
      });

      it('refuses a change that started from another one, and changes nothing', async () => {
        const shared = await make();
        await shared.update({ subject: 'Theirs', if_version: 0 });
        const before = await shared.read();
        for (const version of [0, 2, 999_999_999])
          expect(await shared.update({ subject: 'Mine', if_version: version })).to.deep.include(
            shared.changed,
          );
        expect(await shared.read()).to.deep.equal(before);
        expect((await shared.update({ subject: 'Mine' })).status).to.equal(200);
      });

      it('admits one of many simultaneous changes', async () => {
        const shared = await make();
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, n) => shared.update({ subject: `Of ${n}`, if_version: 0 })),
        );
        expect(answers.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([
          200,
          ...Array(7).fill(409),
        ]);
        expect(await shared.read()).to.include({
          version: 1,
          subject: `Of ${answers.findIndex(({ status }) => status === 200)}`,
        });
      });

      it('starts from 0 when it was never counted', async () => {
        const shared = await make();
        await shared.forget();
        expect(await shared.read()).to.include({ version: 0 });
        expect((await shared.update({ if_version: 1 })).status).to.equal(409);
        expect((await shared.update({ if_version: 0 })).body.version).to.equal(1);
      });

      it('needs to be a whole number from 0', async () => {
        const shared = await make();
        const before = await shared.read();
        for (const version of [-1, 1.5, 'x', [0, 1], { $gt: 0 }, '0'.repeat(100_000), '\0'])
          expect((await shared.update({ subject: 'No', if_version: version })).status).to.equal(422);
        expect(await shared.read()).to.deep.equal(before);
      });
    });
  }

  it('keeps the plan of an automation when it refuses another wait', async () => {
    const { utr, plain, email } = await series();
    const planOf = async () => (await rows(Automation).findOne({ utr }))!.plan;
    const before = await planOf();
    const update = (n: number) =>
      client.post('/automations/schedule/update', {
        ...plain,
        utr: email,
        waiting_period: 10 + n,
        if_version: 0,
      });
    const answers = await Promise.all([0, 1, 2, 3].map(update));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.filter(({ status }) => status === 409)).to.have.length(3);
    expect((await planOf()) - before).to.equal(1);
  });

  it('begins at 0 in a copy', async () => {
    const { utr } = (await client.post('/single/send/create', aSend(ground, { draft: 1 }))).body;
    await client.post('/single/send/update', { ...aSend(ground, { draft: 1 }), utr });
    const copy = (await client.post(`/single/send/duplicate?utr=${utr}`)).body.utr;
    expect(await detailsOf(client, copy)).to.include({ version: 0 });
  });
});

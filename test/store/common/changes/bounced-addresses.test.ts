import { expect } from 'chai';
import { noteBouncedAddresses } from '../../../../common/changes/bounced-addresses.ts';
import { setClock } from '../../../../common/clock.ts';
import { Mailing } from '../../../../common/models/mailings.ts';
import { Suppression } from '../../../../common/models/suppressions.ts';
import { classify } from '../../../../common/replies/classify.ts';
import { type Api, type Client, startApi } from '../../../support/api.ts';
import { writeSentMail } from '../../../support/ledger.ts';
import { rows } from '../../../support/rows.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const EMAIL = 'dead@example.com';
const SURE = '550 5.1.1 User unknown';
const UNSURE = '550 Host does not accept mail';

describe('a suspected address', () => {
  let api: Api;
  let client: Client;
  let passed: number;

  before(async () => {
    api = await startApi('bounced-addresses');
  });
  after(() => api.stop());
  beforeEach(async () => {
    client = await api.account();
    passed = 0;
    setClock(() => Date.now() + passed);
  });
  afterEach(() => setClock());

  /** Another mailing after this time, and its reply. */
  async function refuse(
    reply: string,
    {
      after,
      isBelieved = false,
      isAutomation = false,
    }: { after: number; isBelieved?: boolean; isAutomation?: boolean },
  ): Promise<void> {
    passed += after;
    const { mailing } = await writeSentMail(api, { userId: client.user_id });
    if (isAutomation) await rows(Mailing).updateOne({ _id: mailing }, { $set: { schedule_id: 1 } });
    // The mailing began before its reply.
    passed += 1000;
    const [, code, enhanced = null] = /^(\d{3}) (?:(\d\.\d\.\d) )?/.exec(reply)!;
    const verdict = classify({
      stage: 'RCPT',
      code: Number(code),
      enhanced,
      text: reply,
      domain: 'example.com',
    });
    const { user_id } = client;
    await noteBouncedAddresses([
      { user_id, email: EMAIL, ...verdict, reply, mailing, believes: async () => isBelieved },
    ]);
  }
  const states = async () =>
    (await rows(Suppression).find({ user_id: client.user_id }).toArray()).map(
      ({ class: name, state }) => `${name} ${state}`,
    );

  it('is so after an unsure reply even of a trusted server, whose next one confirms it', async () => {
    await refuse(UNSURE, { after: 0, isBelieved: true });
    expect(await states()).to.deep.equal(['gone suspected']);
    await refuse(UNSURE, { after: HOUR, isBelieved: true });
    expect(await states()).to.deep.equal(['gone active']);
  });

  it('is confirmed by a sure reply, and not by an unsure one of a server that is not trusted', async () => {
    await refuse(UNSURE, { after: 0 });
    await refuse(UNSURE, { after: 2 * DAY });
    expect(await states()).to.deep.equal(['gone suspected']);
    await refuse(SURE, { after: HOUR });
    expect(await states()).to.deep.equal(['gone active']);
  });

  it('is suppressed after unsure replies to four mailings on different days, and not during one fault', async () => {
    for (let mailings = 0; mailings < 8; mailings += 1) await refuse(UNSURE, { after: HOUR });
    expect(await states()).to.deep.equal(['gone suspected']);
    await refuse(UNSURE, { after: DAY });
    await refuse(UNSURE, { after: DAY });
    expect(await states()).to.deep.equal(['gone suspected']);
    await refuse(UNSURE, { after: DAY });
    expect(await states()).to.deep.equal(['gone active']);
  });

  for (const reply of [SURE, UNSURE])
    it(`is not confirmed by another email of an automation on the same day: ${reply}`, async () => {
      await refuse(reply, { after: 0, isAutomation: true });
      for (const isBelieved of [false, true])
        await refuse(reply, { after: 5 * HOUR, isBelieved, isAutomation: true });
      expect(await states()).to.deep.equal(['gone suspected']);
      await refuse(reply, { after: 15 * HOUR, isBelieved: true, isAutomation: true });
      expect(await states()).to.deep.equal(['gone active']);
    });

  it('does not count refusals of its full mailbox as ones of a dead one', async () => {
    for (let mailings = 0; mailings < 4; mailings += 1)
      await refuse('552 5.2.2 Mailbox full', { after: DAY });
    expect(await states()).to.deep.equal(['full suspected']);
    await refuse(UNSURE, { after: DAY, isBelieved: true });
    await refuse(UNSURE, { after: DAY });
    expect(await states()).to.deep.equal(['gone suspected']);
  });
});

import { expect } from 'chai';
import { ApiError, type Client } from '../../../client/src/index.ts';
import { anAccount, aSend } from '../../support/factories.ts';
import { typedClient } from '../../support/typed-client.ts';
import { until } from '../../support/until.ts';
import { addContacts, startWorld, type World } from '../../support/world.ts';

/** A person pauses or cancels the send with the published client. */
describe('a running send', () => {
  const PEOPLE = 120;
  let world: World;

  before(async () => {
    // Slow enough to be stopped in the middle (after the slice under way): six seconds in total.
    world = await startWorld('journey-stopped-send', { SMTP_RATE: '20' });
  });
  after(() => world.stop());

  async function running(): Promise<{ client: Client; utr: string }> {
    const ground = await anAccount(world.api);
    const name = `person-${ground.contact_type_id}`;
    await addContacts(
      ground,
      Array.from({ length: PEOPLE }, (_, number) => `${name}-${number}@people.example`),
    );
    const client = typedClient(world.api, ground.client);
    const { utr } = await client.singleSendCreate(aSend(ground));
    await until(async () => (await details(client, utr)).delivered > 0, 'the first mails');
    return { client, utr };
  }
  const details = async (client: Client, utr: string) => (await client.singleSendDetails({ utr }))[0]!;
  const refusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return error instanceof ApiError ? [error.status, error.errors] : error;
  };

  it('stops when it is paused, and continues at the same place', async () => {
    const { client, utr } = await running();
    expect(await client.singleSendPause({ utr })).to.equal('Single send Paused Successfully');
    expect(await details(client, utr)).to.deep.include({ status: 2, paused_reason: 'person' });
    expect(await refusal(client.singleSendUpdate({ ...(await inputs(client, utr)), utr }))).to.deep.equal([
      409,
      'Single send can not be changed once it is running',
    ]);
    expect(await client.singleSendResume({ utr })).to.equal('Single send Resumed Successfully');
    expect(await refusal(client.singleSendResume({ utr }))).to.deep.equal([409, 'Single send is not paused']);
    const done = await until(async () => {
      const send = await details(client, utr);
      return send.status === 3 ? send : null;
    }, 'the end of the send');
    expect(done).to.deep.include({ triggered: PEOPLE, delivered: PEOPLE, paused_reason: null });
  });

  it('completes with what was sent when it is cancelled', async () => {
    // The mail server answers ten recipients, and the others once the send is cancelled, however slow this machine is.
    let answerAll = (): void => {};
    const cancelled = new Promise<void>((resolve) => {
      answerAll = resolve;
    });
    let asked = 0;
    world.mail.answer(async () => {
      asked += 1;
      if (asked > 10) await cancelled;
      return null;
    });
    const { client, utr } = await running();
    expect(await client.singleSendCancel({ utr })).to.equal('Single send Cancelled Successfully');
    answerAll();
    const done = await until(async () => {
      const send = await details(client, utr);
      return send.status === 3 ? send : null;
    }, 'the end of the send');
    expect(done.cancelled).to.equal(true);
    expect(done.delivered + done.skipped).to.equal(PEOPLE);
    expect(done.skipped).to.be.above(0);
    expect(await refusal(client.singleSendPause({ utr }))).to.deep.equal([409, 'Single send is not running']);
  });

  /** The inputs of a send from its details. */
  async function inputs(client: Client, utr: string) {
    const { template_html, template_json: _, ...send } = await details(client, utr);
    return {
      ...send,
      template_html: template_html ?? '',
      recipient_id: send.recipient_id.map(({ table, id }) => `${table}${id}`),
      exclude_specific_recipient_id: [],
    };
  }
});

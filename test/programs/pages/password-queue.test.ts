import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { AT_ONCE, hashPassword, MOST_WAITING } from '../../../common/accounts/passwords.ts';
import { Account } from '../../../common/models/accounts.ts';
import { type Api, startApi } from '../../support/api.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { visit } from '../../support/browser-form.ts';
import { passwordLink } from '../../support/password-links.ts';
import { until } from '../../support/until.ts';

/** More than are derived and wait at the same moment, also when the process reads them slowly. */
const MANY = 80;

describe('sign-in while too many passwords are being checked', () => {
  let api: Api;
  let process: ApiProcess;
  let email: string;
  let userId: number;

  before(async () => {
    api = await startApi('pages-password-queue');
    ({ user_id: userId } = await api.account());
    ({ email } = (await Account.findOne({ _id: userId }))!);
  });
  after(() => api.stop());
  before(async () => {
    const environment = { RATE_SIGN_INS: '1000', RATE_FORMS: '1000', PUBLIC_URL: 'http://127.0.0.1' };
    process = await startApiProcess(api.config, { environment });
  });
  after(() => process.end('SIGKILL'));

  const post = async (path: string, fields: Record<string, string>): Promise<number> => {
    const answer = await fetch(`${process.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Origin: 'http://127.0.0.1' },
      redirect: 'manual',
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  /** Uses one link many times at once. Resolves when the queue of passwords is full; `ended` has the answers. */
  const fillQueue = async (): Promise<{ ended: Promise<number[]> }> => {
    const path = await passwordLink(userId);
    let busy = 0;
    const ended = Promise.all(
      Array.from({ length: MANY }, async () => {
        const status = await post(path, { new_password: 'battery staple' });
        if (status === 429) busy += 1;
        return status;
      }),
    );
    ended.catch(() => {});
    await until(async () => busy > 0, 'a full queue');
    return { ended };
  };
  const signIn = (address: string): Promise<number> =>
    post('/account/sign-in', { email: address, password: 'wrong horse' });

  it('ends no process, and is refused as busy', async () => {
    const { ended } = await fillQueue();
    expect(await signIn(email)).to.be.oneOf([422, 429]);
    await ended;
    expect(await signIn('nobody@example.com')).to.equal(422);
    expect(process.child.exitCode).to.equal(null);
    expect(process.said()).not.to.include('PasswordsBusy');
  });

  it('counts no try that was refused as busy', async () => {
    const tight = await api.another({ RATE_SIGN_INS: '1' });
    const attempt = async (): Promise<number> => {
      const body = new URLSearchParams({
        email: `try-${randomBytes(8).toString('hex')}@example.com`,
        password: 'wrong',
      });
      return (await tight.request('/account/sign-in', { method: 'POST', body })).status;
    };
    const stop = keepFull();
    const during = [];
    for (let at = 0; at < 5; at += 1) during.push(await attempt());
    await stop();
    expect(during).to.deep.equal([429, 429, 429, 429, 429]);
    expect(await attempt()).to.equal(422);
    await tight.stop();
  });

  it('answers known and unknown addresses with the same status, at that moment and afterwards', async () => {
    const statuses = async () => {
      const browser = visit(api);
      const of = async (address: string): Promise<number> => {
        const body = new URLSearchParams({ email: address, password: 'wrong horse' });
        return (
          await browser.request('/account/sign-in', { method: 'POST', body, headers: { Origin: api.url } })
        ).status;
      };
      return [await of(email), await of('nobody@example.com')];
    };
    const stop = keepFull();
    const during = await statuses();
    await stop();
    expect([during, await statuses()]).to.deep.equal([
      [429, 429],
      [422, 422],
    ]);
  });
});

/** Keeps the queue of this process full: a password is added in the same turn in which another ends. */
function keepFull(): () => Promise<void> {
  const stopped = new AbortController();
  const lane = async (_: unknown, at: number): Promise<void> => {
    const turn = { person: `person ${at}`, network: `network ${at}` };
    while (!stopped.signal.aborted) await hashPassword('correct horse', turn);
  };
  const lanes = Array.from({ length: AT_ONCE + MOST_WAITING }, lane);
  return async () => {
    stopped.abort();
    await Promise.all(lanes);
  };
}

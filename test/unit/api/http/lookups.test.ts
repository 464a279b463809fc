import { expect } from 'chai';
import { createLookups } from '../../../../api/http/lookups.ts';

describe('the lookups of key pairs', () => {
  const MANY = 50;
  let began: string[];
  let ends: (() => void)[];
  let lookups: ReturnType<typeof createLookups>;

  beforeEach(() => {
    began = [];
    ends = [];
    lookups = createLookups();
  });

  const find = (address: string): Promise<void> =>
    lookups.run(address, () => {
      began.push(address);
      return new Promise((resolve) => ends.push(resolve));
    });
  const findMany = (address: string) => Array.from({ length: MANY }, () => find(address));

  it('do not wait for each other, however many a network has', () => {
    void Promise.all(findMany('192.0.2.1'));
    expect(began).to.have.length(MANY);
  });

  it('go one after the other for a network that sent wrong pairs, and not for others', async () => {
    for (let times = 0; times < MANY; times += 1) lookups.wasWrong('192.0.2.1');
    const found = findMany('192.0.2.1');
    await new Promise(setImmediate);
    expect(began).to.deep.equal(['192.0.2.1']);
    void Promise.all(findMany('192.0.2.2'));
    expect(began).to.have.length(1 + MANY);
    while (began.length < 2 * MANY) {
      for (const end of ends.splice(0)) end();
      await new Promise(setImmediate);
    }
    for (const end of ends.splice(0)) end();
    await Promise.all(found);
    expect(began).to.have.length(2 * MANY);
  });

  it('are refused when too many of a network wait', async () => {
    for (let times = 0; times < MANY; times += 1) lookups.wasWrong('2001:db8::1');
    const most = Array.from({ length: 201 }, (_, at) => find(`2001:db8::${at.toString(16)}`));
    await new Promise(setImmediate);
    expect(began).to.have.length(1);
    const refused = await find('2001:db8::ffff').catch((error: unknown) => error);
    expect(refused).to.include({ status: 429 });
    for (const one of most) one.catch(() => {});
  });
});

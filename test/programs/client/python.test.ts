import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { type Api, startApi } from '../../support/api.ts';
import { laySender } from '../../support/factories.ts';
import { PYTHON_CLIENT, python } from '../../support/python.ts';

const GROUPS = readdirSync(`${PYTHON_CLIENT}tests`).filter((name) => /^test_\w+\.py$/.test(name));

describe('the Python client', () => {
  let api: Api;
  /** Takes five calls a second. */
  let limited: Pick<Api, 'url' | 'stop'>;

  before(async () => {
    api = await startApi('client-python', { RATE_CALLS: '0' });
    limited = await api.another({ RATE_CALLS: '5', RATE_BURST: '5' });
  });
  after(async () => {
    await limited?.stop();
    await api?.stop();
  });

  it('comes with tests', () => {
    expect(GROUPS.length).to.be.greaterThan(0);
  });

  for (const group of GROUPS) {
    it(`passes ${group}`, async () => {
      const keys = await api.account();
      const sender_id = await laySender(keys);
      await python(['-m', 'unittest', `tests.${group.replace('.py', '')}`], {
        MAILING_URL: api.url,
        MAILING_LIMITED_URL: limited.url,
        MAILING_PUBLIC_KEY: keys.public_key,
        MAILING_SECRET_KEY: keys.secret_key,
        MAILING_SENDER_ID: String(sender_id),
      });
    });
  }

  it('gives every method and record type hints that can be evaluated', async () => {
    const program = `
import typing
from mailing_service import Client, records
for holder, names in ((Client, dir(Client)), (records, dir(records))):
    for name in names:
        one = getattr(holder, name)
        if not name.startswith("_") and getattr(one, "__module__", "").startswith("mailing_service"):
            typing.get_type_hints(one)
print(typing.get_type_hints(Client.contact_add)["return"].__name__)
`;
    expect(await python(['-c', program])).to.equal('IdAnswer\n');
  });
});

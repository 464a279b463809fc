import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { type Api, startOwnApi } from '../../support/api.ts';
import { storeContacts, storeTextFields } from '../../support/contacts.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { programSources } from '../../support/sources.ts';
import { until } from '../../support/until.ts';

/** More than the system's buffers of a connection hold. */
const [CONTACTS, FIELDS, VALUE] = [2000, 2, 4096];
const MOST = 12;
/** A download that does not wait for its share begins while so many of another account are made one after another, or within these milliseconds. */
const [OTHERS, BEGIN_MS] = [5, 3000];

describe('large downloads', () => {
  let api: Api;
  let hog: Ground;
  let other: Ground;

  before(async () => {
    api = await startOwnApi('contract-large-downloads', { LIMIT_LISTS_BYTES: String(8 * 2 ** 20) });
    hog = await anAccount(api);
    other = await anAccount(api);
    await fill(hog, CONTACTS);
    await fill(other, 10);
  });
  after(() => api.stop());

  async function fill({ client, contact_type_id }: Ground, count: number): Promise<void> {
    const names = Array.from({ length: FIELDS }, (_, at) => `field_${at}`);
    await storeTextFields(client.user_id, names);
    const custom_field = Object.fromEntries(names.map((name) => [name, 'v'.repeat(VALUE)]));
    await storeContacts({ userId: client.user_id, typeId: contact_type_id, name: 'wide', count }, () => ({
      custom_field,
    }));
  }

  /** A download whose client reads nothing of the file. */
  function begin({ client }: Ground) {
    const headers = { PublicKey: client.public_key, SecretKey: client.secret_key };
    const request = get(`${api.url}/api/contacts/download`, { headers, agent: false });
    request.on('error', () => {});
    const answer = once(request, 'response').then(([response]) => response as IncomingMessage);
    return { request, answer };
  }

  /** On a busy machine the store may be late: then the answer is 503. */
  const readOther = () =>
    until(async () => {
      const one = await other.client.get('/contacts/download');
      return one.status === 503 ? null : one;
    }, 'the other download');

  /** Others take longer on a busy machine, too. */
  async function waits({ answer }: ReturnType<typeof begin>): Promise<boolean> {
    const answered = answer.then(() => true);
    const least = delay(BEGIN_MS, false);
    for (let made = 0; made < OTHERS; made += 1)
      if (await Promise.race([answered, readOther().then(() => false)])) return false;
    return !(await Promise.race([answered, least]));
  }

  it('of one account use its share of the memory of lists, and leave others theirs', async () => {
    const begun: ReturnType<typeof begin>[] = [];
    do {
      expect(begun.length, 'downloads at once').to.be.below(MOST);
      begun.push(begin(hog));
    } while (!(await waits(begun.at(-1)!)));
    const { status, body } = await readOther();
    expect(status).to.equal(200);
    expect(String(body).split('v'.repeat(VALUE))).to.have.length(10 * FIELDS + 1);

    const last = begun.pop()!;
    expect(await waits(last), 'the last download waits').to.equal(true);
    for (const { request } of begun) request.destroy();
    const answer = await last.answer;
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(answer.statusCode).to.equal(200);
    expect(bytes).to.be.above(CONTACTS * FIELDS * VALUE);
  });

  it('are made in no other way: a stream of a resource itself has no share', () => {
    const own = programSources().filter(
      (file) => file.startsWith('api/resources/') && /\bReadable\b/.test(readFileSync(file, 'utf8')),
    );
    expect(own).to.deep.equal([]);
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { bodyBytes } from '../../../api/http/body-limits.ts';
import type { Watched } from '../../fuzz/watched.ts';
import { type AccountFixture, addFixtures, givenTo } from '../../support/account-fixture.ts';
import { type Api, startApi } from '../../support/api.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { ENDPOINTS, type Given, inputsBy, requestOf, send } from '../../support/calls.ts';

/** Texts that take long to normalize, match or fold unless their length is limited first. */
const HOSTILE: readonly string[] = [
  '\u0316\u0301'.repeat(250_000),
  '('.repeat(1_000_000),
  `${'a'.repeat(1_000_000)}@`,
  `${'a.'.repeat(500_000)}@x`,
  `x${' '.repeat(999_998)}x`,
  ','.repeat(1_000_000),
  '\ufdfa'.repeat(330_000),
  'ß'.repeat(500_000),
];
/** Maximum length of a query, which is limited like a header. */
const IN_QUERY = 1500;
/** Maximum milliseconds of CPU in one turn of the loop. */
const TURN_MS = 100;

const takesFiles = (inputs: ReturnType<typeof inputsBy>): boolean =>
  inputs.some(({ schema }) => schema.format === 'binary');

/**
 * Every text input of the contract gets a much too long text. The API runs in a separate process and is watched from inside, so
 * that the test's own CPU time is not counted.
 */
describe('the API', function () {
  this.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-lengths-'));
  const seen = join(folder, 'watched.json');
  let api: Api;
  let fixture: AccountFixture;
  let tried: ApiProcess;

  before(async () => {
    api = await startApi('contract-input-lengths');
    fixture = await addFixtures(await api.account(), 'ours');
    tried = await startApiProcess(api.config, {
      node: ['--import', './test/fuzz/watch.mjs'],
      environment: { LOG_LEVEL: 'silent', RATE_CALLS: '0', FUZZ_WATCH: seen, FUZZ_STALL_MS: String(TURN_MS) },
    });
  });
  after(async () => {
    await tried?.end('SIGKILL');
    await api?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses texts that are too long quickly in every input, and delays no other request', async () => {
    let sent = 0;
    let bounded = 0;
    let long = 0;
    for (const endpoint of ENDPOINTS) {
      const { name, row, method } = endpoint;
      const inputs = inputsBy(name);
      for (const input of inputs.filter(({ schema }) => schema.format !== 'binary')) {
        const inQuery = method !== 'POST' || row.query?.includes(input.name) === true;
        const { maxLength } = input.schema;
        const hostile = HOSTILE[sent % HOSTILE.length]!;
        const texts = [
          ...(maxLength !== undefined && maxLength < 100_000 ? ['x'.repeat(10 * maxLength)] : []),
          inQuery ? hostile.slice(0, IN_QUERY) : hostile,
        ];
        for (const text of texts) {
          sent += 1;
          const values: unknown[] = [text];
          if (input.schema.type === 'array') values.push([text]);
          if (input.schema.type === 'object') values.push({ [text.slice(0, 100_000)]: 'x', age: text });
          for (const value of values) {
            const given: Given = { ...givenTo(name, inputs, fixture), [input.name]: value };
            const request = requestOf(endpoint, given);
            if (request.path.length > 15_000) continue;
            const { status, body } = await send(tried, fixture.client, request);
            const what = `${method} ${row.path} ${input.name} ${text.slice(0, 3)} ${body.slice(0, 300)}`;
            // A preview shows what it was given: as HTML, and in the message, whose lines are folded.
            const shown = row.path === '/automations/schedule/preview' && status === 200 ? text.length : 0;
            expect(body.length, what).to.be.lessThan(20_000 + 2.1 * shown);
            const { byteLength } = await new Request(tried.url, request.init).arrayBuffer();
            if (byteLength > bodyBytes(row, api.config.limits)) {
              long += 1;
              expect(status, what).to.equal(413);
            } else if (
              maxLength !== undefined &&
              maxLength < text.trim().length &&
              typeof value === 'string'
            ) {
              bounded += 1;
              expect(status, what).to.equal(422);
              expect(JSON.parse(body).errors, what).to.have.property(input.name);
            } else {
              // A template may be this long, and an ignored input may be anything. The names of a form's parts have a limit of their own.
              const isLongName = takesFiles(inputs);
              expect(status, what).to.be.oneOf([200, 404, 409, 422, ...(isLongName ? [413] : [])]);
            }
          }
        }
      }
    }
    expect([sent > 200, bounded > 60, long > 60]).to.deep.equal([true, true, true]);
    await tried.end('SIGTERM');
    const { stalls, unhandled } = JSON.parse(readFileSync(seen, 'utf8')) as Watched;
    expect(unhandled).to.deep.equal([]);
    // Time in which the machine was busy with other work does not count.
    expect(stalls.filter(({ own }) => own > TURN_MS)).to.deep.equal([]);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../local/ports.ts';
import type { Watched } from '../fuzz/watch.ts';
import { type Api, startApi } from '../support/api.ts';
import { ENDPOINTS, type Given, inputsBy, requestOf, send } from '../support/calls.ts';
import { type Estate, givenTo, layEstate } from '../support/estate.ts';
import { until } from '../support/until.ts';

/** What takes long to normalize, to match or to fold, as long as a text is not bounded first. */
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
/** Of a query, which stands in a header. */
const IN_QUERY = 1500;
/** What one turn of the loop may compute. */
const TURN_MS = 100;

/**
 * Every text input of the contract, far too long. The API runs in a process of its own and is watched from within, so that
 * what the test computes is not taken for the API's.
 */
describe('texts that are too long', function () {
  this.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-lengths-'));
  const seen = join(folder, 'watched.json');
  let api: Api;
  let estate: Estate;
  let child: ChildProcess;
  let url: string;

  before(async () => {
    api = await startApi('contract-input-lengths');
    estate = await layEstate(await api.account(), 'ours');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    child = spawn(
      process.execPath,
      ['--import', './local/tsx.mjs', '--import', './test/fuzz/watch.ts', 'api/main.ts'],
      {
        env: {
          ...process.env,
          MONGODB_URL: api.config.mongodbUrl,
          REDIS_URL: api.config.redisUrl,
          SMTP_URL: 'smtp://127.0.0.1:9',
          APP_SECRET: api.config.appSecret,
          LOG_LEVEL: 'silent',
          PORT: String(port),
          RATE_CALLS: '0',
          FUZZ_WATCH: seen,
          FUZZ_STALL_MS: String(TURN_MS),
        },
        stdio: 'inherit',
      },
    );
    const ready = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(ready, 'the API', 60_000);
  });
  after(async () => {
    if (child.exitCode === null) child.kill('SIGKILL');
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are refused at once, wherever they stand, and hold no other request up', async () => {
    let sent = 0;
    let bounded = 0;
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
            const given: Given = { ...givenTo(name, inputs, estate), [input.name]: value };
            const request = requestOf(endpoint, given);
            if (request.path.length > 15_000) continue;
            const { status, body } = await send({ url }, estate.client, request);
            const what = `${method} ${row.path} ${input.name} ${text.slice(0, 3)} ${body.slice(0, 300)}`;
            expect(body.length, what).to.be.lessThan(20_000);
            if (maxLength !== undefined && maxLength < text.trim().length && typeof value === 'string') {
              bounded += 1;
              expect(status, what).to.equal(422);
              expect(JSON.parse(body).errors, what).to.have.property(input.name);
            } else {
              // A template may be that long, and what is ignored may be anything.
              expect(status, what).to.be.oneOf([200, 404, 409, 422]);
            }
          }
        }
      }
    }
    expect([sent > 200, bounded > 60]).to.deep.equal([true, true]);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    const { stalls, unhandled } = JSON.parse(readFileSync(seen, 'utf8')) as Watched;
    expect(unhandled).to.deep.equal([]);
    // What the machine took from the process is not the API's.
    expect(stalls.filter(({ own }) => own > TURN_MS)).to.deep.equal([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { inUse, notRendered, quotaBusy, tooMany } from '../../../../api/http/failures.ts';
import { QUOTA_NAMES } from '../../../../common/domain/quotas.ts';

const SOURCES = readdirSync('api', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file, readFileSync(`api/${file}`, 'utf8')] as const);

/** Each way in which the API makes a 429. `api/http/failures.ts` has the only ones, and the types demand the limit from their callers. */
const WAYS = [
  tooMany(1, 'a limit'),
  inUse(1, 'a limit'),
  ...QUOTA_NAMES.map((name) => quotaBusy(name)),
  ...(['account', 'all', 'quota'] as const).map(notRendered),
];

describe('a 429', () => {
  it('says which limit was met, and when to ask again, whatever its reason', () => {
    for (const { status, hints, headers } of WAYS) {
      expect(status).to.equal(429);
      expect(hints?.['limit']?.[0]).to.be.a('string').that.matches(/\w/);
      expect(Number(headers['Retry-After'])).to.be.at.least(1);
    }
  });

  it('is made in one place, so that none lacks its limit', () => {
    const makers = SOURCES.filter(([, text]) => /new Failure\(\s*429\b/.test(text)).map(([file]) => file);
    expect(makers).to.deep.equal(['http/failures.ts']);
    const ofThere = SOURCES.find(([file]) => file === 'http/failures.ts')![1];
    expect(ofThere.match(/new Failure\(\s*429\b/g)).to.have.length(3);
    expect(ofThere.match(/limitOf\(/g)).to.have.length(3);
  });

  it('is the answer of a process with too much to do; a 503 means that a store did not answer', () => {
    const others = SOURCES.flatMap(([file, text]) =>
      [...text.matchAll(/new Failure\(\s*503\b[^;]*/g)].map(([found]) => `${file}: ${found}`),
    );
    expect(others).to.have.length(1);
    expect(others[0]).to.include("'Service Unavailable'").and.not.include('busy');
  });
});

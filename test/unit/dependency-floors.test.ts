import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { renderCompose } from '../support/compose.ts';

interface Lock {
  packages: Record<string, { version?: string }>;
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lock;

/** The first version without the faults that this API could be attacked by; the comment names the worst one. */
const FLOORS: Readonly<Record<string, string>> = {
  nodemailer: '10.4.1', // mail to a wrong domain, CVE-2026-125755
  mongoose: '9.9.2', // sanitizeFilter passed over, GHSA-pcrw-h46h-c93h
  koa: '3.1.2', // the Host header, CVE-2026-27959
  multer: '2.3.0', // two field names end the process, CVE-2026-77078
  qs: '6.14.2', // arrayLimit passed over, CVE-2026-2391
  formidable: '3.5.3', // upload names that can be guessed, CVE-2025-46653
  papaparse: '5.5.3', // a `__proto__` column loops forever
};

/** The first versions of the servers in docker-compose.yml without such a fault. */
const SERVER_FLOORS: Readonly<Record<string, string>> = {
  mongo: '8.0.17', // memory of the server without a login, CVE-2025-14847
  redis: '7.4.6', // code of a client runs in the server, CVE-2025-49844
};

/** These are required, so that the test can't pass without checking them. */
const ALWAYS = ['nodemailer', 'mongoose', 'koa', 'qs', 'formidable', 'papaparse'];

const numbers = (version: string): number[] => version.split('-', 1)[0]!.split('.').map(Number);

function isBelow(version: string, floor: string): boolean {
  const [given, least] = [numbers(version), numbers(floor)];
  const at = least.findIndex((number, index) => number !== (given[index] ?? 0));
  // A pre-release of the minimum version is older than that version.
  return at === -1 ? version.includes('-') : (given[at] ?? 0) < least[at]!;
}

describe('the list of dependencies', () => {
  const found = Object.entries(lock.packages).flatMap(([path, { version }]) => {
    const name = path.split('node_modules/').at(-1)!;
    return version !== undefined && Object.hasOwn(FLOORS, name) ? [{ path, name, version }] : [];
  });

  it('contains no known fault by which an attacker could harm the service', () => {
    const below = found.filter(({ name, version }) => isBelow(version, FLOORS[name]!));
    expect(below.map(({ path, version }) => `${path} ${version}`)).to.deep.equal([]);
    expect(found.map(({ name }) => name)).to.include.members(ALWAYS);
  });

  it('names in compose a patch level of each server that has no such fault', () => {
    const images = Object.values(renderCompose()).map(({ image }) => image);
    for (const [name, floor] of Object.entries(SERVER_FLOORS)) {
      const version = images.flatMap(
        (image) => new RegExp(`^${name}:(\\d+\\.\\d+\\.\\d+)`).exec(image)?.[1] ?? [],
      );
      expect(version, name).to.have.length(1);
      expect(isBelow(version[0]!, floor), name).to.equal(false);
    }
  });

  it('compares versions by number', () => {
    expect(isBelow('10.4.0', '10.4.1')).to.equal(true);
    expect(isBelow('9.10.0', '10.4.1')).to.equal(true);
    expect(isBelow('10.4.1-beta.1', '10.4.1')).to.equal(true);
    expect(isBelow('10.4.1', '10.4.1')).to.equal(false);
    expect(isBelow('10.10.0', '10.4.1')).to.equal(false);
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createBodyShares } from '../../../../api/http/body-shares.ts';
import { createListShares } from '../../../../api/http/list-shares.ts';
import { createUploadShares } from '../../../../api/http/upload-shares.ts';
import { createHeldImages } from '../../../../api/pages/held-images.ts';
import { programSources } from '../../../support/sources.ts';

const MEBIBYTE = 2 ** 20;
const TOTAL = 96 * MEBIBYTE;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Take = (account: number, bytes: number, at: number, signal: AbortSignal) => Promise<unknown>;

/** Memory and space that a client holds as long as it likes to send or to read. */
const HELD: Readonly<Record<string, { readonly file: string; readonly make: () => Take }>> = {
  lists: {
    file: 'api/http/list-shares.ts',
    make: () => {
      const { bytes } = createListShares(TOTAL);
      return async (account, weight, _, signal) => bytes.enter(account, weight, { signal });
    },
  },
  bodies: {
    file: 'api/http/body-shares.ts',
    make: () => {
      const shares = createBodyShares(TOTAL);
      return (account, weight, _, signal) => shares.take(account, weight, () => signal);
    },
  },
  uploads: {
    file: 'api/http/upload-shares.ts',
    make: () => {
      const shares = createUploadShares(TOTAL);
      return (account, weight, _, signal) => shares.space(account, weight, () => signal);
    },
  },
  images: {
    file: 'api/pages/held-images.ts',
    make: () => {
      const images = createHeldImages();
      return (user_id, bytes, at) => images.read({ token: `${user_id}-${at}`, user_id, bytes });
    },
  },
};

/** Turns that end without the client. */
const OTHERS: Readonly<Record<string, string>> = {
  'api/http/call-turns.ts': 'handlers',
  'api/http/compression.ts': 'answers without one are sent as they are',
  'api/http/idempotency.ts': 'calls with one key',
  'api/http/lookups.ts': 'one question',
  'api/http/multipart.ts': 'parsing',
  'api/http/slow-questions.ts': 'queries with a time limit',
  'api/resources/csv-uploads.ts': 'files that are received',
  'api/resources/message-attachments.ts': 'files that are received',
  'api/services/dns/domain-checks.ts': 'questions with a time limit',
  'api/services/mail-check/link-checks.ts': 'questions with a time limit',
  'api/services/unpacking/unpacked.ts': 'processes with a time limit',
};

describe('resources that clients hold while they send or read', () => {
  for (const [name, { make }] of Object.entries(HELD)) {
    it(`leaves room for a fifth account when four take all they get: ${name}`, async () => {
      const take = make();
      const ended = new AbortController();
      for (let at = 0; at < TOTAL / MEBIBYTE; at += 1)
        for (const account of [1, 2, 3, 4]) take(account, MEBIBYTE, at, ended.signal).catch(() => {});
      await settled();
      let begun = false;
      take(5, MEBIBYTE, 0, ended.signal).then(
        () => {
          begun = true;
        },
        () => {},
      );
      await settled();
      ended.abort();
      expect(begun).to.equal(true);
    });
  }

  it('is in these tables', () => {
    const files = programSources().filter(
      (file) => file.startsWith('api/') && readFileSync(file, 'utf8').includes('new Turns'),
    );
    const listed = [...Object.values(HELD).map(({ file }) => file), ...Object.keys(OTHERS)];
    expect(files).to.have.members(listed);
  });
});

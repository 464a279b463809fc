import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import Koa from 'koa';
import { compressed } from '../../../../api/http/compression.ts';
import type { Door, Exchange } from '../../../../api/http/exchange.ts';
import { until } from '../../../support/until.ts';

const LONG = 'a list of rows, '.repeat(10_000);

/** Serves one body, and asks for it with an `Accept-Encoding`. */
async function served(
  body: () => unknown,
  use: (ask: Ask) => Promise<void>,
  door: Pick<Door, 'isOfPages'> = {},
): Promise<void> {
  const app = new Koa();
  app.silent = true;
  app.use((ctx) => {
    ctx.status = 200;
    ctx.type = 'application/json';
    ctx.body = compressed(
      { ctx, account: { id: 1 }, served: { door, row: {} } } as unknown as Exchange,
      body(),
    );
  });
  const answer = app.callback();
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await use(
      (coding, method = 'GET') =>
        new Promise((resolve, reject) => {
          const headers = coding === null ? {} : { 'Accept-Encoding': coding };
          request({ port, host: '127.0.0.1', method, headers, agent: false }, resolve)
            .on('error', reject)
            .end();
        }),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
type Ask = (coding: string | null, method?: string) => Promise<IncomingMessage>;

describe('a large answer', () => {
  for (const [what, body] of [
    ['a long text', () => LONG],
    ['a stream', () => Readable.from([LONG.slice(0, 1000), LONG.slice(1000)])],
  ] as const) {
    it(`is compressed as the client takes it: ${what}`, async () => {
      await served(body, async (ask) => {
        for (const [coding, sent, decode] of [
          ['gzip, deflate, br', 'gzip', gunzipSync],
          ['br', 'br', brotliDecompressSync],
          [null, undefined, (bytes: Buffer) => bytes],
          ['identity', undefined, (bytes: Buffer) => bytes],
        ] as const) {
          const answer = await ask(coding);
          expect(answer.headers['content-encoding']).to.equal(sent);
          expect(answer.headers['content-type']).to.match(/^application\/json/);
          expect(answer.headers.vary).to.equal('Accept-Encoding');
          expect(decode(await buffer(answer)).toString()).to.equal(LONG);
        }
      });
    });
  }

  it('has 8,192 characters at least', async () => {
    for (const [length, coding] of [
      [8191, undefined],
      [8192, 'gzip'],
    ] as const)
      await served(
        () => LONG.slice(0, length),
        async (ask) => {
          const answer = await ask('gzip');
          expect(answer.headers['content-encoding'], String(length)).to.equal(coding);
          const bytes = await buffer(answer);
          expect((coding ? gunzipSync(bytes) : bytes).toString()).to.equal(LONG.slice(0, length));
        },
      );
  });

  it('is sent as it is when it is small, and when the account has another under way', async () => {
    await served(
      () => 'short',
      async (ask) => {
        expect((await ask('gzip')).headers['content-encoding']).to.equal(undefined);
      },
    );
    let end!: () => void;
    const slow = async function* () {
      yield LONG;
      await new Promise<void>((resolve) => (end = resolve));
    };
    await served(
      () => Readable.from(slow()),
      async (ask) => {
        const first = await ask('gzip');
        const second = await ask('gzip');
        expect([first, second].map(({ headers }) => headers['content-encoding'])).to.deep.equal([
          'gzip',
          undefined,
        ]);
        first.destroy();
        second.destroy();
        end();
      },
    );
  });

  it('is cut when its source fails, and gives its turn back', async () => {
    const failing = async function* () {
      yield 'a row';
      throw new Error('the store is away');
    };
    await served(
      () => Readable.from(failing()),
      async (ask) => {
        for (const _ of [1, 2]) {
          const answer = await ask('gzip');
          expect([answer.statusCode, answer.headers['content-encoding']]).to.deep.equal([200, 'gzip']);
          const error = await buffer(answer).catch((reason: unknown) => reason);
          expect(error).to.be.an.instanceOf(Error);
        }
      },
    );
  });

  it('is made no faster than a client reads it, and cut where the client leaves', async () => {
    // Bytes that no compressor makes smaller.
    const chunk = randomBytes(64_000).toString('base64');
    for (const coding of ['gzip', 'br', null]) {
      let made = 0;
      let isClosed = false;
      const endless = async function* () {
        try {
          for (;;) {
            made += chunk.length;
            yield chunk;
          }
        } finally {
          isClosed = true;
        }
      };
      await served(
        () => Readable.from(endless()),
        async (ask) => {
          const answer = await ask(coding);
          expect(answer.headers['content-encoding']).to.equal(coding ?? undefined);
          answer.pause();
          let before = -1;
          await until(async () => {
            const isFull = before === made;
            before = made;
            await delay(100);
            return isFull && before === made;
          }, 'the buffers to be full');
          // Those of both sockets in the kernel, and of the streams.
          expect(made, String(coding)).to.be.below(16 * 2 ** 20);
          answer.destroy();
          await until(() => isClosed, 'the source to end');
        },
      );
    }
  });

  it('is compressed at once for pages from about a packet on, also two at the same time', async () => {
    const lines = LONG.slice(0, 1400);
    for (const [text, coding, sent] of [
      [lines, 'gzip, deflate, br, zstd', 'br'],
      [lines, 'gzip, deflate', 'gzip'],
      [lines, 'gzip;q=0', undefined],
      [lines.slice(1), 'br', undefined],
      [LONG, 'gzip, br', 'gzip'],
    ] as const) {
      await served(
        () => text,
        async (ask) => {
          const { headers } = await ask(coding);
          expect(headers['content-encoding'], coding).to.equal(sent);
          if (sent === undefined || text === LONG) return;
          const unpacked = sent === 'br' ? brotliDecompressSync : gunzipSync;
          for (const answer of await Promise.all([ask(coding), ask(coding)])) {
            const bytes = await buffer(answer);
            expect(answer.headers['content-length']).to.equal(String(bytes.length));
            expect(unpacked(bytes).toString()).to.equal(text);
          }
        },
        { isOfPages: true },
      );
    }
    await served(
      () => lines,
      async (ask) => {
        expect((await ask('br')).headers['content-encoding']).to.equal(undefined);
      },
    );
  });
});

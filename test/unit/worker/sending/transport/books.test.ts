import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Sink, spawnSink } from '../../../../../bench/support/sink.ts';
import type { Outcome } from '../../../../../worker/sending/transport/outcome.ts';
import type { Transport } from '../../../../../worker/sending/transport/transport.ts';
import { mailTo, transportTo } from '../../../../support/transports.ts';

describe('the transport', () => {
  const folder = mkdtempSync(join(tmpdir(), 'books-'));
  let sink: Sink;
  let transport: Transport;
  after(async () => {
    await transport.close();
    await sink.stop();
    rmSync(folder, { recursive: true });
  });

  it('delivers each of 3,000 mails exactly as its outcome says, to a server with many faults', async () => {
    const book = join(folder, 'book');
    const faults = { deferred: 0.1, refused: 0.05, lostBefore: 0.02, lostAfter: 0.02 };
    sink = await spawnSink({ book, faults });
    transport = transportTo([sink.url], { connections: 10 });
    const outcomes = new Map<string, Outcome['kind']>();
    const ids = Array.from({ length: 3000 }, (_, i) => `mail-${i}`);
    await Promise.all(
      Array.from({ length: transport.capacity }, async () => {
        // A mail that could not be handed over is put back, and its lane looks again before it ends. `shift` removes what it
        // returns: an index that each lane moves on past the end would skip a mail that is put back afterwards.
        for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
          const outcome = await transport.send(mailTo('someone@example.net', { id }));
          if (outcome.kind === 'unreached') {
            ids.push(id);
            await new Promise((resolve) => setTimeout(resolve, outcome.retryInMs));
          } else {
            expect(outcomes.has(id)).to.equal(false);
            outcomes.set(id, outcome.kind);
          }
        }
      }),
    );
    await sink.count();
    const copies = new Map<string, string>();
    for (const line of readFileSync(book, 'utf8').trim().split('\n')) {
      const [, , id = '', , reply = ''] = line.split(' ');
      if (id === '-') continue;
      expect(copies.has(id), `a second copy of ${id}`).to.equal(false);
      copies.set(id, reply);
    }
    for (const [id, kind] of outcomes) {
      const expected = { accepted: '250', in_doubt: 'lost' }[kind as string];
      expect(copies.get(`<${id}>`), `${id}, ${kind}`).to.equal(expected);
    }
    expect(ids, 'mails that no lane took').to.deep.equal([]);
    expect(outcomes.size).to.equal(3000);
    expect(copies.size).to.equal(
      [...outcomes.values()].filter((kind) => kind === 'accepted' || kind === 'in_doubt').length,
    );
  });
});

import { expect } from 'chai';
import type { Outcome } from '../../../../../worker/sending/transport/outcome.ts';
import type { Cut } from '../../../../support/cutting-smtp.ts';
import { PROVIDER_APIS, type ProviderName } from '../../../../support/provider-apis.ts';
import { startProviderServer } from '../../../../support/provider-server.ts';
import { mailTo, transportTo } from '../../../../support/transports.ts';

interface Result {
  readonly kind: Outcome['kind'];
  readonly copies: number;
  readonly totals: { readonly read: number; readonly written: number };
}

/** One mail to a server that cuts its first connection there; all others work. */
type Dialogue = (cut: Cut | null) => Promise<Result>;

/** Makes a dialogue of its own for each lane, and what closes it. */
type StartLane = () => Promise<{ readonly dialogue: Dialogue; close(): Promise<void> }>;

const byApi =
  (name: ProviderName): StartLane =>
  async () => {
    const server = await startProviderServer(name);
    let mails = 0;
    return {
      async dialogue(cut) {
        server.cutNext(cut);
        const id = `cut-${(mails += 1)}@example.com`;
        const transport = transportTo([server.url], { timeoutMs: 20_000 });
        const { kind } = await transport.send(mailTo('a@example.net', { id }));
        await transport.close();
        const copies = server.taken.filter((mail) => mail.id === id).length;
        return { kind, copies, totals: { ...server.totals } };
      },
      async close() {
        await server.close();
        expect(server.problems).to.deep.equal([]);
      },
    };
  };

/** Sends a mail once for each byte of the dialogue, which is cut in these ways in turns. */
async function cutAnywhere(
  start: StartLane,
  ways: readonly Cut['how'][],
  isIdempotent: boolean,
): Promise<void> {
  const first = await start();
  const whole = await first.dialogue(null);
  await first.close();
  expect(whole).to.include({ kind: 'accepted', copies: 1 });
  const cuts = (['read', 'write'] as const).flatMap((side) =>
    Array.from({ length: side === 'read' ? whole.totals.read : whole.totals.written }, (_, bytes) => ({
      side,
      bytes,
      how: ways[bytes % ways.length]!,
    })),
  );
  const wrong: string[] = [];
  const seen = new Set<string>();
  let next = 0;
  const lane = async (): Promise<void> => {
    const { dialogue, close } = await start();
    while (next < cuts.length) {
      const cut = cuts[next++]!;
      const { kind, copies } = await dialogue(cut);
      seen.add(kind);
      const fits =
        kind === 'accepted'
          ? copies === 1
          : kind === 'in_doubt'
            ? copies <= 1 && !isIdempotent
            : ['unreached', 'deferred'].includes(kind) && copies === 0;
      if (!fits) wrong.push(`${cut.side} cut after ${cut.bytes}: ${kind}, ${copies} copies`);
      // A request whose answer began to come was taken.
      if (cut.side === 'write' && cut.bytes > 0 && isIdempotent && kind !== 'accepted')
        wrong.push(`${cut.side} cut after ${cut.bytes}: ${kind}`);
    }
    await close();
  };
  // Where the request is repeated, a second passes in between.
  await Promise.all(Array.from({ length: isIdempotent ? 100 : 16 }, lane));
  expect(wrong).to.deep.equal([]);
  expect(cuts.length).to.be.greaterThan(200);
  expect(seen).to.include(isIdempotent ? 'accepted' : 'in_doubt');
}

const OTHERS = (Object.keys(PROVIDER_APIS) as ProviderName[]).filter(
  (name) => name !== 'postmark' && name !== 'resend',
);

/** Our own SMTP code has a test of its own (`smtp/cut-anywhere.test.ts`), which knows what each byte means. */
describe('transport: a connection that is cut at any byte', () => {
  // All providers share the client. One that repeats requests and one that does not show both ways at each byte.
  for (const how of ['end', 'reset'] as const)
    for (const name of ['postmark', 'resend'] as const)
      it(`tells the true outcome: ${name}, by ${how}`, () =>
        cutAnywhere(byApi(name), [how], name === 'resend')).timeout(120_000);
  for (const name of OTHERS)
    it(`tells the true outcome: ${name}, by end and reset in turns`, () =>
      cutAnywhere(byApi(name), ['end', 'reset'], false)).timeout(120_000);
});

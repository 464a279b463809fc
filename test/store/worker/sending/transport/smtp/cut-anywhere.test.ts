import { expect } from 'chai';
import { type Cut, type Mark, REFUSED, startCuttingSmtp } from '../../../../../support/cutting-smtp.ts';
import { mailTo, transportTo } from '../../../../../support/transports.ts';

/** Number of connections that are tested at a time. */
const AT_ONCE = 16;

interface Result {
  readonly kinds: readonly string[];
  /** How many copies of each mail the server has. */
  readonly copies: readonly number[];
  readonly marks: readonly Mark[];
  readonly totals: { read: number; written: number };
}

/** Hands mails to these addresses over at once, on one connection at a time, to a server that cuts the first one. */
async function dialogue(addresses: readonly string[], pipelining: boolean, cut: Cut | null): Promise<Result> {
  const server = await startCuttingSmtp(cut, { pipelining });
  const transport = transportTo([server.url]);
  const outcomes = await Promise.all(
    addresses.map((to, at) => transport.send(mailTo(to, { id: `mail-${at}@example.com` }))),
  );
  await transport.close();
  const copies = addresses.map(
    (_, at) => server.messages.filter((text) => text.includes(`<mail-${at}@`)).length,
  );
  const { marks, totals } = server;
  await server.close();
  return { kinds: outcomes.map(({ kind }) => kind), copies, marks, totals };
}

/** The server certainly has no copy. On a busy machine the second connection may be lost, too. */
const NOT_TAKEN = ['unreached', 'deferred'];

/** The allowed outcomes of a mail for this cut, by what both sides know at that moment. */
function allowed(marks: readonly Mark[], mail: number, { side, bytes }: Cut): string[] {
  const through = (what: string): boolean => {
    const mark = marks.find((one) => one.mail === mail && one.what === what)!;
    return side === 'read' ? bytes >= mark.read : bytes >= mark.written;
  };
  if (marks.some((one) => one.mail === mail && one.what === 'dot')) {
    if (through('dot')) return ['accepted'];
    // The server has answered 354, so the dot was sent.
    return through('DATA') ? ['in_doubt'] : [...NOT_TAKEN, 'accepted'];
  }
  return through('RCPT') ? ['refused'] : [...NOT_TAKEN, 'refused'];
}

/** Sends the mails once for each byte of the dialogue, and compares each outcome with what happened. */
async function cutAnywhere(addresses: readonly string[], pipelining: boolean, how: Cut['how']) {
  const whole = await dialogue(addresses, pipelining, null);
  const kinds = addresses.map((to) => (to === REFUSED ? 'refused' : 'accepted'));
  expect(whole.kinds).to.deep.equal(kinds);
  const cuts = (['read', 'write'] as const).flatMap((side) =>
    Array.from({ length: 1 + (side === 'read' ? whole.totals.read : whole.totals.written) }, (_, bytes) => ({
      side,
      bytes,
      how,
    })),
  );
  expect(cuts.length).to.be.greaterThan(200);
  const wrong: string[] = [];
  const seen = new Set<string>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < cuts.length) {
      const cut = cuts[next++]!;
      const { kinds, copies } = await dialogue(addresses, pipelining, cut);
      for (const [at, kind] of kinds.entries()) {
        // Mails are offered in order, so the number of a mail on the connection is its position.
        seen.add(kind);
        const may = allowed(whole.marks, at + 1, cut);
        const told = `mail ${at + 1}, ${cut.side} cut after ${cut.bytes}: ${kind}, ${copies[at]} copies`;
        // A reset may discard what was written before it: then the outcome of a mail with its dot sent is unknown.
        const lost = how === 'reset' && ['in_doubt', ...NOT_TAKEN].includes(kind);
        if (!may.includes(kind) && !lost) wrong.push(`${told}, not ${may.join(' or ')}`);
        const fits =
          kind === 'accepted' ? copies[at] === 1 : kind === 'in_doubt' ? copies[at]! <= 1 : copies[at] === 0;
        if (!fits) wrong.push(told);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  expect(wrong).to.deep.equal([]);
  expect([...seen]).to.include.members([...kinds, 'in_doubt', 'unreached']);
}

describe('transport: a connection that is cut at any byte that the server reads or writes', () => {
  const [one, two] = ['a@example.net', 'b@example.net'];
  for (const how of ['end', 'reset'] as const) {
    describe(`by ${how}`, () => {
      it('tells the true outcome of one mail', () => cutAnywhere([one], true, how)).timeout(60_000);
      it('tells the true outcome of one mail, without PIPELINING', () =>
        cutAnywhere([one], false, how)).timeout(60_000);
      it('tells the true outcomes of two mails, one after the other', () =>
        cutAnywhere([one, two], true, how)).timeout(60_000);
      it('tells the true outcomes of a refused mail, and one after it', () =>
        cutAnywhere([REFUSED, two], true, how)).timeout(60_000);
      it('tells the true outcomes of a mail, and a refused one after it', () =>
        cutAnywhere([one, REFUSED], true, how)).timeout(60_000);
    });
  }
});

import { expect } from 'chai';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { createSend, type Engine, startEngine } from '../../support/engine.ts';
import type { Ground } from '../../support/factories.ts';

/** A call that adds one more of what has a limit of number. */
interface Adding {
  readonly path: string;
  readonly most: number;
  readonly full: string;
  bodies(ground: Ground): Promise<(at: number) => Readonly<Record<string, unknown>>>;
}

const ADDINGS: readonly Adding[] = [
  {
    path: '/webhooks/save',
    most: 10,
    full: 'An account has at most 10 webhooks',
    bodies: async () => () => ({ url: 'https://shop.example/hook', events: ['contact.added'] }),
  },
  {
    path: '/contacts/bulk/save',
    most: 3,
    full: 'Three bulk changes have not ended yet',
    bodies: async () => () => ({ action: 'delete' }),
  },
  {
    path: '/single-send/share',
    most: 20,
    full: 'A report has at most 20 links',
    async bodies(ground) {
      const { utr } = await createSend(ground, { draft: 1 });
      return () => ({ utr });
    },
  },
];

describe('a limit of number, while two processes add at the same moment', () => {
  let engine: Engine;
  let other: ApiProcess;
  before(async () => {
    engine = await startEngine('counts-over-processes');
    other = await startApiProcess(engine.api.config);
  });
  after(async () => {
    await other.end('SIGKILL');
    await engine.stop();
  });

  for (const { path, most, full, bodies } of ADDINGS) {
    it(`holds exactly: ${path}`, async () => {
      const ground = await engine.ground();
      const { client } = ground;
      const body = await bodies(ground);
      const headers = {
        PublicKey: client.public_key,
        SecretKey: client.secret_key,
        'Content-Type': 'application/json',
      };
      const answers = await Promise.all(
        Array.from({ length: most + 10 }, async (_, at) => {
          if (at % 2 === 0) return client.post(path, body(at));
          const init = { method: 'POST', headers, body: JSON.stringify(body(at)) };
          const answer = await fetch(`${other.url}/api${path}`, init);
          return { status: answer.status, body: await answer.json() };
        }),
      );
      const refused = answers.filter(({ status }) => status !== 200);
      expect(answers.length - refused.length, JSON.stringify(refused)).to.equal(most);
      for (const answer of refused) expect([answer.status, answer.body.errors]).to.deep.equal([409, full]);
    });
  }
});

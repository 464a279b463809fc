import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { connectProducer } from '../../../../../common/redis/redis.ts';
import { NO_PACE_RULES } from '../../../../../worker/sending/pace/rules.ts';
import { createPaceView } from '../../../../../worker/sending/transport/pace-view.ts';
import type { Transport } from '../../../../../worker/sending/transport/transport.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../../support/scripted-smtp.ts';
import { redisUrl } from '../../../../support/services.ts';
import { mailTo, transportTo } from '../../../../support/transports.ts';
import { until } from '../../../../support/until.ts';

describe('pace: the view of all workers', () => {
  let redis: Redis;
  let server: ScriptedSmtp;
  before(async () => {
    redis = connectProducer(await redisUrl('worker-pace-view')) as Redis;
    await new Promise((resolve) => redis.once('ready', resolve));
    server = await startScriptedSmtp({
      act: ({ point, command }) =>
        point === 'RCPT' && command.includes('slow.example') ? '421 4.7.28 too fast' : undefined,
    });
  });
  after(async () => {
    await server.close();
    redis.disconnect();
  });

  const rules = () => ({
    ...NO_PACE_RULES,
    servers: { [`127.0.0.1:${server.port}`]: { weight: 3, per_day: 1000 } },
  });
  const workers = (count: number): Transport[] =>
    Array.from({ length: count }, () =>
      transportTo([server.url], { connections: 10 }, { redis, workers: () => count, rules: rules() }),
    );
  /** Sends as a slice does. */
  async function send(transport: Transport, domain: string): Promise<void> {
    const { domains } = transport;
    const one = domains.of(domain);
    await until(() => domains.enter(one, domains.clock(), transport));
    const kinds = { kind: 'unreached' };
    await until(async () => {
      kinds.kind = (await transport.send(mailTo(`someone@${domain}`))).kind;
      return kinds.kind !== 'unreached';
    });
    domains.leave(one, true);
  }

  it('adds up servers and domains, those held back first', async () => {
    const [a, b] = workers(2) as [Transport, Transport];
    const views = [createPaceView(a, redis), createPaceView(b, redis)];
    for (const view of views) view.start();
    for (const transport of [a, b]) {
      await send(transport, 'usual.example');
      await send(transport, 'usual.example');
    }
    await send(b, 'slow.example');
    let report = await views[0]!.read();
    await until(async () => {
      report = await views[0]!.read();
      return report.workers === 2 && report.domains.length === 2;
    });
    expect(report.complete).to.equal(true);
    expect(report.servers).to.have.length(1);
    expect(report.servers[0]).to.deep.include({ weight: 3, health: 'well', in_flight: 0 });
    expect(report.servers[0]!.limits[0]).to.deep.include({ period: 'day', most: 1000 });
    expect(report.domains.map(({ name }) => name)).to.deep.equal(['slow.example', 'usual.example']);
    expect(report.domains[0]).to.include({ mails: 1 });
    expect(report.domains[0]!.state).to.be.oneOf(['slowed', 'paused']);
    expect(report.domains[0]!.last_slow).to.deep.include({ reply: '421 4.7.28 too fast', class: 'slow' });
    expect(report.domains[1]).to.deep.include({ state: 'usual', mails: 4 });
    await Promise.all(views.map((view) => view.close()));
    expect(await redis.hlen('pace:views')).to.equal(0);
    await Promise.all([a.close(), b.close()]);
  });

  it('says that it is the view of one worker while Redis is away', async () => {
    const away = connectProducer('redis://127.0.0.1:1');
    const transport = transportTo([server.url], {}, {});
    const view = createPaceView(transport, away);
    expect(await view.read()).to.deep.include({ workers: 1, complete: false });
    await view.close();
    await transport.close();
    away.disconnect();
  });
});

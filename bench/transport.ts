import { createTransport as createNodemailer } from 'nodemailer';
import { pino } from 'pino';
import { createTransport } from '../worker/sending/transport/transport.ts';
import { report } from './support/figures.ts';
import { spawnSink } from './support/sink.ts';

/**
 * Mails a second and CPU microseconds a mail of the transport alone: messages of 14 kB to a sink in its own process, with the
 * full capacity in flight; then nodemailer's pool with the same raw messages. `node --import tsx bench/transport.ts [mails]
 * [connections]`
 */
const mails = Number(process.argv[2] ?? 50_000);
const connections = Number(process.argv[3] ?? 10);

const raw = Buffer.from(
  `Message-ID: <bench@example.com>\r\nSubject: bench\r\n\r\n${`${'x'.repeat(74)}\r\n`.repeat(185)}`,
);
const mail = { from: 'sender@example.com', to: 'someone@example.net', raw, messageId: '<bench@example.com>' };

const settings = [
  { name: 'plain', sink: {} },
  { name: 'plain, login', sink: {}, login: true },
  { name: 'plain, without PIPELINING', sink: { pipelining: false } },
  { name: 'TLS, login', sink: { tls: true }, login: true },
  { name: 'nodemailer pool, plain', sink: {}, nodemailer: true, share: 0.4 },
  { name: 'nodemailer pool, TLS, login', sink: { tls: true }, login: true, nodemailer: true, share: 0.4 },
  { name: 'plain, the server takes 20 ms', sink: { delayMs: 20 }, share: 0.05 },
];

/** For comparison: the cost of a mail with nodemailer's own pool. */
function nodemailerPool(url: string) {
  const pool = createNodemailer({ url, pool: true, maxConnections: connections, maxMessages: Infinity });
  return {
    capacity: connections * 2,
    async send({ from, to, raw }: typeof mail) {
      await pool.sendMail({
        envelope: { from, to: [to] },
        raw,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return { kind: 'accepted' as const };
    },
    close: async () => pool.close(),
  };
}

for (const { name, sink: options, login = false, nodemailer = false, share = 1 } of settings) {
  const sink = await spawnSink(options);
  const url = login ? sink.url.replace('//', '//user:password@') : sink.url;
  const transport = nodemailer
    ? nodemailerPool(url)
    : createTransport(
        {
          smtpUrls: [url],
          smtpConnections: connections,
          smtpRate: 0,
          smtpTimeout: 60_000,
        },
        { log: pino({ level: 'silent' }) },
      );

  const run = async (count: number): Promise<void> => {
    let started = 0;
    const lane = async (): Promise<void> => {
      while (started++ < count) {
        const outcome = await transport.send(mail);
        if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
      }
    };
    await Promise.all(Array.from({ length: transport.capacity }, lane));
  };

  const count = Math.round(mails * share);
  const warmUp = Math.round(count / 5);
  await run(warmUp);
  const sinkBefore = await sink.counts();
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  await run(count);
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const sinkAfter = await sink.counts();
  await transport.close();
  await sink.stop();

  const figures = {
    mails: count,
    mails_per_second: Math.round(count / seconds),
    cpu_us_per_mail: Math.round((user + system) / count),
    sink_cpu_us_per_mail: Math.round((sinkAfter.cpuMicroseconds - sinkBefore.cpuMicroseconds) / count),
    rss_mb: Math.round(process.memoryUsage().rss / 2 ** 20),
  };
  if (sinkAfter.mails !== count + warmUp) throw new Error(`the sink holds ${sinkAfter.mails} mails`);
  console.log(`${name}, ${connections} connections: ${JSON.stringify(figures)}`);
  report(
    { what: `${name}, rate`, value: figures.mails_per_second, unit: 'mails/s' },
    {
      what: `${name}, CPU`,
      value: figures.cpu_us_per_mail,
      unit: 'µs a mail',
      // 1.5 times the cost of a client that does nothing else: 19 µs.
      ...(name === 'plain' && { goal: { atMost: 28 } }),
    },
    { what: `${name}, CPU of the sink`, value: figures.sink_cpu_us_per_mail, unit: 'µs a mail' },
  );
}

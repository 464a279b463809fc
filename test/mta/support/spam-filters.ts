import { freePort } from '../../../local/ports.ts';
import type { CaughtMail } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';
import { rooted } from './rooted.ts';

/** A filter’s verdict on a mail. A mail with 5 or 6 points and more usually counts as spam. */
export interface Verdict {
  readonly points: number;
  /** The rules that it breaks or keeps, each with its points where they are known. */
  readonly rules: readonly string[];
}

/** The mail as its receiver's server hands it to a filter: with the field of that server. */
function received({ raw, to }: CaughtMail): Buffer {
  const date = new Date().toUTCString().replace('GMT', '+0000');
  return Buffer.concat([
    Buffer.from(
      `Received: from ${HELO} (${HELO} [${IP}])\r\n\tby mx.mailbox.example (Postfix) with ESMTPS id 4XyZ0123456789\r\n\tfor <${to}>; ${date}\r\n`,
    ),
    raw,
  ]);
}

/** The client that the receiver sees. It gets no mail. Addresses for documents (RFC 5737) would cost points. */
const [IP, HELO] = ['93.184.216.34', 'mail.shop.example'];
const USERS = 'root:x:0:0::/root:/bin/sh\n';
const PEOPLE = 'root:x:0:\n';

/**
 * SpamAssassin's verdicts, with the rules of its Debian package: without questions to the network (`-L`) and without what it
 * learnt.
 */
export async function askSpamAssassin(mails: readonly CaughtMail[]): Promise<Verdict[]> {
  const root = rooted('spamassassin');
  root.write('etc/passwd', USERS);
  root.write('etc/group', PEOPLE);
  root.folder('mails', 0o755);
  const files = mails.map((mail, at) => {
    root.write(`mails/${at}`, received(mail));
    return `/mails/${at}`;
  });
  const settings = ['use_bayes 0', 'use_auto_welcomelist 0', 'add_header all Points _SCORE_ _TESTSSCORES_'];
  const running = root.start('/usr/bin/spamassassin', [
    '--local',
    '--test-mode',
    '--nocreate-prefs',
    ...settings.map((one) => `--cf=${one}`),
    ...files,
  ]);
  await running.ended;
  const verdicts = [...running.output().matchAll(/^X-Spam-Points: (-?[\d.]+) (.*(?:\n[ \t].*)*)/gm)].map(
    ([, points, rules]) => ({ points: Number(points), rules: rules!.replaceAll(/\s+/g, '').split(',') }),
  );
  if (verdicts.length !== mails.length) throw new Error(`SpamAssassin: ${running.output().slice(-2000)}`);
  return verdicts;
}

export interface Rspamd {
  /** For `SPAM_CHECK_URL`. */
  readonly url: string;
  ask(mail: CaughtMail): Promise<Verdict>;
  stop(): Promise<void>;
}

/** Modules that ask the network or Redis, or that learn. */
const OFF = [
  'arc asn aws_s3 bimi clickhouse dcc dkim dkim_signing dmarc elastic fuzzy_check greylist hfilter history_redis',
  'metric_exporter mx_check neural p0f ratelimit rbl replies reputation rspamd_update spf surbl url_redirector',
]
  .join(' ')
  .split(' ');

/** rspamd with the rules of its Debian package, on the loopback. */
export async function startRspamd(): Promise<Rspamd> {
  const root = rooted('rspamd');
  const [port, closed] = [await freePort(), await freePort()];
  root.write('etc/passwd', USERS);
  root.write('etc/group', PEOPLE);
  for (const folder of ['run/rspamd', 'var/lib/rspamd', 'var/log/rspamd', 'tmp']) root.folder(folder, 0o755);
  const configure = (file: string, text: string): void =>
    root.write(`etc/rspamd/override.d/${file}`, `${text}\n`);
  for (const module of OFF) configure(`${module}.conf`, 'enabled = false;');
  configure(
    'options.inc',
    // A question that a module asks all the same gets no answer.
    `filters = "chartable,regexp"; disable_hyperscan = true; url_tld = "/etc/rspamd/tlds"; dns { nameserver = ["127.0.0.1:${closed}"]; timeout = 0.1s; retransmits = 1; }`,
  );
  // It compiles the list at every start, and the whole list takes half a minute.
  root.write('etc/rspamd/tlds', 'com\nnet\norg\nexample\n');
  configure('logging.inc', 'type = "console"; level = "notice";');
  configure('worker-normal.inc', `bind_socket = "127.0.0.1:${port}"; count = 1;`);
  for (const worker of ['controller', 'proxy', 'fuzzy'])
    configure(`worker-${worker}.inc`, 'enabled = false;');
  const running = root.start('/usr/bin/rspamd', ['--insecure', '--no-fork']);
  const origin = `http://127.0.0.1:${port}`;
  try {
    await until(async () => (await fetch(`${origin}/ping`).catch(() => null))?.ok === true, 'rspamd', 30_000);
  } catch (error) {
    await running.stop();
    throw new Error(`rspamd did not start: ${running.output()}`, { cause: error });
  }
  return {
    url: origin,
    async ask(mail) {
      const answer = await fetch(`${origin}/checkv2`, {
        method: 'POST',
        headers: { From: mail.from, Rcpt: mail.to, IP, Helo: HELO, Hostname: HELO },
        body: new Uint8Array(received(mail)),
      });
      const { score, symbols } = (await answer.json()) as {
        readonly score: number;
        readonly symbols: Readonly<Record<string, { readonly score: number }>>;
      };
      const rules = Object.entries(symbols).map(([name, { score }]) => `${name}=${score}`);
      return { points: score, rules };
    },
    stop: () => running.stop(),
  };
}

import { parseArgs } from 'node:util';
import { rotateDkim } from '../changes/dkim-rotation.ts';
import { commandLine } from '../config/command-line.ts';
import { withResolver } from '../guarded/resolver.ts';
import { CommandMisuse, CommandRefusal, runCommand } from './run-command.ts';

const DAYS = 90;

await runCommand({
  usage: `Usage: ${commandLine('rotate-dkim')} [--days NUMBER]

Changes the DKIM keys of sending domains whose two CNAMEs lead to DKIM_CNAME_DOMAIN, without their owners. Prints the records to publish,
as lines of a zone file. Run it daily, and publish what it prints: one run makes a key, a later one lets it sign once the DNS shows it. The
record of the key before is printed for 7 more days.

  --days NUMBER  days for which a key signs, from 7 (${DAYS})

Example:
  ${commandLine('rotate-dkim')} > dkim.zone`,
  read() {
    const { values } = parseArgs({ options: { days: { type: 'string' } } });
    const days = Number(values.days ?? DAYS);
    if (!Number.isInteger(days) || days < 7 || days > 3650) throw new CommandMisuse();
    return days;
  },
  async run(days, { dkimCnameDomain, dnsServers, appSecret, signingSecrets }) {
    if (dkimCnameDomain === null)
      throw new CommandRefusal('Set DKIM_CNAME_DOMAIN, a domain whose records you publish.');
    const { made, switched, zone } = await withResolver(
      dnsServers,
      new AbortController().signal,
      (resolver) =>
        rotateDkim({
          appSecret,
          signingSecrets,
          cnameDomain: dkimCnameDomain,
          days,
          lookUp: async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
        }),
    );
    for (const line of zone) console.log(line);
    console.error(`Keys made: ${made}. Keys that sign from now on: ${switched}.`);
  },
});

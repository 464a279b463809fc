import { parseArgs } from 'node:util';
import { commandLine } from '../config/command-line.ts';
import { database } from '../store/connection.ts';
import { CommandMisuse, runCommand } from './run-command.ts';
import { readZone, shardScript, type Zone } from './shard-script.ts';

const USAGE = `Usage: ${commandLine('shard')} --print [--zone NAME=FROM..TO …]

Prints the commands for mongosh that spread the accounts of this database over shards. It changes nothing. They are the same for
a new and a running store: run the command indexes first, then these on a router (mongos). docs/scale.md describes the rest.

  --print               prints the commands
  --zone NAME=FROM..TO  keeps the accounts FROM to TO on the shards of a zone

Examples:
  ${commandLine('shard --print')}
  ${commandLine('shard --print --zone eu=1..999999 --zone us=1000000..1999999')}`;

await runCommand({
  usage: USAGE,
  read() {
    const { values } = parseArgs({
      options: { print: { type: 'boolean' }, zone: { type: 'string', multiple: true, default: [] } },
    });
    if (!values.print) throw new CommandMisuse();
    return values.zone.map((text): Zone => {
      const zone = readZone(text);
      if (!zone) throw new CommandMisuse(`--zone ${text} is not NAME=FROM..TO.`);
      return zone;
    });
  },
  async run(zones) {
    console.log(shardScript(database().databaseName, zones).join('\n'));
  },
});

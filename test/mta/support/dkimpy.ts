import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serversFolder } from '../../../local/servers.mjs';
import type { Records } from './signatures.ts';

const VERSION = '1.1.8';

/** The folder of the installation, next to the servers. It is fetched once and never committed. */
const home = (): string => join(serversFolder(), `dkimpy-${VERSION}`);

/** Installs it into a virtual environment if it is missing; throws with pip's message. */
export function installDkimpy(): void {
  if (existsSync(join(home(), 'installed'))) return;
  run('python3', ['-m', 'venv', '--clear', home()]);
  run(join(home(), 'bin', 'pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `dkimpy[ed25519]==${VERSION}`,
  ]);
  run('touch', [join(home(), 'installed')]);
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/** Reads mails and DNS records as JSON; writes a list of results for each mail, one for each signature. */
const PROGRAM = `
import base64, json, sys
import dkim
given = json.load(sys.stdin)
records = given["records"]
def record(name, timeout=5):
    found = records.get(name.decode().rstrip("."))
    return None if found is None else found.encode()
def results(raw):
    signatures = sum(1 for name, value in dkim.DKIM(raw).headers if name.lower() == b"dkim-signature")
    told = []
    for at in range(signatures):
        try:
            told.append("pass" if dkim.DKIM(raw).verify(idx=at, dnsfunc=record) else "fail")
        except dkim.DKIMException as error:
            told.append(type(error).__name__ + ": " + str(error))
    return told
json.dump([results(base64.b64decode(mail)) for mail in given["mails"]], sys.stdout)
`;

/** dkimpy’s result for each signature of each mail: `pass`, `fail` or its exception. */
export async function verifyByDkimpy(mails: readonly Buffer[], records: Records): Promise<string[][]> {
  const child = spawn(join(home(), 'bin', 'python'), ['-c', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ records, mails: mails.map((mail) => mail.toString('base64')) }));
  return JSON.parse(await text(child.stdout)) as string[][];
}

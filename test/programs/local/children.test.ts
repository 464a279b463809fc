import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { UnpackPayload } from '../../../api/services/unpacking/unpack.ts';
import { startChild } from '../../../common/rendering/child-process.ts';
import { ROOT } from '../../../local/servers.mjs';
import { workbook, zipped } from '../../support/archives.ts';
import { BUILT } from '../../support/built.ts';

const ROOMS = ['api', 'common', 'inbound', 'worker'];
const built = (source: string): string => join(process.env[BUILT]!, source.replace(/\.ts$/, '.js'));

describe('the child processes of the built programs', () => {
  it('are in the build', () => {
    const children = ROOMS.flatMap((room) =>
      readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    ).filter((file) => file.endsWith('.ts') && /^serveTasks\(/m.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(children).to.have.length.above(3);
    for (const file of children) expect(existsSync(built(file)), file).to.equal(true);
  });

  let into: string;
  before(async () => {
    into = await mkdtemp(join(tmpdir(), 'children-'));
  });
  after(() => rm(into, { recursive: true }));

  async function run(file: string, task: string, payload: unknown): Promise<unknown> {
    const child = startChild(pathToFileURL(built(file)), 128);
    try {
      const result = await child.run({ task, payload, cpuMs: 10_000 }, 60_000);
      expect(result).to.have.property('value');
      return (result as { value: unknown }).value;
    } finally {
      child.kill();
    }
  }

  async function unpacked(name: string, content: Buffer): Promise<string> {
    const path = join(into, name);
    await writeFile(path, content);
    const payload: UnpackPayload = { path, name, into, most: 2 ** 20, sheet: '' };
    expect(await run('api/services/unpacking/unpack-child.ts', 'unpack', payload)).to.have.property('files');
    return readFile(join(into, '0.csv'), 'utf8');
  }

  it('unpack an archive and a workbook', async () => {
    expect(await unpacked('a.zip', await zipped({ 'a.csv': 'email\na@example.com\n' }))).to.equal(
      'email\na@example.com\n',
    );
    const book = await workbook({ People: [[{ text: 'email' }], [{ text: 'a@example.com' }]] });
    expect(await unpacked('a.xlsx', book)).to.equal('"email"\r\n"a@example.com"\r\n');
  });

  it('read a domain report in an archive', async () => {
    const report = `<feedback><report_metadata><org_name>shop.example</org_name><email>dmarc@shop.example</email><report_id>1</report_id>
<date_range><begin>1795132800</begin><end>1795219199</end></date_range></report_metadata><policy_published><domain>own.example</domain></policy_published>
<record><row><source_ip>192.0.2.10</source_ip><count>1</count><policy_evaluated><dkim>pass</dkim><spf>pass</spf></policy_evaluated></row>
<identifiers><header_from>own.example</header_from></identifiers><auth_results></auth_results></record></feedback>`;
    const zip = await zipped({ 'report.xml': report });
    const mail = `From: dmarc@shop.example\r\nContent-Type: application/zip; name=report.zip\r\nContent-Disposition: attachment; filename=report.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${zip.toString('base64')}\r\n`;
    const read = await run('inbound/domain-reports/domain-report-child.ts', 'reports', Buffer.from(mail));
    expect((read as { reports: unknown[] }).reports).to.have.length(1);
  });
});

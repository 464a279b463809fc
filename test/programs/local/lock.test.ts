import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { takeLock } from '../../../local/lock.mjs';
import { beginningOf } from '../../../local/processes.mjs';
import { temporaryFolder } from '../../support/temporary.ts';

describe('local/lock', () => {
  const folder = temporaryFolder();
  const file = (): string => join(folder(), 'lock');

  it('belongs to this process until it is released', () => {
    const { release } = takeLock(file());
    expect(takeLock(file()).holder).to.equal(process.pid);
    release?.();
    expect(existsSync(file())).to.equal(false);
  });

  it('names the living process that has it', async () => {
    const other = spawn('sleep', ['60']);
    await once(other, 'spawn');
    const pid = other.pid ?? 0;
    writeFileSync(file(), `${pid} ${beginningOf(pid)}\n`);
    expect(takeLock(file()).holder).to.equal(pid);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(takeLock(file()).release).to.be.a('function');
  });

  it('passes to this process when another process has the id of its holder', () => {
    writeFileSync(file(), `${process.pid} another-boot:1\n`);
    const { release } = takeLock(file());
    expect(release).to.be.a('function');
    expect(readFileSync(file(), 'utf8')).to.equal(`${process.pid} ${beginningOf(process.pid)}\n`);
  });

  it('passes to this process when another died while taking it over', () => {
    writeFileSync(file(), '1 another-boot:1\n');
    writeFileSync(`${file()}.takeover`, '1 another-boot:1\n');
    expect(takeLock(file()).release).to.be.a('function');
    expect(existsSync(`${file()}.takeover`)).to.equal(false);
  });

  it('stays with another process that takes it over', async () => {
    writeFileSync(file(), '1 another-boot:1\n');
    writeFileSync(`${file()}.takeover`, `${process.ppid} ${beginningOf(process.ppid)}\n`);
    expect(takeLock(file()).holder).to.equal(process.ppid);
  });
});

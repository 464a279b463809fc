import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for each test of the calling `describe`; it is removed after the test. */
export function temporaryFolder(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'mailing-local-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}

/** Writes a shell script; returns its path. */
export function writeProgram(path: string, script: string): string {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

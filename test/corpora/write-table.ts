// Writes the table by provider into docs/replies.md: node --import ./local/typescript.mjs test/corpora/write-table.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { tableByProvider } from '../support/replies.ts';

const FILE = 'docs/replies.md';
const guide = readFileSync(FILE, 'utf8');
writeFileSync(
  FILE,
  guide.replace(
    /<!-- begin table -->[^]*?<!-- end table -->/,
    () => `<!-- begin table -->\n${tableByProvider()}\n<!-- end table -->`,
  ),
);

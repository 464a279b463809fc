// Writes the list by provider into docs/replies.md: node --import ./local/typescript.mjs test/corpora/write-list.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { accuracyByProvider } from '../support/replies.ts';

const FILE = 'docs/replies.md';
const guide = readFileSync(FILE, 'utf8');
writeFileSync(
  FILE,
  guide.replace(
    /<!-- begin list -->[^]*?<!-- end list -->/,
    () => `<!-- begin list -->\n${accuracyByProvider()}\n<!-- end list -->`,
  ),
);

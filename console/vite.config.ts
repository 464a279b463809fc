import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { declarationsOf, TOKENS } from '../shared/page-tokens.ts';

const NAME = 'virtual:tokens.css';

const light = declarationsOf(TOKENS.light);

/** The tokens that all pages share, as custom properties in the scheme that the person chose; on paper the light ones. */
const tokens: Plugin = {
  name: 'tokens',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load: (id) =>
    id === `\0${NAME}`
      ? `:root{${light}}:root[data-mantine-color-scheme=dark]{${declarationsOf(TOKENS.dark)}}@media print{:root:root[data-mantine-color-scheme]{${light}}}`
      : null,
};

export default defineConfig({
  base: '/console/',
  plugins: [react(), tokens],
  // The API writes the nonce of each answer in its place (api/pages/console/files.ts).
  html: { cspNonce: 'nonce-of-this-answer' },
  build: {
    outDir: 'dist',
    // The editor of designs is a page of its own: its policy allows what no other page needs.
    rolldownOptions: {
      input: ['index.html', 'editor.html'].map((page) => join(import.meta.dirname, page)),
      // On a busy machine it says where its time went, which is not for users of `npm start`.
      checks: { pluginTimings: false },
    },
    // Files in the page or the style sheets would need `data:` in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The compiler of the editor has 1.4 MB, and loads when the editor is opened.
    chunkSizeWarningLimit: 1500,
  },
});

import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { declarationsOf, TOKENS } from '../shared/page-tokens.ts';

const NAME = 'virtual:tokens.css';

const [light, dark] = [declarationsOf(TOKENS.light), declarationsOf(TOKENS.dark)];

/**
 * The tokens that all pages share, as custom properties in the scheme that the person chose; on paper the light ones. Before the scripts run, in that of the
 * browser.
 */
const tokens: Plugin = {
  name: 'tokens',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load: (id) =>
    id === `\0${NAME}`
      ? `:root{${light}}@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${dark}}}:root[data-mantine-color-scheme=dark]{${dark}}@media print{:root:root[data-mantine-color-scheme]{${light}}}`
      : null,
};

export default defineConfig({
  base: '/console/',
  plugins: [react(), tokens],
  // The API writes the nonce of each answer in its place, and the session (api/pages/console/files.ts).
  html: { cspNonce: 'nonce-of-this-answer' },
  build: {
    outDir: 'dist',
    // The editor of designs is a page of its own: its policy allows what no other page needs.
    rolldownOptions: {
      input: ['index.html', 'editor.html'].map((page) => join(import.meta.dirname, page)),
      // Each file is a request of its own: a page with 48 took 5 s to appear on a slow computer far from the service.
      output: {
        codeSplitting: {
          groups: [
            // In the order of execution: what is ours comes after the components, whose looks it changes.
            { name: 'styles', test: /\.css$/, priority: 3 },
            // Used by most pages, and by some: Home loads 9 files in place of 69, and a tenth more bytes.
            { name: 'shell', minShareCount: 16, priority: 2 },
            { name: 'parts', minShareCount: 3, priority: 1 },
          ],
        },
      },
      // On a busy machine it says where its time went, which is not for users of `npm start`.
      checks: { pluginTimings: false },
    },
    // Files in the page or the style sheets would need `data:` in the policy.
    assetsInlineLimit: 0,
    // The style sheets of all pages have 5 kB together, those of the components 30 kB.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The compiler of the editor has 1.4 MB, and loads when the editor is opened.
    chunkSizeWarningLimit: 1500,
  },
});

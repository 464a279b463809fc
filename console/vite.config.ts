import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { declarationsOf, TOKENS } from '../shared/page-tokens.ts';
import { usedStyles } from './mantine-styles.ts';

const [light, dark] = [declarationsOf(TOKENS.light), declarationsOf(TOKENS.dark)];

/** A style sheet that is made by the build, as `virtual:NAME.css`. */
const madeSheet = (name: string, make: () => string): Plugin => {
  const id = `virtual:${name}.css`;
  return {
    name,
    resolveId: (wanted) => (wanted === id ? `\0${id}` : null),
    load: (wanted) => (wanted === `\0${id}` ? make() : null),
  };
};

/**
 * The tokens that all pages share, as custom properties in the scheme that the person chose; on paper the light ones. Before the scripts run, in that of the
 * browser.
 */
const tokens = madeSheet(
  'tokens',
  () =>
    `:root{${light}}@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${dark}}}:root[data-mantine-color-scheme=dark]{${dark}}@media print{:root:root[data-mantine-color-scheme]{${light}}}`,
);

const components = madeSheet('components', () => usedStyles(join(import.meta.dirname, 'src')));

/** Each page begins with a file of its own, which must not run on the other. */
const isNoEntry = (id: string): boolean => !/\/console\/(?:\w+\.html|src\/(?:main|editor)\.tsx)$/.test(id);

export default defineConfig({
  base: '/console/',
  plugins: [react(), tokens, components],
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
            // With the small files that each language uses.
            { name: 'styles', test: /\.css$|\/(?:shared\/move-tools|texts\/numbers)\.ts$/, priority: 3 },
            // The frame of every page, and Home: one file that is needed whole.
            { name: 'shell', tags: ['$initial'], test: isNoEntry, priority: 2 },
            // One file for the parts that load once the browser is idle.
            { name: 'later', test: /\/app\/later-parts\.tsx$/, priority: 2 },
            // Small, so that the reports need no dialogs and selects for them.
            {
              name: 'buttons',
              test: /\/(?:(?:link|print|more|download)-button|bulk-undo|bulk-changes)\.tsx?$/,
              priority: 2,
            },
            { name: 'parts', minShareCount: 4, priority: 1 },
          ],
        },
      },
      // On a busy machine it says where its time went, which is not for users of `npm start`.
      checks: { pluginTimings: false },
    },
    // Files in the page or the style sheets would need `data:` in the policy.
    assetsInlineLimit: 0,
    // The style sheets of all pages have 5 kB together, those of the used components 18 kB.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The compiler of the editor has 1.4 MB, and loads when the editor is opened.
    chunkSizeWarningLimit: 1500,
  },
});

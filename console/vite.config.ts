import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { declarationsOf, PAGE_ICON, TOKENS } from '../shared/page-tokens.ts';
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

/** No table scrolls within Mantine's own bars, which each table brings, and they all that places menus. */
const noTableBars = (): Plugin => {
  const id = '\0no-table-bars';
  let isReplaced = false;
  return {
    name: 'no-table-bars',
    enforce: 'pre',
    apply: 'build',
    resolveId(wanted) {
      if (wanted !== './TableScrollContainer.mjs') return null;
      isReplaced = true;
      return id;
    },
    load: (wanted) => (wanted === id ? 'export const TableScrollContainer = undefined;' : null),
    transform(code, file) {
      if (file.endsWith('.tsx') && code.includes('Table.ScrollContainer'))
        this.error('The build has no Table.ScrollContainer. Use the class `table`.');
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error("Mantine's table has no TableScrollContainer.mjs any more: change or drop no-table-bars.");
    },
  };
};

/** Both pages have an icon, and a note until their scripts run. */
const bothPages: Plugin = {
  name: 'both-pages',
  transformIndexHtml: {
    order: 'pre',
    handler: (page) => ({
      html: page.replace('<!-- late.html -->', () =>
        readFileSync(join(import.meta.dirname, 'late.html'), 'utf8'),
      ),
      tags: [{ tag: 'link', attrs: { rel: 'icon', href: PAGE_ICON }, injectTo: 'head' }],
    }),
  },
};

/** Sources and packages of lists to choose from, and of longer lists. */
const SELECTS =
  /\/(?:components\/(?:Select|Combobox(?!\/use-pills))\/|use-(?:previous|debounced-value)\/|find-element-in-shadow-dom|\w*[iI]nfiniteQuery|data\/pages|app\/(?:search-field|add-line|add-audience|record-menu|select)\.|data\/(?:field-names|first-group|designs)\.|campaigns\/state-badge\.)/;

const LANGUAGE = /\/texts\/(\w\w)\/\1\.ts$/;

/** Without the pages, whose only script is then this file. */
const isNoPage = (id: string): boolean => !id.endsWith('.html');

export default defineConfig({
  base: '/console/',
  plugins: [react(), tokens, components, noTableBars(), bothPages],
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
            // The frame of every page, and Home: one file that is needed whole.
            { name: 'shell', tags: ['$initial'], test: isNoPage, priority: 3 },
            // The first texts of a language, with what its other texts share with them.
            { name: (id) => LANGUAGE.exec(id)?.[1] ?? null, test: LANGUAGE, priority: 2 },
            // One file for the parts that load once the browser is idle.
            { name: 'later', test: /\/app\/later-parts\.tsx$/, priority: 2 },
            // Small, so that the reports need no dialogs and selects for them. With the names of the styles of all pages.
            {
              name: 'buttons',
              test: /\.css$|\/(?:(?:link|print|more|download)-button|bulk-undo|bulk-changes|move-tools|receiver-choice|app\/(?:download|csv))\.tsx?$/,
              priority: 2,
            },
            // Lists to choose from, for pages without forms.
            {
              name: 'selects',
              test: SELECTS,
              priority: 2,
            },
            {
              name: 'pills',
              test: /components\/(?:MultiSelect|TagsInput|Pill\w*)\/|use-pills|app\/multi-select\./,
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

import { mount } from './app/mount.tsx';
import { focusPages } from './app/page-focus.ts';
import './app/print.css';
import { RouterProvider } from '@tanstack/react-router';
import { brand, templates } from './data/lists.ts';
import { queries } from './data/queries.ts';
import { startCompiler } from './pages/editor/mjml-compiler.ts';
import { router } from './routes.tsx';
import { loadRest } from './texts/languages.ts';

/** The editor of designs is a page of its own: its policy allows what no other page needs. */
const isEditor = document.querySelector<HTMLElement>('#root')!.dataset['page'] === 'editor';

async function loadEditor() {
  // The largest script and the lists load while the page is drawn.
  startCompiler();
  void queries.prefetchQuery(templates);
  void queries.prefetchQuery(brand);
  const [{ EditorPage }] = await Promise.all([import('./pages/editor/editor-page.tsx'), loadRest()]);
  return <EditorPage />;
}

// Not awaited: files that this one loads import it, and would wait for its end.
void mount(
  isEditor
    ? loadEditor
    : async () => {
        focusPages(router);
        return <RouterProvider router={router} />;
      },
);

import { mount } from './app/mount.tsx';
import { brand, templates } from './data/lists.ts';
import { queries } from './data/queries.ts';
import { startCompiler } from './pages/editor/mjml-compiler.ts';

// The largest script and the lists load while the page is drawn.
startCompiler();
void queries.prefetchQuery(templates);
void queries.prefetchQuery(brand);

await mount(async () => {
  const { EditorPage } = await import('./pages/editor/editor-page.tsx');
  return <EditorPage />;
});

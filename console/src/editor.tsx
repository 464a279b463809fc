import { mount } from './app/mount.tsx';
import { brand, templates } from './data/lists.ts';
import { queries } from './data/queries.ts';
import { EditorPage } from './pages/editor/editor-page.tsx';
import { startCompiler } from './pages/editor/mjml-compiler.ts';

// The largest script and the lists load while the page is drawn.
startCompiler();
void queries.prefetchQuery(templates);
void queries.prefetchQuery(brand);

await mount(<EditorPage />);

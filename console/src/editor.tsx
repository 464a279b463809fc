import { mount } from './app/mount.tsx';
import { loadMjml } from './pages/editor/compile.ts';
import { EditorPage } from './pages/editor/editor-page.tsx';

// The canvas asks again if this fails.
loadMjml().catch(() => {});

await mount(<EditorPage />);

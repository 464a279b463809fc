import { mount } from './app/mount.tsx';
import { EditorPage } from './pages/editor/editor-page.tsx';

await mount(<EditorPage />);

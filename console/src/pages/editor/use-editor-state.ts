import type { Component, Editor } from 'grapesjs';
import { useEffect, useState } from 'react';
import { isEmptyMail } from './blocks.ts';

const CHANGES =
  'component:selected component:deselected component:update component:add component:remove undo redo';

export function useEditorState(editor: Editor) {
  const [, draw] = useState(0);
  useEffect(() => {
    const again = (): void => draw((times) => times + 1);
    editor.on(CHANGES, again);
    return () => void editor.off(CHANGES, again);
  }, [editor]);
  const selected: Component | undefined = editor.getSelected();
  return {
    selected,
    isEmpty: isEmptyMail(editor),
    canUndo: editor.UndoManager.hasUndo(),
    canRedo: editor.UndoManager.hasRedo(),
  };
}

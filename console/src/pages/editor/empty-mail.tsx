import type { Editor } from 'grapesjs';
import { useTexts } from '../../texts/texts.ts';
import { addBlock, BLOCKS, DRAGGED_BLOCK, partOfBlock } from './blocks.ts';
import styles from './editor.module.css';
import { useEditorState } from './use-editor-state.ts';

/** Covers an empty email and takes the first block, because the canvas takes blocks only in columns. */
export function EmptyMail({ editor }: { editor: Editor }) {
  const { editor: texts } = useTexts();
  if (!useEditorState(editor).isEmpty) return null;
  return (
    <div
      className={styles.empty}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const name = event.dataTransfer.getData(DRAGGED_BLOCK);
        const block = BLOCKS.find((one) => one === name);
        if (block) addBlock(editor, partOfBlock(block, texts.begin));
      }}
    >
      <p>{texts.empty}</p>
    </div>
  );
}

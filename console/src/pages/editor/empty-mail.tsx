import type { Editor } from 'grapesjs';
import { useTexts } from '../../texts/texts.ts';
import { addBlock, BLOCKS, DRAGGED_BLOCK, partOfBlock } from './blocks.ts';
import styles from './editor.module.css';
import { useEditorState } from './use-editor-state.ts';

/** Lies over a mail in which nothing is yet, says how to begin, and takes the first block: the canvas takes one only where a column is. */
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

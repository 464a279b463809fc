import type { Editor } from 'grapesjs';
import { useTexts } from '../../texts/texts.ts';
import { BlockIcon } from './block-icons.tsx';
import { addBlock, BLOCKS, DRAGGED_BLOCK, partOfBlock } from './blocks.ts';
import styles from './editor.module.css';
import { definitionOf } from './parts.ts';

export function BlockList({ editor }: { editor: Editor }) {
  const { editor: texts } = useTexts();
  return (
    <section className={styles.blocks} aria-label={texts.blocks}>
      <h2>{texts.blocks}</h2>
      <p className="soft">{texts.blocksHint}</p>
      <ul>
        {BLOCKS.map((block) => {
          const made = () => partOfBlock(block, texts.begin);
          return (
            <li key={block}>
              <button
                type="button"
                className={styles.block}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', texts.blockNames[block]);
                  event.dataTransfer.setData(DRAGGED_BLOCK, block);
                  editor.Canvas.startDrag({ content: definitionOf(made()) });
                }}
                onDragEnd={() => editor.Canvas.endDrag()}
                onClick={() => addBlock(editor, made())}
              >
                <BlockIcon block={block} />
                {texts.blockNames[block]}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

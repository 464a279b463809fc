import { useBrand } from '../../data/brand.ts';
import { useTexts } from '../../texts/texts.ts';
import { BlockIcon } from './block-icons.tsx';
import { addPart, BLOCKS, partOfBlock } from './blocks.ts';
import { endDrag, placeOfDrag, startDrag } from './canvas-events.ts';
import type { Canvas } from './canvas-parts.ts';
import styles from './editor.module.css';
import { fitting } from './fitting.ts';
import { SavedBlocks } from './saved-blocks.tsx';

export function BlockList({ canvas: { store } }: { canvas: Canvas }) {
  const { editor: texts } = useTexts();
  const look = useBrand();
  return (
    <section className={styles.blocks} aria-label={texts.blocks} data-panel tabIndex={-1}>
      <h2>{texts.blocks}</h2>
      <p className="soft">{texts.blocksHint}</p>
      <ul>
        {BLOCKS.map((block) => {
          const made = () => fitting(partOfBlock(block, texts.begin, look), store.get().head);
          return (
            <li key={block}>
              <button
                type="button"
                className={styles.block}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', texts.blockNames[block]);
                  startDrag({ tag: made().tag, make: () => addPart(store, made(), placeOfDrag()) });
                }}
                onDragEnd={endDrag}
                onClick={() => addPart(store, made())}
              >
                <BlockIcon block={block} />
                {texts.blockNames[block]}
              </button>
            </li>
          );
        })}
      </ul>
      <SavedBlocks store={store} />
    </section>
  );
}

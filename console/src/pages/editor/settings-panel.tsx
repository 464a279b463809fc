import { Button, Stack } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import { type Canvas, isEditable } from './canvas-parts.ts';
import { useDesign } from './design-store.ts';
import { isRow } from './drop-place.ts';
import styles from './editor.module.css';
import { copyPart, moveBy, removePart, selectOuter } from './part-acts.ts';
import { PartFields } from './part-fields.tsx';
import { SaveBlock } from './saved-blocks.tsx';
import { changeTable, type TableAct } from './table-acts.ts';
import { childrenOf, find, placeOf } from './tree.ts';

const TABLE_ACTS: readonly TableAct[] = ['addRow', 'removeRow', 'addColumn', 'removeColumn'];

interface Panel {
  readonly canvas: Canvas;
  readonly chooseImage: (key: number) => void;
}

/** Without a selection, it shows the settings of the whole email. */
export function SettingsPanel({ canvas, chooseImage }: Panel) {
  const { editor: texts } = useTexts();
  const { store } = canvas;
  const { body, head, selected } = useDesign(store);
  const node = find(body, selected) ?? body;
  const isPart = node !== body;
  const name = texts.parts[node.tag] ?? texts.parts['kept'];
  return (
    <section className={styles.settings} aria-label={texts.settings} data-panel tabIndex={-1}>
      <h2 aria-live="polite">{isPart ? name : texts.whole}</h2>
      {!isPart && <p className="soft">{texts.nothing}</p>}
      <Stack gap="sm">
        {isPart && <Acts canvas={canvas} />}
        <PartFields key={node.key} store={store} head={head} node={node} chooseImage={chooseImage} />
      </Stack>
    </section>
  );
}

function Acts({ canvas }: { canvas: Canvas }) {
  const { editor: texts } = useTexts();
  const { store } = canvas;
  const { head, body, selected } = useDesign(store);
  const node = find(body, selected);
  const place = selected === null ? null : placeOf(body, selected);
  const outer = find(body, place?.outer ?? null);
  if (!node || !place || !outer) return null;
  const write = (): void => {
    // The cursor goes to the end of the text.
    canvas.point = null;
    store.write(node.key);
  };
  const acts = [
    ...(isEditable(node.tag) ? [[texts.write, true, write] as const] : []),
    ...(node.tag === 'mj-table'
      ? TABLE_ACTS.map((act) => [texts.table[act], true, () => changeTable(store, node, act)] as const)
      : []),
    [texts.up, place.at > 0, () => moveBy(store, -1)],
    [texts.down, place.at < childrenOf(outer).length - 1, () => moveBy(store, 1)],
    [texts.copy, true, () => copyPart(store)],
    [texts.remove, true, () => removePart(store)],
    [texts.outer, outer !== body, () => selectOuter(store)],
  ] as const satisfies readonly (readonly [string, boolean, () => void])[];
  return (
    <div className={styles.acts}>
      {acts.map(([name, isPossible, act]) => (
        <Button key={name} size="compact-md" variant="default" disabled={!isPossible} onClick={act}>
          {name}
        </Button>
      ))}
      {isRow(node.tag) && <SaveBlock head={head} row={node} />}
    </div>
  );
}

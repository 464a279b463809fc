import { Button, Stack } from '@mantine/core';
import type { Component, Editor } from 'grapesjs';
import { useTexts } from '../../texts/texts.ts';
import { bodyOf, writeIn } from './canvas.ts';
import styles from './editor.module.css';
import { PartFields } from './part-fields.tsx';
import { useEditorState } from './use-editor-state.ts';

interface Panel {
  readonly editor: Editor;
  /** The head of the design. */
  readonly head: string;
  readonly chooseImage: (component: Component) => void;
}

/** Without a selection, it shows the settings of the whole email. */
export function SettingsPanel({ editor, head, chooseImage }: Panel) {
  const { editor: texts } = useTexts();
  const { selected } = useEditorState(editor);
  const component = selected ?? bodyOf(editor);
  const isPart = selected !== undefined && selected !== bodyOf(editor);
  return (
    <section className={styles.settings} aria-label={texts.settings}>
      <h2>{isPart ? component.getName() : texts.whole}</h2>
      {!isPart && <p className="soft">{texts.nothing}</p>}
      <Stack gap="sm">
        {isPart && <Acts editor={editor} component={component} />}
        <PartFields key={component.getId()} head={head} component={component} chooseImage={chooseImage} />
      </Stack>
    </section>
  );
}

function Acts({ editor, component }: { editor: Editor; component: Component }) {
  const { editor: texts } = useTexts();
  const outer = component.parent();
  const at = component.index();
  const move = (to: number): void => {
    if (!outer) return;
    component.move(outer, { at: to });
    editor.select(component);
  };
  const acts = [
    ...(component.get('tagName') === 'mj-text'
      ? [[texts.write, true, () => writeIn(component)] as const]
      : []),
    [texts.up, at > 0, () => move(at - 1)],
    // The position is counted before the removal.
    [texts.down, outer !== undefined && at < outer.components().length - 1, () => move(at + 2)],
    [texts.copy, true, () => copy(editor, component)],
    [texts.remove, true, () => component.remove()],
    [texts.outer, outer !== undefined, () => outer && editor.select(outer)],
  ] as const satisfies readonly (readonly [string, boolean, () => void])[];
  return (
    <div className={styles.acts}>
      {acts.map(([name, isPossible, act]) => (
        <Button key={name} size="compact-md" variant="default" disabled={!isPossible} onClick={act}>
          {name}
        </Button>
      ))}
    </div>
  );
}

function copy(editor: Editor, component: Component): void {
  const [made] = component.parent()?.append(component.clone(), { at: component.index() + 1 }) ?? [];
  if (made) editor.select(made);
}

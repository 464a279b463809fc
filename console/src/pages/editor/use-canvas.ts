import type { Component, Editor } from 'grapesjs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { bodyPartOf, projectOf, startCanvas } from './canvas.ts';
import { type Design, writeDesign } from './design.ts';
import styles from './editor.module.css';
import { hasUnfitImage } from './parts.ts';

/** Milliseconds without a change before `change` is called. */
const QUIET_MS = 250;
const LEAVING = ['beforeunload', 'pagehide'] as const;

interface Canvas {
  readonly container: RefObject<HTMLDivElement | null>;
  /** Null: loading. */
  readonly editor: Editor | null;
  readonly writeNow: () => void;
}

/** `change` gets the `template_json` of each change. */
export function useCanvas(
  design: Design,
  change: (json: string) => void,
  chooseImage: (target: Component) => void,
): Canvas {
  const { editor: texts } = useTexts();
  const container = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const changed = useRef(change);
  changed.current = change;
  const writeNow = useRef(() => {});

  useEffect(() => {
    // GrapesJS removes this element at its end, so it must not be one of React.
    const element = document.createElement('div');
    element.className = styles.whole ?? '';
    container.current!.append(element);
    const made = startCanvas({ container: element, design, texts, chooseImage });
    const { write, stop } = writeChanges(made, design, changed, () => setEditor(made));
    writeNow.current = write;
    return () => {
      stop();
      setEditor(null);
      made.destroy();
      element.remove();
    };
  }, [design, texts, chooseImage]);

  return { container, editor, writeNow: () => writeNow.current() };
}

function writeChanges(
  editor: Editor,
  design: Design,
  changed: RefObject<(json: string) => void>,
  loaded: () => void,
) {
  const mjmlNow = (): string => writeDesign({ ...design, body: bodyPartOf(editor) });
  let last: string | null = null;
  /** Whether the project lacks text that is being edited. */
  let isBehind = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    if (last === null) return;
    const mjml = mjmlNow();
    const isWriting = editor.getEditing() !== undefined;
    if (mjml === last && (isWriting || !isBehind)) return;
    last = mjml;
    isBehind = isWriting;
    changed.current(JSON.stringify({ project: projectOf(editor), mjml }));
  };
  editor.on('load', () => {
    // Rendering adds parts that no person changed.
    last = hasUnfitImage(design.body) ? '' : mjmlNow();
    editor.UndoManager.clear();
    loaded();
    if (last === '') write();
  });
  editor.on('update component:input', () => {
    clearTimeout(timer);
    timer = setTimeout(write, QUIET_MS);
  });
  // Before unsaved changes are sent.
  for (const event of LEAVING) addEventListener(event, write, { capture: true });
  const stop = (): void => {
    for (const event of LEAVING) removeEventListener(event, write, { capture: true });
    clearTimeout(timer);
  };
  return { write, stop };
}

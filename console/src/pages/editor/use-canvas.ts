import { type RefObject, useEffect, useRef, useState } from 'react';
import { onSaveKey } from '../../app/keys.ts';
import { useMailFieldName } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';
import { startCanvas } from './canvas.ts';
import type { Canvas, CanvasPage } from './canvas-parts.ts';
import type { Design } from './design.ts';
import { createDesignStore, type DesignStore } from './design-store.ts';
import type { FieldWord } from './field-chips.ts';
import { withFitImages } from './images.ts';

/** Milliseconds without a change before `change` is called. */
const QUIET_MS = 250;
const LEAVING = ['beforeunload', 'pagehide'] as const;

interface UsedCanvas {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly store: DesignStore;
  /** Null: loading. */
  readonly canvas: Canvas | null;
  readonly isFailed: boolean;
  readonly start: () => void;
  readonly writeNow: () => void;
}

/** `change` gets the `template_json` of each change. */
export function useCanvas(
  design: Design,
  store: DesignStore,
  change: (json: string) => void,
  host: Omit<CanvasPage, 'failed' | 'shown'>,
): UsedCanvas {
  const { editor: texts } = useTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [canvas, setCanvas] = useState<Canvas | null>(null);
  const [isFailed, setFailed] = useState(false);
  const changed = useRef(change);
  changed.current = change;
  const writeNow = useRef(() => {});
  const hosted = useRef(host);
  hosted.current = host;
  const nameOf = useMailFieldName();
  const word = useRef<FieldWord>((name) => name);
  word.current = (name, fallback) => (fallback === '' ? nameOf(name) : fallback);

  useEffect(() => {
    if (!isLoaded) return undefined;
    const made: Canvas = startCanvas(
      frame.current!,
      store,
      texts,
      (name, fallback) => word.current(name, fallback),
      {
        chooseImage: (key) => hosted.current.chooseImage(key),
        addImages: (files, place) => hosted.current.addImages(files, place),
        leave: () => hosted.current.leave(),
        failed: setFailed,
        shown: () => setCanvas(made),
      },
    );
    return () => {
      made.stop();
      setCanvas(null);
    };
  }, [store, texts, isLoaded]);

  useEffect(() => onSaveKey(() => writeNow.current()), []);

  useEffect(() => {
    const { write, stop } = writeChanges(store, design, changed);
    writeNow.current = write;
    return stop;
  }, [store, design]);

  return { frame, store, canvas, isFailed, start: () => setLoaded(true), writeNow: () => writeNow.current() };
}

function writeChanges(store: DesignStore, design: Design, changed: RefObject<(json: string) => void>) {
  let last = store.get().body;
  let lastHead = store.get().head;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    const { body, head } = store.get();
    if (body === last && head === lastHead) return;
    last = body;
    lastHead = head;
    changed.current(JSON.stringify({ mjml: store.mjml() }));
  };
  const unsubscribe = store.subscribe(() => {
    const { body, head } = store.get();
    if (body === last && head === lastHead) return;
    clearTimeout(timer);
    timer = setTimeout(write, QUIET_MS);
  });
  if (withFitImages(design.body) !== design.body) changed.current(JSON.stringify({ mjml: store.mjml() }));
  // Before unsaved changes are sent.
  for (const event of LEAVING) addEventListener(event, write, { capture: true });
  const stop = (): void => {
    for (const event of LEAVING) removeEventListener(event, write, { capture: true });
    unsubscribe();
    clearTimeout(timer);
  };
  return { write, stop };
}

export const storeOf = (design: Design): DesignStore =>
  createDesignStore({ ...design, body: withFitImages(design.body) });

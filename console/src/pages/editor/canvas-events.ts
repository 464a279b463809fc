import { saveNow, showKeys } from '../../app/keys.ts';
import { PART } from './canvas-marks.ts';
import {
  type Canvas,
  type CanvasPage,
  type DragSubject,
  type ImagePlace,
  isEditable,
} from './canvas-parts.ts';
import { elementOf, nearestGap } from './drop-place.ts';
import { isImageAddress } from './images.ts';
import { moveBy, removePart, selectBy, selectOuter } from './part-acts.ts';
import { pasted } from './pasted.ts';
import { find, move } from './tree.ts';

/** The part that is being dragged: browsers show no data before the drop. */
const drag: { current: DragSubject; place: { outer: number; at: number } | null } = {
  current: null,
  place: null,
};

export const startDrag = (dragged: DragSubject): void => void (drag.current = dragged);

export const endDrag = (): void => void (drag.current = null);

/** The place where a dragged part would be dropped. */
export const placeOfDrag = (): { outer: number; at: number } | null => drag.place;

const keyOf = (target: EventTarget | null): number | null => {
  const element = (target as Element | null)?.closest?.(`[${PART}]`);
  return element ? Number(element.getAttribute(PART)) : null;
};

const imagesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => /^image\/(?:png|jpeg|gif|webp)$/.test(type));

const stops = (event: Event): void => event.preventDefault();

/** Listens in the frame. Returns a function that removes the listeners. */
export function connect(canvas: Canvas, host: CanvasPage): () => void {
  const { store } = canvas;
  const page = canvas.page();

  const tagOf = (key: number | null): string => find(store.get().body, key)?.tag ?? '';

  const hover = (key: number | null): void => {
    for (const one of page.querySelectorAll('[data-hovered]')) one.removeAttribute('data-hovered');
    elementOf(page, key)?.setAttribute('data-hovered', '');
  };

  const hideGap = (): void => {
    drag.place = null;
    for (const one of page.querySelectorAll('[data-gap]')) one.remove();
  };

  const draggedNow = (event: DragEvent): DragSubject =>
    drag.current ?? (event.dataTransfer?.types.includes('Files') ? { tag: 'mj-image' } : null);

  const over = (event: DragEvent): void => {
    const dragged = draggedNow(event);
    if (!dragged) return;
    event.preventDefault();
    const pointer = { x: event.clientX, y: event.clientY };
    const gap = nearestGap(page, store.get().body, dragged, pointer);
    hideGap();
    drag.place = gap;
    if (!gap) return;
    const line = page.createElement('div');
    line.setAttribute('data-gap', '');
    const { scrollTop = 0, scrollLeft = 0 } = page.scrollingElement ?? {};
    line.style.left = `${gap.left + scrollLeft}px`;
    line.style.width = `${gap.right - gap.left}px`;
    line.style.top = `${Math.max(gap.y + scrollTop - 2, 0)}px`;
    page.documentElement.append(line);
  };

  const drop = (event: DragEvent): void => {
    const dragged = draggedNow(event);
    event.preventDefault();
    over(event);
    const place = drag.place;
    const files = imagesIn(event.dataTransfer);
    if (dragged?.make) dragged.make();
    else if (dragged?.key !== undefined && place) {
      store.change({ body: move(store.get().body, dragged.key, place) });
      store.select(dragged.key);
    } else if (files.length > 0) host.addImages(files, placeOfImage(keyOf(event.target), place));
    hideGap();
    drag.current = null;
  };

  /** An image that is still to be chosen takes the file. */
  const placeOfImage = (key: number | null, place: typeof drag.place): ImagePlace => {
    const node = find(store.get().body, key);
    if (node?.tag === 'mj-image' && !isImageAddress(node.attributes['src']))
      return { kind: 'instead', key: node.key };
    return place ? { kind: 'at', outer: place.outer, at: place.at } : { kind: 'after' };
  };

  const press = (event: MouseEvent): void => {
    const key = keyOf(event.target);
    const { writing, selected } = store.get();
    if (writing !== null && key === writing) return;
    canvas.point = { x: event.clientX, y: event.clientY };
    if (key !== null && key === selected && isEditable(tagOf(key)) && event.type === 'click')
      store.write(key);
    else if (event.type === 'click') store.select(key);
  };

  const open = (event: MouseEvent): void => {
    const key = keyOf(event.target);
    if (key === null || key === store.get().writing) return;
    canvas.point = { x: event.clientX, y: event.clientY };
    if (isEditable(tagOf(key))) store.write(key);
    else if (tagOf(key) === 'mj-image') host.chooseImage(key);
  };

  const type = (event: KeyboardEvent): void => {
    const { writing, selected } = store.get();
    const isControl = event.ctrlKey || event.metaKey;
    const done = (act: () => void): void => {
      event.preventDefault();
      act();
    };
    if (event.key === 'F6') return done(host.leave);
    if (isControl && event.key.toLowerCase() === 's') return done(saveNow);
    if (writing !== null) {
      if (event.key === 'Escape') done(() => store.select(writing));
      return;
    }
    if (isControl && event.key.toLowerCase() === 'z') return done(event.shiftKey ? store.redo : store.undo);
    if (isControl && event.key.toLowerCase() === 'y') return done(store.redo);
    if (isControl) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) return done(() => (event.altKey ? moveBy(store, step) : selectBy(store, step)));
    if (event.key === '?') return done(showKeys);
    if (selected === null) return;
    if (event.key === 'Escape') return done(() => selectOuter(store));
    if (event.key === 'Delete' || event.key === 'Backspace') return done(() => removePart(store));
    if (event.key !== 'Enter') return;
    done(() => {
      canvas.point = null;
      if (isEditable(tagOf(selected))) store.write(selected);
      else if (tagOf(selected) === 'mj-image') host.chooseImage(selected);
    });
  };

  const paste = (event: ClipboardEvent): void => {
    const files = imagesIn(event.clipboardData);
    if (files.length > 0) {
      event.preventDefault();
      host.addImages(files, { kind: 'after' });
    } else if (store.get().writing !== null && event.clipboardData) {
      event.preventDefault();
      // Undo in the text includes such insertions only.
      page.execCommand('insertHTML', false, pasted(event.clipboardData));
    }
  };

  const begin = (event: DragEvent): void => {
    const key = keyOf(event.target);
    if (key === null || store.get().writing !== null) return;
    event.dataTransfer?.setData('text/plain', tagOf(key));
    drag.current = { tag: tagOf(key), key };
  };

  const end = (): void => {
    hideGap();
    drag.current = null;
  };

  const listeners = {
    mouseover: (event: Event) => hover(keyOf(event.target)),
    mouseleave: () => hover(null),
    click: press,
    dblclick: open,
    auxclick: stops,
    submit: stops,
    keydown: type,
    paste,
    dragstart: begin,
    dragover: over,
    drop,
    dragend: end,
    // Only the end of the frame, not that of each element in it.
    dragleave: (event: DragEvent) => event.relatedTarget === null && hideGap(),
  } as const;
  const follows = (event: Event): void => {
    if ((event.target as Element | null)?.closest?.('a, area')) event.preventDefault();
  };
  page.addEventListener('click', follows, true);
  for (const [name, listener] of Object.entries(listeners))
    page.addEventListener(name, listener as EventListener);
  return () => {
    page.removeEventListener('click', follows, true);
    for (const [name, listener] of Object.entries(listeners))
      page.removeEventListener(name, listener as EventListener);
  };
}

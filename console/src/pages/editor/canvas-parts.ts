import type { DesignStore } from './design-store.ts';
import { elementOf } from './drop-place.ts';
import type { FieldWord } from './field-chips.ts';
import type { Node } from './tree.ts';

/** Callbacks of the page with the canvas. */
export interface CanvasPage {
  readonly chooseImage: (key: number) => void;
  /** Images that were dropped or pasted, with the image that they replace. */
  readonly addImages: (files: readonly File[], place: ImagePlace) => void;
  readonly leave: () => void;
  readonly failed: (isFailed: boolean) => void;
  readonly shown: () => void;
}

export type ImagePlace =
  | { readonly kind: 'instead'; readonly key: number }
  | { readonly kind: 'at'; readonly outer: number; readonly at: number }
  | { readonly kind: 'after' };

/** A part that is being dragged: new, or one of the email. */
export type DragSubject = { readonly tag: string; readonly key?: number; readonly make?: () => void } | null;

export interface Canvas {
  readonly frame: HTMLIFrameElement;
  readonly store: DesignStore;
  readonly page: () => Document;
  readonly word: FieldWord;
  /** Stores the text that is being edited. */
  readonly written: () => void;
  /** Where the pointer was pressed last, for the cursor of a text that is edited next. */
  point: { readonly x: number; readonly y: number } | null;
  readonly showDark: (isDark: boolean) => void;
  readonly stop: () => void;
}

const EDITABLE: Readonly<Record<string, string>> = {
  'mj-text': ':scope > div',
  'mj-table': ':scope > table',
  'mj-button': ':is(a, p)',
};

export const isEditable = (tag: string): boolean => Object.hasOwn(EDITABLE, tag);

/** The element with the text of a part. */
export const textElementOf = (page: Document, { key, tag }: Node): HTMLElement | null =>
  elementOf(page, key)?.querySelector<HTMLElement>(EDITABLE[tag] ?? ':not(*)') ?? null;

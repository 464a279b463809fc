import grapesjs, { type Component, type Editor } from 'grapesjs';
import 'grapesjs/dist/css/grapes.min.css';
import grapesMjml from 'grapesjs-mjml';
import type { Texts } from '../../texts/texts.ts';
import { type Design, type Part, sheetsOf } from './design.ts';
import { definitionOf, ownParts, partOf, textOf, withHead } from './parts.ts';

export const DEVICES = { desktop: '', phone: '375px' } as const;
export type Device = keyof typeof DEVICES;

/** The package is CommonJS: its default export is nested in another. */
const designPlugin = (grapesMjml as unknown as { default?: typeof grapesMjml }).default ?? grapesMjml;

interface CanvasOptions {
  readonly container: HTMLElement;
  readonly design: Design;
  readonly texts: Texts['editor'];
  readonly chooseImage: (component: Component) => void;
}

/**
 * The design's style rules without those for a dark scheme, as the canvas is always light. Elements are compiled one by one, so rules
 * for nested elements may look different in the email.
 */
function addSheets(frame: Document, css: string): void {
  const style = frame.createElement('style');
  style.textContent = css;
  frame.head.append(style);
  const { sheet } = style;
  for (let at = (sheet?.cssRules.length ?? 0) - 1; at >= 0; at -= 1)
    if (sheet!.cssRules[at]!.cssText.includes('prefers-color-scheme')) sheet!.deleteRule(at);
}

/** No storage, no telemetry, no requests to other hosts. */
export function startCanvas({ container, design, texts, chooseImage }: CanvasOptions): Editor {
  const editor = grapesjs.init({
    container,
    height: '100%',
    width: 'auto',
    fromElement: false,
    storageManager: false,
    telemetry: false,
    cssIcons: '',
    // The console has its own panels.
    panels: { defaults: [] },
    blockManager: { custom: true },
    layerManager: { custom: true },
    styleManager: { custom: true },
    traitManager: { custom: true },
    selectorManager: { custom: true },
    assetManager: { custom: { open: ({ options }) => chooseImage(options.target as Component) } },
    richTextEditor: { custom: true },
    deviceManager: {
      devices: Object.entries(DEVICES).map(([id, width]) => ({ id, name: id, width })),
    },
    i18n: { locale: 'own', messagesAdd: { own: {} } },
    plugins: [
      (one) =>
        designPlugin(one, {
          blocks: [],
          fonts: {},
          resetBlocks: false,
          resetDevices: false,
          resetStyleManager: false,
          useCustomTheme: false,
          customComponents: [withHead(design.head)],
        }),
      ownParts(texts),
    ],
  });
  editor.setCustomRte({
    // Texts stay unchanged and are not parsed.
    parseContent: false,
    enable(el: HTMLElement) {
      el.contentEditable = 'true';
      el.focus();
      return {};
    },
    disable(el: HTMLElement) {
      el.contentEditable = 'false';
    },
    getContent: (el: HTMLElement) => el.innerHTML,
  });
  editor.on('canvas:frame:load', ({ window: frame }: { window: Window }) => {
    const { document } = frame;
    const element = frame.frameElement as HTMLIFrameElement;
    element.title = texts.canvas;
    document.documentElement.lang = 'und';
    addSheets(document, sheetsOf(design.head));
  });
  editor.setComponents([{ type: 'mjml', tagName: 'mjml', components: [definitionOf(design.body)] }]);
  editor.UndoManager.clear();
  return editor;
}

export const bodyOf = (editor: Editor): Component => {
  const wrapper = editor.getWrapper()!;
  return wrapper.findFirstType('mj-body') ?? wrapper;
};

/** The current body, with text that is being edited. */
export const bodyPartOf = (editor: Editor): Part => partOf(bodyOf(editor), editor);

/** Same as a double click on a text. */
export const writeIn = (component: Component): void => {
  component.trigger('active');
  textOf(component)?.focus();
};

/** The project of GrapesJS, for other programs. Its own `getProjectData` would end text editing, and adds style sheets. */
export const projectOf = (editor: Editor): object => ({
  pages: [{ frames: [{ component: editor.getWrapper() }] }],
});

import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core';
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Media } from '../../../../client/src/index.ts';
import { RedoIcon, UndoIcon } from '../../app/icons.tsx';
import { UNDOES } from '../../app/keys.ts';
import { useTexts } from '../../texts/texts.ts';
import type { MailTrial } from '../campaigns/mail-trial.ts';
import { ChooseImage } from '../media/choose-image.tsx';
import { useUploads } from '../media/use-uploads.ts';
import { BlockList } from './block-list.tsx';
import { addPart } from './blocks.ts';
import { BLANK_PAGE, DEVICES, type Device } from './canvas.ts';
import type { Canvas, ImagePlace } from './canvas-parts.ts';
import type { Design } from './design.ts';
import { type DesignStore, useDesign } from './design-store.ts';
import styles from './editor.module.css';
import { PreviewMail } from './preview-mail.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { TextBar } from './text-bar.tsx';
import { find, update, withAttributes } from './tree.ts';
import { storeOf, useCanvas } from './use-canvas.ts';

/** Width of an email's column, in pixels. */
const MAIL_WIDTH = 600;

/** As in the style sheet: the parts are below each other, the email first. */
const NARROW = '(max-width: 64rem)';

interface DesignEditorProps {
  readonly title: string;
  readonly design: Design;
  /** Gets the `template_json` of each change. */
  readonly change: (json: string) => void;
  readonly state: ReactNode;
  readonly notes?: ReactNode;
  readonly leaving: string;
  readonly leave: () => void;
  /** Absent: this design has no preview as a contact, and no test. */
  readonly trial?: MailTrial | undefined;
}

const attributesOf = ({ url, width }: Media) => ({
  src: url,
  width: `${Math.min(width, MAIL_WIDTH)}px`,
});

function putImage(store: DesignStore, image: Media, place: ImagePlace): void {
  if (place.kind !== 'instead') {
    const added = { tag: 'mj-image', attributes: { alt: '', ...attributesOf(image) }, inside: '' } as const;
    addPart(store, added, place.kind === 'at' ? place : null);
    return;
  }
  const { body } = store.get();
  if (!find(body, place.key)) return;
  store.change({ body: update(body, place.key, (node) => withAttributes(node, attributesOf(image))) });
  store.select(place.key);
}

export function DesignEditor({
  title,
  design,
  change,
  state,
  notes,
  leaving,
  leave,
  trial,
}: DesignEditorProps) {
  const texts = useTexts();
  const { editor: own } = texts;
  useDocumentTitle(`${title} · ${texts.product}`);
  const [target, setTarget] = useState<number | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const store = useMemo(() => storeOf(design), [design]);
  const { upload, progress, refused } = useUploads();
  const work = useRef<HTMLElement>(null);
  const nextPanel = useCallback((): void => toNextPanel(work.current), []);
  const { frame, canvas, isFailed, start, writeNow } = useCanvas(design, store, change, {
    chooseImage: setTarget,
    addImages(files, place) {
      void upload(files, (image, at) => putImage(store, image, at === 0 ? place : { kind: 'after' }));
    },
    leave: nextPanel,
  });
  const follow = (event: KeyboardEvent): void => {
    if (event.key !== 'F6') return;
    event.preventDefault();
    nextPanel();
  };
  // The Tab key goes as the eye does.
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const blocks = canvas ? <BlockList canvas={canvas} /> : <div className={styles.blocks} />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <span role="status">{progress ?? state}</span>
        {canvas && <Tools canvas={canvas} />}
        <Group gap="xs">
          {trial && (
            <Button
              variant="default"
              onClick={() => {
                writeNow();
                setPreviewing(true);
              }}
            >
              {own.preview}
            </Button>
          )}
          <Button
            onClick={() => {
              writeNow();
              leave();
            }}
          >
            {leaving}
          </Button>
        </Group>
      </header>
      <main ref={work} className={styles.work} onKeyDown={follow}>
        {!isNarrow && blocks}
        <div className={styles.middle}>
          <div>
            {canvas ? <TextBar canvas={canvas} /> : <div className={styles.bar}>{own.loading}</div>}
            {notes && <div className={styles.notes}>{notes}</div>}
            {isFailed && (
              <p role="alert" className={`bad ${styles.notes}`}>
                {own.notDrawn}
              </p>
            )}
            {refused.length > 0 && (
              <div role="alert" className={`bad ${styles.notes}`}>
                {refused.map((said) => (
                  <p key={said}>{said}</p>
                ))}
              </div>
            )}
          </div>
          <div className={styles.canvas}>
            <iframe
              key={own.canvas}
              ref={frame}
              title={own.canvas}
              className={styles.frame}
              data-panel
              srcDoc={BLANK_PAGE}
              onLoad={start}
            />
          </div>
        </div>
        {isNarrow && blocks}
        {canvas ? (
          <SettingsPanel canvas={canvas} chooseImage={setTarget} />
        ) : (
          <div className={styles.settings} />
        )}
      </main>
      <ChooseImage
        isOpen={target !== null}
        close={() => setTarget(null)}
        choose={(image) => target !== null && putImage(store, image, { kind: 'instead', key: target })}
      />
      {trial && isPreviewing && <PreviewMail trial={trial} close={() => setPreviewing(false)} />}
    </div>
  );
}

/** F6 goes round blocks, canvas and settings. */
function toNextPanel(work: HTMLElement | null): void {
  const panels = [...(work?.querySelectorAll<HTMLElement>('[data-panel]') ?? [])];
  const at = panels.findIndex((one) => one.contains(document.activeElement));
  panels[(at + 1) % panels.length]?.focus();
}

function Tools({ canvas }: { canvas: Canvas }) {
  const { editor: texts } = useTexts();
  const { store, frame } = canvas;
  const { canUndo, canRedo } = useDesign(store);
  const [device, setDevice] = useState<Device>('desktop');
  const [isDark, setDark] = useState(false);
  const show = (next: Device): void => {
    setDevice(next);
    frame.style.maxWidth = DEVICES[next];
  };
  return (
    <Group gap="xs">
      <ActionIcon
        variant="subtle"
        c="var(--ink)"
        {...UNDOES}
        disabled={!canUndo}
        aria-label={texts.undo}
        onClick={store.undo}
      >
        <UndoIcon />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        c="var(--ink)"
        disabled={!canRedo}
        aria-label={texts.redo}
        onClick={store.redo}
      >
        <RedoIcon />
      </ActionIcon>
      <SegmentedControl
        aria-label={texts.width}
        data={(Object.keys(DEVICES) as Device[]).map((value) => ({ value, label: texts.devices[value] }))}
        value={device}
        onChange={show}
      />
      <SegmentedControl
        aria-label={texts.scheme}
        data={[
          { value: 'light', label: texts.schemes.light },
          { value: 'dark', label: texts.schemes.dark },
        ]}
        value={isDark ? 'dark' : 'light'}
        onChange={(next) => {
          setDark(next === 'dark');
          canvas.showDark(next === 'dark');
        }}
      />
    </Group>
  );
}

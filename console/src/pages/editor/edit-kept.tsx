import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Template } from '../../../../client/src/index.ts';
import { OfferedDraftNote } from '../../app/offered-draft.tsx';
import type { Saves } from '../../app/use-saves.ts';
import { type BrandLook, NO_BRAND } from '../../data/brand-look.ts';
import { brand, templates } from '../../data/lists.ts';
import { problemOf } from '../../data/problems.ts';
import { useTexts } from '../../texts/texts.ts';
import { ChangedElsewhere } from '../campaigns/changed-elsewhere.tsx';
import type { MailTrial } from '../campaigns/mail-trial.ts';
import { DesignEditor } from './design-editor.tsx';
import { EditorMessage } from './editor-message.tsx';
import { firstDesign, type MailContent } from './first-design.ts';

interface EditKeptProps {
  readonly title: string;
  readonly back: string;
  readonly saves: Pick<
    Saves<object>,
    'state' | 'error' | 'offer' | 'flush' | 'loads' | 'isReady' | 'loadTheirs' | 'keepMine'
  >;
  readonly content: MailContent;
  readonly change: (template_json: string) => void;
  readonly isManual?: boolean;
  readonly trial?: MailTrial;
}

export function EditKept(edited: EditKeptProps) {
  const [list, own] = [useQuery(templates), useQuery(brand)];
  if (list.data && !own.isPending)
    return <Edit {...edited} builtIn={list.data} brandLook={own.data ?? NO_BRAND} />;
  return <EditorMessage error={list.error} retry={() => void list.refetch()} back={edited.back} />;
}

function Edit({
  title,
  back,
  saves,
  content,
  change,
  isManual = false,
  trial,
  builtIn,
  brandLook,
}: EditKeptProps & { builtIn: readonly Template[]; brandLook: BrandLook }) {
  const texts = useTexts();
  const { state, error, offer, flush, loads, isReady, loadTheirs, keepMine } = saves;
  // The editor keeps its own design, and restarts only when the stored design replaces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke changes the content, and an open design keeps its brand.
  const design = useMemo(() => firstDesign(content, builtIn, brandLook), [loads, builtIn]);
  if (!design)
    return <EditorMessage title={texts.editor.unreadTitle} hint={texts.editor.unreadHint} back={back} />;
  const isBroken = state === 'failed' || state === 'conflict';
  return (
    <DesignEditor
      title={title}
      design={design}
      trial={trial}
      change={change}
      state={<span className={isBroken ? 'bad' : 'soft'}>{texts.campaignsPage.compose.saves[state]}</span>}
      notes={
        state === 'conflict' ? (
          <ChangedElsewhere
            loadTheirs={loadTheirs}
            keepMine={keepMine}
            warning={isReady ? texts.campaignsPage.compose.elsewhere.scheduled : null}
          />
        ) : state === 'failed' ? (
          <p role="alert" className="bad">
            {problemOf(error, texts)}
          </p>
        ) : offer ? (
          <OfferedDraftNote offer={offer} />
        ) : null
      }
      leaving={isManual ? texts.editor.saveAndLeave : texts.editor.done}
      leave={() => {
        void flush().then((isSaved) => isSaved && location.assign(back));
      }}
    />
  );
}

import { type ReactNode, useState } from 'react';
import { AskFirst } from '../../app/ask-first.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { MailDraft } from './section.tsx';

export interface Replacement {
  /** Runs `next` at once if the person has written no content yet; otherwise asks first. */
  readonly replace: (next: () => void) => void;
  readonly question: ReactNode;
}

/** Asks before other content takes the place of a design or of HTML. */
export function useReplace({ template_json, template_html }: MailDraft): Replacement {
  const { replacing } = useTexts().campaignsPage.compose;
  const [next, setNext] = useState<(() => void) | null>(null);
  const isDesign = template_json !== null;
  const isMade = isDesign || (template_html ?? '').trim() !== '';
  const close = (): void => setNext(null);
  return {
    replace: (run) => (isMade ? setNext(() => run) : run()),
    question: next && (
      <AskFirst
        title={isDesign ? replacing.design : replacing.html}
        hint={replacing.hint}
        yes={replacing.yes}
        no={replacing.no}
        run={() => {
          close();
          next();
        }}
        close={close}
      />
    ),
  };
}

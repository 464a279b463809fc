import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { AskFirst } from '../../app/ask-first.tsx';
import { notifications } from '../../app/notes.tsx';
import { offerUndo } from '../../app/undo.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { MailDraft } from './section.tsx';

/** A template, HTML or a design. */
export type AuthoredContent = Pick<MailDraft, 'template_id' | 'template_html' | 'template_json'>;

const isSame = (one: AuthoredContent, other: AuthoredContent): boolean =>
  one.template_id === other.template_id &&
  one.template_html === other.template_html &&
  one.template_json === other.template_json;

export interface Replacement {
  /** Runs `next` at once if the person has written no content yet; otherwise asks first. */
  readonly replace: (next: () => void) => void;
  /** Puts other content into the email, as `replace` does, and offers to undo it until the content changes again. */
  readonly use: (content: AuthoredContent) => void;
  readonly question: ReactNode;
}

/** Asks before other content takes the place of a design or of HTML. `put`: the content of the email becomes this one. */
export function useReplace(draft: MailDraft, put: (content: AuthoredContent) => void): Replacement {
  const texts = useTexts();
  const { replacing } = texts.campaignsPage.compose;
  const { template_id, template_html, template_json } = draft;
  const content: AuthoredContent = { template_id, template_html, template_json };
  const [next, setNext] = useState<(() => void) | null>(null);
  const used = useRef<{ readonly content: AuthoredContent; readonly note: string } | null>(null);
  const endUndo = useCallback((): void => {
    if (used.current) notifications.hide(used.current.note);
    used.current = null;
  }, []);
  const latest = useRef({ content, put });
  latest.current = { content, put };
  useEffect(() => {
    if (used.current && !isSame(used.current.content, { template_id, template_html, template_json }))
      endUndo();
  }, [endUndo, template_id, template_html, template_json]);
  // On another page there is no email to change.
  useEffect(() => endUndo, [endUndo]);
  const isDesign = template_json !== null;
  const isMade = isDesign || (template_html ?? '').trim() !== '';
  const close = (): void => setNext(null);
  const replace = (run: () => void): void => (isMade ? setNext(() => run) : run());
  return {
    replace,
    use: (chosen) =>
      replace(() => {
        const before = latest.current.content;
        endUndo();
        // Each use has its own time to be undone.
        const note = crypto.randomUUID();
        used.current = { content: chosen, note };
        latest.current.put(chosen);
        offerUndo({
          id: note,
          said: replacing.used,
          texts,
          takeBack: () => {
            latest.current.put(before);
            notifications.hide(note);
            notifications.show({ message: texts.undone });
          },
        });
      }),
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

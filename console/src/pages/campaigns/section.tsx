import { type ReactNode, useId } from 'react';
import type { MailPart } from '../../data/check-places.ts';
import type { Draft } from './draft.ts';
import type { Autosave } from './use-autosave.ts';

export interface SectionProps {
  readonly utr: string;
  readonly autosave: Autosave;
  readonly problems: Readonly<Record<string, string>>;
}

export type MailDraft = Pick<
  Draft,
  'sender_id' | 'subject' | 'preheader' | 'template_id' | 'template_html' | 'template_json'
>;

export interface MailSectionProps {
  readonly autosave: {
    readonly draft: MailDraft;
    readonly change: (fields: Partial<MailDraft>) => void;
    readonly warnings: readonly string[];
  };
  readonly problems: SectionProps['problems'];
}

const partId = (part: MailPart): string => `mail-${part}`;

/** Shows a section of the page, which gets the focus. */
export function showPart(part: MailPart): void {
  const heading = document.getElementById(partId(part));
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'center' });
}

interface MailSection {
  readonly title: string;
  /** Findings of a check lead to it. */
  readonly part?: MailPart;
  readonly children: ReactNode;
}

export function Section({ title, part, children }: MailSection) {
  const own = useId();
  const id = part ? partId(part) : own;
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

import { type ReactNode, useId } from 'react';
import type { Draft } from './draft.ts';
import type { Autosave } from './use-autosave.ts';

/** What each section of a campaign that is written gets. */
export interface SectionProps {
  readonly utr: string;
  readonly autosave: Autosave;
  /** What the service refused, by field. */
  readonly problems: Readonly<Record<string, string>>;
}

/** What a person writes of any mail, of a campaign or of an automation. */
export type MailDraft = Pick<
  Draft,
  'sender_id' | 'subject' | 'preheader' | 'template_id' | 'template_html' | 'template_json'
>;

/** What each section of a mail that is written gets. */
export interface MailSectionProps {
  readonly autosave: {
    readonly draft: MailDraft;
    readonly change: (fields: Partial<MailDraft>) => void;
    readonly warnings: readonly string[];
  };
  readonly problems: SectionProps['problems'];
}

/** A part of the page with a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

import { type ReactNode, useId } from 'react';
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

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

import { type ReactNode, useId } from 'react';
import type { Autosave } from './use-autosave.ts';

/** What each section of a campaign that is written gets. */
export interface SectionProps {
  readonly utr: string;
  readonly autosave: Autosave;
  /** What the service refused, by field. */
  readonly problems: Readonly<Record<string, string>>;
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

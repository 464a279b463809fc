import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Mailing } from '../../data/mailing.ts';
import type { Choice } from './people-choices.ts';

interface Linked {
  readonly mailing: Mailing;
  readonly show: Choice;
  /** Why mails were refused: one of the classes of replies. */
  readonly reason?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Leads to the people of a campaign, or of an email of an automation, of whom something is true. */
export function PeopleLink({ mailing, show, reason, className, children }: Linked) {
  const search = { show, ...(reason !== undefined && { reason }) };
  const style = className === undefined ? {} : { className };
  if (mailing.kind === 'campaign')
    return (
      <Link to="/campaigns/$utr/people" params={{ utr: mailing.utr }} search={search} {...style}>
        {children}
      </Link>
    );
  return (
    <Link
      to="/automations/$utr/emails/$email/people"
      params={{ utr: mailing.automation, email: mailing.utr }}
      search={search}
      {...style}
    >
      {children}
    </Link>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Mailing } from '../../data/mailing.ts';
import type { PeopleChoice } from './people-choices.ts';

interface PeopleLinkProps {
  readonly mailing: Mailing;
  readonly show: PeopleChoice;
  /** The reason of refusals: one of the classes of replies. */
  readonly reason?: string;
  /** The address of a link that was clicked. */
  readonly link?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function PeopleLink({ mailing, show, reason, link, className, children }: PeopleLinkProps) {
  const search = { show, ...(reason !== undefined && { reason }), ...(link !== undefined && { link }) };
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

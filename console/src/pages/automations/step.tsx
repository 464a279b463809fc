import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../app/formats.ts';
import { LinkButton } from '../../app/link-button.tsx';
import type { Automation, Email, EmailProgress } from '../../data/automations.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Choice } from '../campaigns/people-choices.ts';
import { PeopleLink } from '../campaigns/people-link.tsx';
import { ChangeWait } from './change-wait.tsx';
import styles from './series.module.css';

interface Stepped {
  readonly automation: Automation;
  readonly email: Email;
  /** 1 is the first email. */
  readonly place: number;
  /** Absent for a moment after the email was added. */
  readonly progress: EmailProgress | undefined;
  readonly remove: () => void;
}

/** A wait and the email after it, with how many people wait for it and what became of it. */
export function Step({ automation, email, place, progress, remove }: Stepped) {
  const texts = useTexts();
  const { series } = texts.automationsPage;
  const { number } = useFormats();
  const [isChanging, changing] = useDisclosure();
  const { utr, subject, waiting_type, waiting_period } = email;
  const wait =
    waiting_type === 'instantly' ? series.wait.instantly : series.wait[waiting_type](waiting_period);
  const hold = progress?.hold_reason ?? null;
  const { holds, pauses } = texts.campaignsPage;
  const held = hold === null ? undefined : (holds[hold] ?? pauses[hold]);
  const figures: readonly (readonly [name: string, value: number, show: Choice])[] = progress
    ? [
        [series.sent, progress.triggered, 'all'],
        [series.delivered, progress.delivered, 'accepted'],
        [series.opened, progress.unique_opens, 'opened'],
        [series.clicked, progress.unique_clicks, 'clicked'],
        [series.bounced, progress.bounces, 'bounced'],
        [series.unsubscribed, progress.unsubscribes, 'unsubscribed'],
      ]
    : [];
  const to = { utr: automation.utr, email: utr };
  const mailing = { kind: 'email', utr, automation: automation.utr } as const;
  return (
    <>
      <li className={styles.wait}>
        <Button
          variant="default"
          size="compact-md"
          aria-label={series.changeWait(wait, subject)}
          onClick={changing.open}
        >
          {wait}
        </Button>
        <span className="soft" data-waiting={progress?.waiting ?? 0}>
          {series.waiting(progress?.waiting ?? 0)}
        </span>
        {isChanging && <ChangeWait email={email} close={changing.close} />}
      </li>
      <li className={styles.node}>
        <div className={styles.head}>
          <div className={styles.subject}>
            <span className="soft">{series.email(place)}</span>
            <Link to="/automations/$utr/emails/$email" params={to}>
              {subject}
            </Link>
          </div>
          <Group gap="xs">
            <LinkButton
              to="/automations/$utr/emails/$email/report"
              params={to}
              variant="default"
              size="compact-md"
              aria-label={`${series.report}: ${subject}`}
            >
              {series.report}
            </LinkButton>
            <LinkButton
              to="/automations/$utr/emails/$email"
              params={to}
              variant="default"
              size="compact-md"
              aria-label={`${series.edit}: ${subject}`}
            >
              {series.edit}
            </LinkButton>
            <Button
              variant="default"
              size="compact-md"
              aria-label={`${texts.remove}: ${subject}`}
              onClick={remove}
            >
              {texts.remove}
            </Button>
          </Group>
        </div>
        {held && (
          <div className={styles.held}>
            <strong>{held[0]}</strong>
            <div>{held[1]}</div>
            {progress?.hold_detail && <div>{progress.hold_detail}</div>}
          </div>
        )}
        <ul className={styles.figures}>
          {figures.map(([name, value, show]) => (
            <li key={name}>
              <PeopleLink mailing={mailing} show={show} className={styles.figure}>
                <span className="soft">{name}</span>
                <strong>{number(value)}</strong>
              </PeopleLink>
            </li>
          ))}
        </ul>
      </li>
    </>
  );
}

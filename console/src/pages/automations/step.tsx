import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../app/formats.ts';
import { LinkButton } from '../../app/link-button.tsx';
import type { Automation, Email, EmailProgress } from '../../data/automations.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { serverWords } from '../../data/own-failures.ts';
import { useTexts } from '../../texts/texts.ts';
import type { PeopleChoice } from '../campaigns/people-choices.ts';
import { PeopleLink } from '../campaigns/people-link.tsx';
import { ChangeWait } from './change-wait.tsx';
import styles from './series.module.css';

const LOOK = { variant: 'default', size: 'compact-md' } as const;

interface StepProps {
  readonly automation: Automation;
  readonly email: Email;
  /** 1 is the first email. */
  readonly place: number;
  /** Absent for a moment after the email was added. */
  readonly progress: EmailProgress | undefined;
  readonly remove: () => void;
}

/** A wait and the email after it, with the number of waiting people and the results of the email. */
export function Step({ automation, email, place, progress, remove }: StepProps) {
  const { series } = useTexts().automationsPage;
  const subject = useSubjectWords()(email.subject);
  const to = { utr: automation.utr, email: email.utr };
  return (
    <>
      <Wait email={email} waiting={progress?.waiting ?? 0} />
      <li className={styles.node}>
        <div className={styles.head}>
          <div className={styles.subject}>
            <span className="soft">{series.email(place)}</span>
            <Link to="/automations/$utr/emails/$email" params={to}>
              {subject}
            </Link>
          </div>
          <Actions to={to} subject={subject} remove={remove} />
        </div>
        {progress && <Held progress={progress} />}
        <ul className={styles.figures}>{progress && <Figures to={to} progress={progress} />}</ul>
      </li>
    </>
  );
}

function Wait({ email, waiting }: { email: Email; waiting: number }) {
  const { series } = useTexts().automationsPage;
  const [isChanging, changing] = useDisclosure();
  const { waiting_type, waiting_period } = email;
  const subject = useSubjectWords()(email.subject);
  const wait =
    waiting_type === 'instantly' ? series.wait.instantly : series.wait[waiting_type](waiting_period);
  return (
    <li className={styles.wait}>
      <Button {...LOOK} aria-label={series.changeWait(wait, subject)} onClick={changing.open}>
        {wait}
      </Button>
      <span className="soft" data-waiting={waiting}>
        {series.waiting(waiting)}
      </span>
      {isChanging && <ChangeWait email={email} close={changing.close} />}
    </li>
  );
}

interface EmailPlace {
  readonly utr: string;
  readonly email: string;
}

function Actions({ to, subject, remove }: { to: EmailPlace; subject: string; remove: () => void }) {
  const texts = useTexts();
  const { series } = texts.automationsPage;
  return (
    <Group gap="xs">
      <LinkButton
        to="/automations/$utr/emails/$email/report"
        params={to}
        {...LOOK}
        aria-label={`${series.report}: ${subject}`}
      >
        {series.report}
      </LinkButton>
      <LinkButton
        to="/automations/$utr/emails/$email"
        params={to}
        {...LOOK}
        aria-label={`${series.edit}: ${subject}`}
      >
        {series.edit}
      </LinkButton>
      <Button {...LOOK} aria-label={`${texts.remove}: ${subject}`} onClick={remove}>
        {texts.remove}
      </Button>
    </Group>
  );
}

function Held({ progress: { hold_reason: hold, trouble } }: { progress: EmailProgress }) {
  const texts = useTexts();
  const { holds, pauses, progress } = texts.campaignsPage;
  const held = hold === null ? undefined : (holds[hold] ?? pauses[hold]);
  const ofServer = trouble.find(({ scope }) => scope === 'server');
  if (!held)
    return ofServer ? (
      <div className={styles.held}>{progress.trouble(serverWords(ofServer.reply, texts))}</div>
    ) : null;
  return (
    <div className={styles.held}>
      <strong>{held[0]}</strong>
      <div>{held[1]}</div>
    </div>
  );
}

function Figures({ to: { utr, email }, progress }: { to: EmailPlace; progress: EmailProgress }) {
  const { series } = useTexts().automationsPage;
  const { number } = useFormats();
  const figures: readonly (readonly [name: string, value: number, show: PeopleChoice])[] = [
    [series.sent, progress.triggered, 'all'],
    [series.delivered, progress.delivered, 'accepted'],
    [series.opened, progress.unique_opens, 'opened'],
    [series.clicked, progress.unique_clicks, 'clicked'],
    [series.bounced, progress.bounces, 'bounced'],
    [series.unsubscribed, progress.unsubscribes, 'unsubscribed'],
  ];
  const mailing = { kind: 'email', utr: email, automation: utr } as const;
  return figures.map(([name, value, show]) => (
    <li key={name}>
      <PeopleLink mailing={mailing} show={show} className={styles.figure}>
        <span className="soft">{name}</span>
        <strong>{number(value)}</strong>
      </PeopleLink>
    </li>
  ));
}

import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { AutomationWay } from '../../../../client/src/index.ts';
import { type Formats, useFormats } from '../../app/formats.ts';
import { LinkButton } from '../../app/link-button.tsx';
import { Page } from '../../app/page.tsx';
import { wayQuery } from '../../data/automations.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { type Texts, useTexts } from '../../texts/texts.ts';
import { deliveryStateOf } from '../campaigns/people-list.tsx';
import { NotThere } from './not-there.tsx';
import styles from './series.module.css';

type PersonStep = AutomationWay['emails'][number];

/** One person's progress in an automation: each email with its result, and the next one. */
export function PersonPage() {
  const { utr } = useParams({ from: '/automations/$utr/person' });
  const { email: address = '' } = useSearch({ from: '/automations/$utr/person' });
  const texts = useTexts();
  const { automationsPage } = texts;
  const { person } = automationsPage;
  const formats = useFormats();
  const subjectWords = useSubjectWords();
  const found = useQuery(wayQuery(utr, address));
  if (!found.data)
    return (
      <NotThere
        error={found.error}
        retry={() => void found.refetch()}
        lost={person.lost}
        hint={person.lostHint}
      />
    );
  const { email, contact_id, state, reason, entered_at, ended_at, emails } = found.data;
  const end = reason === null ? null : reasonOf(reason, texts);
  return (
    <Page
      title={person.of(email)}
      actions={
        contact_id !== null && (
          <LinkButton to="/contacts/$id" params={{ id: String(contact_id) }} variant="default">
            {person.toContact}
          </LinkButton>
        )
      }
    >
      <p>
        <Link to="/automations/$utr" params={{ utr }}>
          {automationsPage.toSeries}
        </Link>
      </p>
      <div className="card">
        <ol className={styles.series} aria-label={person.of(email)}>
          <li className={styles.node}>
            <strong>{person.started(formats.dateTime(entered_at))}</strong>
          </li>
          {emails.map((step, at) => (
            <li key={step.id} className={styles.node} data-next={step.is_next === 1}>
              <div className={styles.subject}>
                <span className="soft">{automationsPage.series.email(at + 1)}</span>
                {subjectWords(step.subject)}
              </div>
              {linesOf(step, state, formats, texts).map((line) => (
                <div key={line}>{line}</div>
              ))}
            </li>
          ))}
          {emails.length === 0 && <li className={`${styles.node} soft`}>{person.none}</li>}
          <li className={styles.node} data-open={state === 'waiting'}>
            <strong>{person.states[state]}</strong>
            {end !== null && <div>{end}</div>}
            {ended_at !== null && (
              <div className="soft">
                {person[state === 'done' ? 'doneAt' : 'leftAt'](formats.dateTime(ended_at))}
              </div>
            )}
          </li>
        </ol>
      </div>
    </Page>
  );
}

function reasonOf(reason: NonNullable<AutomationWay['reason']>, { automationsPage }: Texts): string {
  return reason === 'automation_deleted'
    ? automationsPage.person.deleted
    : automationsPage.series.reasons[reason];
}

function linesOf(
  { delivery, is_next, due_at }: PersonStep,
  state: AutomationWay['state'],
  { dateTime }: Formats,
  { automationsPage, campaignsPage }: Texts,
): string[] {
  const { person: texts } = automationsPage;
  const { people } = campaignsPage;
  if (!delivery) {
    if (is_next === 1) return [due_at === null ? texts.underWay : texts.due(dateTime(due_at))];
    return [state === 'waiting' ? texts.after : texts.never];
  }
  const { accepted_at, bounced_at, first_opened_at, opens, clicks, unsubscribed_at, complained_at } =
    delivery;
  const isSettled = delivery.state === 'accepted' || delivery.state === 'bounced';
  return [
    ...(isSettled ? [] : [deliveryStateOf(delivery, people)]),
    ...(accepted_at === null ? [] : [texts.accepted(dateTime(accepted_at))]),
    ...(bounced_at === null ? [] : [texts.bounced(delivery.reply ?? '')]),
    ...(first_opened_at === null ? [] : [texts.opened(dateTime(first_opened_at), opens)]),
    ...(clicks === 0 ? [] : [texts.clicked(clicks)]),
    ...(unsubscribed_at === null ? [] : [texts.unsubscribed(dateTime(unsubscribed_at))]),
    ...(complained_at === null ? [] : [texts.complained(dateTime(complained_at))]),
  ];
}

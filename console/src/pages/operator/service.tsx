import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../app/formats.ts';
import { type ServiceOverview, serviceOverview } from '../../data/operator.ts';
import { useTexts } from '../../texts/texts.ts';
import { FailedJobs } from './failed-jobs.tsx';
import { FigureTable } from './figure-table.tsx';
import styles from './operator.module.css';
import { OperatorOnly, OperatorPage, OperatorWaiting } from './operator-page.tsx';
import { State } from './state.tsx';

/** Seconds without a heartbeat before a worker counts as gone; it sends one every five. */
const SILENT_S = 15;

export const ServicePage = () => (
  <OperatorOnly>
    <Service />
  </OperatorOnly>
);

function Service() {
  const { operatorPage } = useTexts();
  const overview = useQuery(serviceOverview);
  return (
    <OperatorPage title={operatorPage.title}>
      <OperatorWaiting read={overview} rows={12} />
      {overview.data && (
        <>
          <Stopped of={overview.data} />
          <Workers of={overview.data} />
          <FailedJobs />
          <OldestDue of={overview.data} />
          <Servers of={overview.data} />
          <SpamFilter of={overview.data} />
        </>
      )}
    </OperatorPage>
  );
}

function Stopped({ of: { sending_stopped_at } }: { of: ServiceOverview }) {
  const { operatorPage } = useTexts();
  const { dateTime } = useFormats();
  return sending_stopped_at === null ? null : (
    <p role="alert">{operatorPage.stopped(dateTime(sending_stopped_at))}</p>
  );
}

function Workers({ of: { workers } }: { of: ServiceOverview }) {
  const { operatorPage } = useTexts();
  const { number } = useFormats();
  const { worker } = operatorPage;
  return (
    <section className="card" aria-labelledby="workers">
      <h2 id="workers">{operatorPage.workers}</h2>
      <p className="soft">{operatorPage.workersHint}</p>
      {workers.length === 0 && <p role="alert">{operatorPage.noWorkers}</p>}
      {workers.length > 0 && (
        <FigureTable
          label={operatorPage.workers}
          columns={[worker.name, worker.state, worker.rate, worker.underWay, worker.lanes]}
          numbers={[worker.rate, worker.underWay, worker.lanes]}
          rows={workers.map(({ id, silent_for, rate, in_flight, slices }) => ({
            id,
            cells: [
              <code key="id">{id.slice(0, 8)}</code>,
              <State key="state" isGood={silent_for < SILENT_S}>
                {silent_for < SILENT_S ? operatorPage.alive : operatorPage.silent(silent_for)}
              </State>,
              number(rate ?? 0),
              number(in_flight ?? 0),
              number(slices),
            ],
          }))}
        />
      )}
    </section>
  );
}

function OldestDue({ of: { oldest_due } }: { of: ServiceOverview }) {
  const { operatorPage } = useTexts();
  return (
    <section className="card" aria-labelledby="oldest-due">
      <h2 id="oldest-due">{operatorPage.due}</h2>
      <p className="soft">{operatorPage.dueHint}</p>
      <dl className={styles.facts}>
        {oldest_due.map(({ kind, seconds }) => (
          <div key={kind}>
            <dt>{operatorPage.kinds[kind] ?? kind}</dt>
            <dd>{seconds === 0 ? operatorPage.nothingDue : operatorPage.seconds(seconds)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SpamFilter({ of: { spam_filter } }: { of: ServiceOverview }) {
  const { operatorPage } = useTexts();
  const { states, troubles } = operatorPage.spamFilter;
  const isGood = spam_filter === 'works';
  return (
    <section className="card" aria-labelledby="spam-filter">
      <h2 id="spam-filter">{operatorPage.spamFilter.title}</h2>
      <p className="soft">{operatorPage.spamFilter.hint}</p>
      <State isGood={isGood}>
        {isGood ? states.works : spam_filter === 'off' ? states.off : states.fails}
      </State>
      {spam_filter !== 'works' && <p>{troubles[spam_filter]}</p>}
    </section>
  );
}

function Servers({ of: { servers, domains, is_pace_known } }: { of: ServiceOverview }) {
  const { operatorPage } = useTexts();
  const { number } = useFormats();
  const { server, domain } = operatorPage;
  return (
    <>
      <section className="card" aria-labelledby="servers">
        <h2 id="servers">{operatorPage.servers}</h2>
        <p className="soft">{operatorPage.serversHint}</p>
        {servers.length === 0 && <p>{is_pace_known ? operatorPage.noServers : operatorPage.paceUnknown}</p>}
        {servers.length > 0 && (
          <FigureTable
            label={operatorPage.servers}
            columns={[server.name, server.state, server.rate, server.underWay, server.usual]}
            numbers={[server.rate, server.underWay, server.usual]}
            rows={servers.map(({ name, health, trouble, rate, in_flight, usual_ms }) => ({
              id: name,
              cells: [
                name,
                <div key="state">
                  <State isGood={health === 'well'}>{operatorPage.health[health]}</State>
                  {trouble !== null && <div className="soft">{trouble}</div>}
                </div>,
                number(rate),
                number(in_flight),
                `${number(usual_ms)}\u00a0ms`,
              ],
            }))}
          />
        )}
      </section>
      {domains.length > 0 && (
        <section className="card" aria-labelledby="domains">
          <h2 id="domains">{operatorPage.domains}</h2>
          <FigureTable
            label={operatorPage.domains}
            columns={[domain.name, domain.state, domain.mails, domain.underWay, domain.waiting]}
            numbers={[domain.mails, domain.underWay, domain.waiting]}
            rows={domains.map(({ name, state, mails, used, allowed, waiting }) => ({
              id: name,
              cells: [
                name,
                <State key="state" isGood={state === 'usual'}>
                  {operatorPage.paces[state]}
                </State>,
                number(mails),
                `${number(used)} / ${number(allowed)}`,
                number(waiting),
              ],
            }))}
          />
        </section>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedContactType } from '../../../../client/src/index.ts';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { UseList } from '../../app/use-list.tsx';
import { audienceUses } from '../../data/audience-uses.ts';
import { MOST_CAMPAIGNS } from '../../data/campaigns.ts';
import { api } from '../../data/client.ts';
import { type ContactSearch, findInputOf } from '../../data/contact-search.ts';
import { useSession } from '../../data/session.ts';
import { daysQuery, growthOf, lastDays } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';
import { GrowthPlot } from '../reports/growth.tsx';
import { useAudienceUses } from './use-audience-uses.tsx';

/** Twelve weeks. */
const DAYS = 84;
const ADDED: ContactSearch = {
  where: [{ field: 'created_at', operator: 'is within', operands: [String(DAYS)] }],
};

/** The growth of an audience, the sources of its contacts, and the records that use it. */
export function AudienceAbout({ audience }: { audience: ListedContactType }) {
  return (
    <>
      <AudienceGrowth id={audience.id} />
      <Sources id={audience.id} />
      <Uses id={audience.id} />
    </>
  );
}

function AudienceGrowth({ id }: { id: number }) {
  const { reportsPage, audiencePage } = useTexts();
  const { timezone } = useSession();
  const found = useQuery(daysQuery(lastDays(DAYS, timezone), id));
  const added = useQuery({
    queryKey: ['contacts', 'added', id],
    queryFn: ({ signal }) =>
      api.contactFind({ ...findInputOf({ ...ADDED, audience: id }), limit: 1 }, { signal }),
  });
  const lines = found.data?.statistics;
  const isStill = lines?.every(({ contact_types: types }) => types.length === 0);
  return (
    <section className="card" aria-labelledby="growth">
      <h2 id="growth">{reportsPage.growth}</h2>
      {found.isPending && <Waiting rows={1} height={300} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {lines && (
        <p className="soft">{isStill ? audiencePage.noGrowth : audiencePage.growth(growthOf(lines))}</p>
      )}
      {added.data && added.data.count !== null && added.data.count > 0 && (
        <p>
          <Link to="/contacts/audiences/$id" params={{ id: String(id) }} search={ADDED}>
            {audiencePage.added(added.data.count, added.data.at_least)}
          </Link>
        </p>
      )}
      {lines && !isStill && <GrowthPlot lines={lines} />}
    </section>
  );
}

/** Files of an audience that are listed. */
const SHOWN = 20;

function Sources({ id }: { id: number }) {
  const { audiencePage, importsPage, importSteps } = useTexts();
  const { dateTime } = useFormats();
  const found = useQuery(audienceUses(id));
  const files = found.data?.imports.slice(0, SHOWN);
  return (
    <section className="card" aria-labelledby="sources">
      <h2 id="sources">{audiencePage.sources}</h2>
      {found.isPending && <Waiting rows={2} height={64} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {files?.length === 0 && <p className="soft">{audiencePage.noSources}</p>}
      {files && files.length > 0 && (
        <ul className={rows.rows}>
          {files.map((one) => (
            <li key={one.id}>
              <div>
                <Link to="/contacts/imports/$id" params={{ id: String(one.id) }}>
                  {one.file_name}
                </Link>
                <div className="soft">{dateTime(one.created_at)}</div>
              </div>
              <div>
                {one.undo?.state === 'completed'
                  ? importSteps.undone
                  : one.state === 'completed'
                    ? audiencePage.fromFile(one.rows_added)
                    : importsPage.states[one.state]}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Uses({ id }: { id: number }) {
  const { audiencePage } = useTexts();
  const usesOf = useAudienceUses();
  const found = useQuery(audienceUses(id));
  const uses = found.data && usesOf(found.data);
  return (
    <section className="card" aria-labelledby="uses">
      <h2 id="uses">{audiencePage.uses}</h2>
      {found.isPending && <Waiting rows={3} height={64} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {uses?.length === 0 && !found.data?.isCut && <p className="soft">{audiencePage.noUses}</p>}
      {uses && uses.length > 0 && <UseList uses={uses} hasEffects={false} />}
      {found.data?.isCut && <p className="soft">{audiencePage.onlyNewest(MOST_CAMPAIGNS)}</p>}
    </section>
  );
}

import { Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useListAddress } from '../../app/list-address.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import rows from '../../app/rows.module.css';
import { SearchField } from '../../app/search-field.tsx';
import { api } from '../../data/client.ts';
import { refreshedSegments } from '../../data/lists.ts';
import { usePages } from '../../data/pages.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { AddPerson } from './add-person.tsx';
import { type Members, rereadOf } from './reread.ts';

/** Reads the people again when some were found or left while the segment is updated, and at its end. */
function useReread(segment: number, members: Members | undefined, pages = 0): void {
  const seen = useRef<Members>(undefined);
  const [count, isRefreshing] = [members?.count, members?.isRefreshing];
  useEffect(() => {
    const how = rereadOf(seen.current, members, pages);
    seen.current = members;
    if (how) void queries.invalidateQueries({ queryKey: ['segment-people', segment] }, how);
  }, [segment, count, isRefreshing]);
}

/** A removed person stays excluded, whatever the rule says. */
export function People({ segment }: { segment: number }) {
  const { segmentsPage } = useTexts();
  const address = useListAddress();
  const { search } = address;
  const [isAdding, { open, close }] = useDisclosure();
  const { remove, isShown } = useRemovals(`segment-people ${segment}`);
  const found = usePages(
    ['segment-people', segment, search],
    (range, options) =>
      api.segmentRecipientList({ segment_id: segment, ...(search !== '' && { search }), ...range }, options),
    address.pages,
  );
  const people = found.data?.pages.flat().filter(isShown);
  const list = useQuery(refreshedSegments);
  const own = list.data?.find(({ id }) => id === segment);
  const isRefreshing = own?.refreshing ?? false;
  useReread(segment, own && { isRefreshing, count: own.segment_emails_count }, found.data?.pages.length);
  return (
    <section className="card" aria-labelledby="people">
      <AddPerson segment={segment} isOpen={isAdding} close={close} />
      <div className="head">
        <h2 id="people">{segmentsPage.people}</h2>
        <Button variant="default" onClick={open}>
          {segmentsPage.addPerson}
        </Button>
      </div>
      <p className="soft">{segmentsPage.peopleHint}</p>
      <Group>
        <SearchField label={segmentsPage.searchPeople} initial={search} search={address.setSearch} />
      </Group>
      {found.isPending && <Waiting rows={4} height={64} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {isRefreshing && (
        <p role="status" className="soft">
          {segmentsPage.refreshing}
        </p>
      )}
      {people?.length === 0 && !isRefreshing && <p>{segmentsPage.noPeople}</p>}
      <ul className={rows.rows}>
        {people?.map(({ id, email, fullname, contact_id }) => (
          <li key={id}>
            <div>
              {email}
              <div className="soft">{fullname}</div>
            </div>
            <Group>
              {contact_id === null && (
                <Badge variant="light" className={rows.open}>
                  {segmentsPage.byHand}
                </Badge>
              )}
              <Button
                variant="default"
                size="compact-md"
                onClick={() =>
                  remove({
                    ids: [id],
                    said: contact_id === null ? segmentsPage.takenOut(email) : segmentsPage.keptOut(email),
                    change: () => api.segmentRecipientDelete({ segment_recipient_id: id }),
                  })
                }
              >
                {contact_id === null ? segmentsPage.takeOut : segmentsPage.keepOut}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <MoreButton pages={found} address={address} />
    </section>
  );
}

import { Badge, Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Segment } from '../../../../client/src/index.ts';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { LinkButton } from '../../app/link-button.tsx';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import { personDraft, segmentDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { contactTypes, refreshedSegments } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';

export function Segments() {
  const texts = useTexts();
  const { segmentsPage } = texts;
  const list = useQuery(refreshedSegments);
  const forget = useForgetDrafts();
  const { remove, isShown } = useRemovals('segments');
  const shown = list.data?.filter(isShown);
  const add = <LinkButton to="/segments/new">{segmentsPage.add}</LinkButton>;
  return (
    <Page title={segmentsPage.title} actions={add}>
      <div className="card">
        {list.isPending && <Waiting rows={4} />}
        {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
        {shown?.length === 0 && <Empty title={segmentsPage.noneTitle} hint={segmentsPage.noneHint} />}
        {shown && shown.length > 0 && (
          <>
            <p className="soft">{segmentsPage.hint}</p>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{segmentsPage.name}</Table.Th>
                  <Table.Th className="wide">{texts.contactsPage.audience}</Table.Th>
                  <Table.Th ta="right" className="wide">
                    {segmentsPage.count}
                  </Table.Th>
                  <Table.Td w={90} />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map((segment) => (
                  <SegmentRow
                    key={segment.id}
                    segment={segment}
                    remove={() =>
                      remove({
                        ids: [segment.id],
                        said: segmentsPage.deleted(segment.segment_name),
                        change: () =>
                          api
                            .segmentDelete({ segment_id: segment.id })
                            .then(() => forget(segmentDraft(segment.id), personDraft(segment.id))),
                      })
                    }
                  />
                ))}
              </Table.Tbody>
            </Table>
          </>
        )}
      </div>
    </Page>
  );
}

function SegmentRow({ segment, remove }: { segment: Segment; remove: () => void }) {
  const texts = useTexts();
  const { segmentsPage } = texts;
  const { number } = useFormats();
  const types = useQuery(contactTypes);
  const { id, segment_name, contact_type_id, segment_emails_count, refreshing, refresh_failed } = segment;
  const audience = types.data?.find((one) => one.id === contact_type_id)?.name;
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/segments/$id" params={{ id: String(id) }}>
          {segment_name}
        </Link>
        <div className="narrow soft">
          {dotted(audience ?? null, texts.contactsPage.audienceCount(segment_emails_count))}
        </div>
        {refreshing && (
          <Badge ml="xs" variant="light" color="gray" c="var(--ink)">
            {segmentsPage.refreshing}
          </Badge>
        )}
        {refresh_failed !== null && (
          <Badge ml="xs" variant="light" color="red" c="var(--bad)">
            {segmentsPage.failed}
          </Badge>
        )}
      </Table.Td>
      <Table.Td className="wide">{audience}</Table.Td>
      <Table.Td ta="right" className="wide">
        {number(segment_emails_count)}
      </Table.Td>
      <Table.Td>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`${texts.remove}: ${segment_name}`}
          onClick={remove}
        >
          {texts.remove}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

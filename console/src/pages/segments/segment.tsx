import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Segment } from '../../../../client/src/index.ts';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { Empty, Page, Unread, UnreadParts, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import { personDraft, segmentDraft, useForgetDrafts, useForgetLost } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { contactTypes, customFields } from '../../data/lists.ts';
import { newCondition, ruleFields, ruleOf } from '../../data/rules.ts';
import { useTexts } from '../../texts/texts.ts';
import { People } from './people.tsx';
import { SegmentForm } from './segment-form.tsx';

export function NewSegment() {
  const { segmentsPage } = useTexts();
  return (
    <Page title={segmentsPage.add} isSticky>
      <Back />
      <Form segment={null} />
    </Page>
  );
}

/** A segment: its rule, the contacts that match it now, and the people in it. */
export function SegmentPage() {
  const { id } = useParams({ from: '/segments/$id' });
  const segment_id = Number(id);
  const texts = useTexts();
  const { segmentsPage } = texts;
  const navigate = useNavigate();
  const segment = useQuery({
    queryKey: ['segment', segment_id],
    queryFn: ({ signal }) => api.segmentDetails({ segment_id }, { signal }),
    // A newer record would take the place of what is typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useForgetLost(segmentDraft(segment_id), segment.error);
  const forget = useForgetDrafts();
  const { remove } = useRemovals('segments');
  const leaveAndRemove = (name: string): void => {
    void navigate({ to: '/segments' });
    remove({
      ids: [segment_id],
      said: segmentsPage.deleted(name),
      change: () =>
        api
          .segmentDelete({ segment_id })
          .then(() => forget(segmentDraft(segment_id), personDraft(segment_id))),
      restored: () => void navigate({ to: '/segments/$id', params: { id } }),
    });
  };
  const name = segment.data?.segment_name;
  return (
    <Page title={name ?? segmentsPage.title} isSticky>
      <Back>
        {name !== undefined && (
          <Group>
            <DownloadButton start={() => download({ path: '/contacts/download', input: { segment_id } })}>
              {texts.contactFiles.segment}
            </DownloadButton>
            <Button variant="default" onClick={() => leaveAndRemove(name)}>
              {texts.remove}
            </Button>
          </Group>
        )}
      </Back>
      {segment.isPending && <Waiting rows={8} />}
      {segment.isError && <Unread error={segment.error} retry={() => void segment.refetch()} />}
      {segment.data && (
        <>
          <Form key={segment.data.updated_at} segment={segment.data} />
          <People segment={segment_id} />
        </>
      )}
    </Page>
  );
}

function Back({ children }: { children?: ReactNode }) {
  const { segmentsPage } = useTexts();
  return (
    <div className="head">
      <Link to="/segments">{segmentsPage.back}</Link>
      {children}
    </div>
  );
}

function Form({ segment }: { segment: Segment | null }) {
  const texts = useTexts();
  const [types, custom] = [useQuery(contactTypes), useQuery(customFields)];
  const parts = [types, custom];
  if (parts.some((one) => one.isError)) return <UnreadParts parts={parts} />;
  if (!types.data || !custom.data) return <Waiting rows={8} />;
  const first = types.data[0];
  if (!first)
    return (
      <Empty title={texts.contactsPage.noneTitle} hint={texts.contactsPage.noneHint}>
        <Link to="/contacts">{texts.homePage.toContacts}</Link>
      </Empty>
    );
  const fields = ruleFields(custom.data);
  const rule = segment
    ? ruleOf(segment, fields)
    : // The same key at each visit: a kept draft is compared with it.
      { audience: first.id, any: false, conditions: [{ ...newCondition(), key: 'first' }] };
  return <SegmentForm segment={segment} before={rule} fields={fields} />;
}

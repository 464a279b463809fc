import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { useFormats } from '../../app/formats.ts';
import { useListAddress } from '../../app/list-address.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { Empty, Unread, Waiting } from '../../app/page.tsx';
import { RecordSection } from '../../app/record-section.tsx';
import { SearchField } from '../../app/search-field.tsx';
import { api } from '../../data/client.ts';
import { unsubscribeGroups } from '../../data/lists.ts';
import { usePages } from '../../data/pages.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { AddOptOuts } from './add-opt-outs.tsx';
import { SettingsPage } from './settings-page.tsx';

/** The people who unsubscribed from one subscription type. */
export function GroupPage() {
  const { id } = useParams({ from: '/settings/types/$id' });
  const { groupMembers } = useTexts();
  const list = useQuery(unsubscribeGroups);
  const group = list.data?.find((one) => String(one.id) === id);
  return (
    <SettingsPage>
      <p>
        <Link to="/settings">{groupMembers.back}</Link>
      </p>
      {list.isPending && <Waiting rows={4} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      {list.data && !group && <Empty title={groupMembers.lost} hint={groupMembers.lostHint} />}
      {group && <Members id={group.id} name={group.group_name} />}
    </SettingsPage>
  );
}

function Members({ id, name }: { id: number; name: string }) {
  const texts = useTexts();
  const { groupMembers, optOuts } = texts;
  const { date } = useFormats();
  const address = useListAddress();
  const { search } = address;
  const found = usePages(
    ['group-members', id, search],
    (range, options) =>
      api.groupRecipientList({ groupId: id, ...(search !== '' && { search }), ...range }, options),
    address.pages,
  );
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['group-members', id] });
    await queries.invalidateQueries({ queryKey: unsubscribeGroups.queryKey });
  };
  const add = async (email_address: string): Promise<void> => {
    await api.groupRecipientAdd(
      { unsubscribe_groups_id: id, email_address },
      { idempotencyKey: crypto.randomUUID() },
    );
    await refresh();
  };
  return (
    <RecordSection
      id="members"
      title={groupMembers.title(name)}
      hint={groupMembers.hint}
      none={search === '' ? groupMembers.none : optOuts.notFound}
      tools={
        <Group>
          <SearchField label={groupMembers.search} initial={search} search={address.setSearch} />
          <DownloadButton
            start={() =>
              download({ path: '/unsubscribes-groups/recipients-download', input: { groupId: id } })
            }
          >
            {optOuts.download}
          </DownloadButton>
        </Group>
      }
      read={{ data: found.data?.pages.flat(), error: found.error, refetch: found.refetch }}
      rowOf={({ email_address, created_at }) => ({ name: email_address, detail: date(created_at) })}
      removal={({ id: entry, email_address }) => ({
        label: texts.contactsPage.join,
        said: groupMembers.joined(email_address),
        change: () => api.groupRecipientDelete({ id: entry }),
      })}
      many={{
        label: texts.contactsPage.join,
        said: optOuts.unsubscribersDeleted,
        change: (strIds) => api.groupRecipientBulkDelete({ strIds }),
      }}
    >
      <MoreButton pages={found} address={address} />
      <AddOptOuts of={id} add={add} />
    </RecordSection>
  );
}

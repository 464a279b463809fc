import { Group } from '@mantine/core';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { useFormats } from '../../app/formats.ts';
import { useListAddress } from '../../app/list-address.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { RecordSection } from '../../app/record-section.tsx';
import { SearchField } from '../../app/search-field.tsx';
import { api } from '../../data/client.ts';
import { usePages } from '../../data/pages.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { AddOptOuts } from './add-opt-outs.tsx';

export function Unsubscribers() {
  const texts = useTexts();
  const { optOuts } = texts;
  const { date } = useFormats();
  const address = useListAddress('unsubscribers');
  const { search } = address;
  const found = usePages(
    ['unsubscribers', search],
    (range, options) => api.globalUnsubscribeList({ ...(search !== '' && { search }), ...range }, options),
    address.pages,
  );
  const add = async (email_address: string): Promise<void> => {
    await api.globalUnsubscribeSave({ email_address }, { idempotencyKey: crypto.randomUUID() });
    await queries.invalidateQueries({ queryKey: ['unsubscribers'] });
  };
  return (
    <RecordSection
      id="unsubscribers"
      title={optOuts.unsubscribers}
      hint={optOuts.unsubscribersHint}
      none={search === '' ? optOuts.noUnsubscribers : optOuts.notFound}
      tools={
        <Group>
          <SearchField label={optOuts.searchUnsubscribers} initial={search} search={address.setSearch} />
          <DownloadButton start={() => download({ path: '/global-unsubscribes/download' })}>
            {optOuts.download}
          </DownloadButton>
        </Group>
      }
      read={{ data: found.data?.pages.flat(), error: found.error, refetch: found.refetch }}
      rowOf={({ email_address, created_at }) => ({ name: email_address, detail: date(created_at) })}
      removal={({ id, email_address }) => ({
        label: texts.contactsPage.join,
        said: optOuts.unsubscriberDeleted(email_address),
        change: () => api.globalUnsubscribeDelete({ id }),
      })}
      many={{
        label: texts.contactsPage.join,
        said: optOuts.unsubscribersDeleted,
        change: (strIds) => api.globalUnsubscribeBulkDelete({ strIds }),
      }}
    >
      <MoreButton pages={found} address={address} />
      <AddOptOuts add={add} />
    </RecordSection>
  );
}

import { Group } from '@mantine/core';
import { AddLine } from '../../app/add-line.tsx';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { useListAddress } from '../../app/list-address.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { RecordSection } from '../../app/record-section.tsx';
import { SearchField } from '../../app/search-field.tsx';
import { formDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { usePages } from '../../data/pages.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { SuppressionFile } from './suppression-file.tsx';

/** Addresses that get no mail because they bounced, complained, or were put here; each can be lifted. */
export function Suppressions() {
  const { optOuts, pair } = useTexts();
  const address = useListAddress('suppressions');
  const { search } = address;
  const found = usePages(
    ['suppressions', search],
    (range, options) => api.suppressionList({ ...(search !== '' && { search }), ...range }, options),
    address.pages,
  );
  const add = async (email_address: string): Promise<void> => {
    await api.suppressionSave({ email_address }, { idempotencyKey: crypto.randomUUID() });
    await queries.invalidateQueries({ queryKey: ['suppressions'] });
  };
  return (
    <RecordSection
      id="suppressions"
      title={optOuts.suppressions}
      hint={optOuts.suppressionsHint}
      none={search === '' ? optOuts.noSuppressions : optOuts.notFound}
      tools={
        <Group>
          <SearchField label={optOuts.searchSuppressions} initial={search} search={address.setSearch} />
          <DownloadButton start={() => download({ path: '/suppressions/download' })}>
            {optOuts.download}
          </DownloadButton>
        </Group>
      }
      read={{ data: found.data?.pages.flat(), error: found.error, refetch: found.refetch }}
      rowOf={({ email, reason, reply, state }) => ({
        name: email,
        detail: reply ? pair(optOuts.reasons[reason], reply) : optOuts.reasons[reason],
        badge: state === 'suspected' ? optOuts.suspected : null,
      })}
      removal={({ id, email }) => ({
        label: optOuts.lift,
        said: optOuts.lifted(email),
        change: () => api.suppressionDelete({ id }),
      })}
      many={{
        label: optOuts.lift,
        said: optOuts.liftedMany,
        change: (strIds) => api.suppressionBulkDelete({ strIds }),
      }}
    >
      <MoreButton pages={found} address={address} />
      <AddLine
        label={optOuts.address}
        hint={optOuts.suppressHint}
        button={optOuts.suppress}
        input="email_address"
        isList
        draft={formDraft('suppressions')}
        add={add}
      />
      <SuppressionFile />
    </RecordSection>
  );
}

import { download, saveAs } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { type ContactSearch, everyFound, isPlainSearch } from '../../data/contact-search.ts';
import { useTexts } from '../../texts/texts.ts';
import { BulkChangeButton } from './bulk-change.tsx';
import { useContactColumns } from './contact-columns.ts';
import { ContactFilters } from './contact-filters.tsx';
import { ContactTable, fileOf } from './contact-table.tsx';

interface ContactFinderProps {
  readonly search: ContactSearch;
  readonly change: (next: ContactSearch) => void;
  readonly isOfAudience?: boolean;
  /** Whether there is an audience to have contacts. */
  readonly isUsed: boolean;
}

/** Contacts with their filters, and actions for all found contacts. */
export function ContactFinder({ search, change, isOfAudience = false, isUsed }: ContactFinderProps) {
  const { contactFiles, contacts, contactsPage } = useTexts();
  const { all } = useContactColumns();
  const isWhole =
    isPlainSearch(search) && search.q === undefined && (isOfAudience || search.audience === undefined);
  const save = async (): Promise<void> => {
    if (!isPlainSearch(search)) {
      saveAs(`${contacts}.csv`, fileOf(await everyFound(search), all, contactsPage.email));
      return;
    }
    const { q, audience } = search;
    await download({
      path: '/contacts/download',
      input: { ...(audience && { contact_type_id: audience }), ...(q !== undefined && { search: q }) },
    });
  };
  return (
    <div className="card">
      <ContactFilters search={search} change={change} isOfAudience={isOfAudience}>
        {isUsed && (
          <>
            <DownloadButton start={save}>
              {isWhole ? (isOfAudience ? contactFiles.short : contactFiles.all) : contactFiles.found}
            </DownloadButton>
            <BulkChangeButton search={search} />
          </>
        )}
      </ContactFilters>
      <ContactTable search={search} isOfAudience={isOfAudience} />
    </div>
  );
}

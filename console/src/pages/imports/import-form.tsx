import { Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CsvEncoding } from '../../../../shared/csv-encoding.ts';
import { withTagField } from '../../../../shared/tags.ts';
import { AddAudience } from '../../app/add-audience.tsx';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { FileDrop } from '../../app/file-drop.tsx';
import { AudienceSelect } from '../../app/selects.tsx';
import { lookInto } from '../../data/csv-file.ts';
import { customFields, reservedFields } from '../../data/lists.ts';
import { readWorkbook } from '../../data/workbook.ts';
import { useTexts } from '../../texts/texts.ts';
import { EncodingSelect } from './encoding-select.tsx';
import { ImportSteps } from './import-steps.tsx';

/** The first step of an import: a file, its audience, and how it is read. */
export function ImportForm({ firstAudience }: { firstAudience: string }) {
  const { importsPage, importSteps } = useTexts();
  const [audience, setAudience] = useState(firstAudience);
  const [existing, setExisting] = useState<'update' | 'skip'>('update');
  const [file, setFile] = useState<File | null>(null);
  const [encoding, setEncoding] = useState<CsvEncoding>();
  const [sheet, setSheet] = useState<string>();
  const [reserved, custom] = [useQuery(reservedFields), useQuery(customFields)];
  const fields =
    reserved.data &&
    custom.data &&
    withTagField([...reserved.data, ...custom.data].map(({ field_name }) => field_name));
  const types = Object.fromEntries(
    (custom.data ?? []).map(({ field_name, field_type }) => [field_name, field_type]),
  );
  const look = useQuery({
    queryKey: ['file', file?.name, file?.size, file?.lastModified, fields, types, encoding, sheet],
    queryFn: () => lookInto(file!, fields!, { encoding, sheet, types, readWorkbook }),
    enabled: file !== null && fields !== undefined,
  });
  const found = typeof look.data === 'string' ? undefined : look.data;
  const sheets = found?.sheets ?? [];
  return (
    <>
      <section className="card" aria-labelledby="file">
        <h2 id="file">{importsPage.file}</h2>
        <Stack mt="sm">
          <FileDrop
            hint={importsPage.fileHint}
            button={importsPage.choose}
            accept=".csv,.tsv,.txt,.gz,.zip,.xlsx"
            choose={([chosen]) => {
              if (!chosen) return;
              setFile(chosen);
              setEncoding(undefined);
              setSheet(undefined);
            }}
          >
            {file && <strong>{file.name}</strong>}
          </FileDrop>
          <Group>
            <DownloadButton start={() => download({ path: '/contacts/csv-sample/download' })}>
              {importsPage.sample}
            </DownloadButton>
          </Group>
          {typeof look.data === 'string' && <p role="alert">{importsPage[look.data]}</p>}
          <AudienceSelect value={audience} choose={setAudience} maw="30rem" />
          <details>
            <summary>{importSteps.newAudience}</summary>
            <AddAudience made={(id) => setAudience(String(id))} />
          </details>
          <NativeSelect
            label={importSteps.existing}
            maw="30rem"
            value={existing}
            onChange={({ currentTarget }) => setExisting(currentTarget.value === 'skip' ? 'skip' : 'update')}
            data={(['update', 'skip'] as const).map((value) => ({
              value,
              label: importSteps.existingChoices[value],
            }))}
          />
          {sheets.length > 1 && (
            <NativeSelect
              label={importSteps.sheet}
              maw="30rem"
              value={sheet ?? sheets[0]!}
              onChange={({ currentTarget }) => setSheet(currentTarget.value)}
              data={[...sheets]}
            />
          )}
          {file && look.data !== 'notTable' && !/\.xlsx$/i.test(file.name) && (
            <EncodingSelect value={encoding} choose={setEncoding} />
          )}
        </Stack>
      </section>
      {file && fields && found && (
        <ImportSteps
          // With another file, encoding or sheet, the steps start over. Another audience keeps what was chosen.
          key={`${file.name} ${file.size} ${file.lastModified} ${encoding} ${sheet}`}
          file={file}
          read={{
            contact_type_id: Number(audience),
            existing,
            ...(encoding && { encoding }),
            ...(sheet !== undefined && { sheet }),
          }}
          found={found}
          fields={fields}
        />
      )}
      {!file && <p className="soft">{importSteps.first}</p>}
    </>
  );
}

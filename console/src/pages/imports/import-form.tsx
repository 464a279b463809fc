import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DownloadButton } from '../../app/download-button.tsx';
import { AudienceSelect } from '../../app/selects.tsx';
import { api } from '../../data/client.ts';
import { lookInto } from '../../data/csv-file.ts';
import { customFields, imports, reservedFields } from '../../data/lists.ts';
import { problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { ColumnTable } from './column-table.tsx';
import { FileDrop } from './file-drop.tsx';

/** The steps of an import: a file, its audience, and what becomes of its columns. */
export function ImportForm({ firstAudience }: { firstAudience: string }) {
  const texts = useTexts();
  const { importsPage } = texts;
  const navigate = useNavigate();
  const [audience, setAudience] = useState(firstAudience);
  const [file, setFile] = useState<File | null>(null);
  const [reserved, custom] = [useQuery(reservedFields), useQuery(customFields)];
  const fields =
    reserved.data && custom.data && [...reserved.data, ...custom.data].map(({ field_name }) => field_name);
  const look = useQuery({
    queryKey: ['file', file?.name, file?.size, file?.lastModified, fields],
    queryFn: () => lookInto(file!, fields!),
    enabled: file !== null && fields !== undefined,
  });
  const start = useMutation({
    mutationFn: () =>
      api.contactUploadCsv(
        { contact_type_id: Number(audience), file: file! },
        { idempotencyKey: crypto.randomUUID() },
      ),
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: imports.queryKey });
      await navigate({ to: '/contacts/imports/$id', params: { id: String(id) } });
    },
  });
  const choose = (chosen: File): void => {
    start.reset();
    setFile(chosen);
  };
  const found = look.data;
  return (
    <section className="card" aria-labelledby="file">
      <h2 id="file">{importsPage.file}</h2>
      <Stack mt="sm">
        <FileDrop file={file} choose={choose} />
        {typeof found === 'string' && <p role="alert">{importsPage[found]}</p>}
        <AudienceSelect value={audience} choose={setAudience} maw="30rem" />
        {found && typeof found !== 'string' && (
          <>
            <ColumnTable columns={found} />
            {start.isError && <p role="alert">{problemOf(start.error, texts)}</p>}
          </>
        )}
        <Group>
          <Button
            disabled={!found || typeof found === 'string'}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {importsPage.start}
          </Button>
          <DownloadButton name="contacts-sample.csv" load={() => api.contactCsvSample()}>
            {importsPage.sample}
          </DownloadButton>
        </Group>
      </Stack>
    </section>
  );
}

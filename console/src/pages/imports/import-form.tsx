import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CsvEncoding } from '../../../../shared/csv-encoding.ts';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { FileDrop } from '../../app/file-drop.tsx';
import { AudienceSelect } from '../../app/selects.tsx';
import { api } from '../../data/client.ts';
import { type Look, lookInto } from '../../data/csv-file.ts';
import { customFields, imports, reservedFields } from '../../data/lists.ts';
import { problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { ColumnTable } from './column-table.tsx';
import { EncodingSelect } from './encoding-select.tsx';
import { ReadAs } from './read-as.tsx';
import { saysStatuses } from './says-statuses.ts';
import type { ChosenStatuses, Status } from './statuses.tsx';
import { Trial } from './trial.tsx';

/** The steps of an import: a file and its audience, what becomes of its columns, and what would happen. */
export function ImportForm({ firstAudience }: { firstAudience: string }) {
  const { importsPage, importSteps } = useTexts();
  const [audience, setAudience] = useState(firstAudience);
  const [file, setFile] = useState<File | null>(null);
  const [encoding, setEncoding] = useState<CsvEncoding>();
  const [reserved, custom] = [useQuery(reservedFields), useQuery(customFields)];
  const fields =
    reserved.data && custom.data && [...reserved.data, ...custom.data].map(({ field_name }) => field_name);
  const look = useQuery({
    queryKey: ['file', file?.name, file?.size, file?.lastModified, fields, encoding],
    queryFn: () => lookInto(file!, fields!, encoding),
    enabled: file !== null && fields !== undefined,
  });
  const found = look.data;
  return (
    <>
      <section className="card" aria-labelledby="file">
        <h2 id="file">{importsPage.file}</h2>
        <Stack mt="sm">
          <FileDrop
            hint={importsPage.fileHint}
            button={importsPage.choose}
            accept=".csv,text/csv"
            choose={([chosen]) => {
              if (!chosen) return;
              setFile(chosen);
              setEncoding(undefined);
            }}
          >
            {file && <strong>{file.name}</strong>}
          </FileDrop>
          {typeof found === 'string' && <p role="alert">{importsPage[found]}</p>}
          {file && found !== 'notCsv' && <EncodingSelect value={encoding} choose={setEncoding} />}
          <AudienceSelect value={audience} choose={setAudience} maw="30rem" />
          <Group>
            <DownloadButton start={() => download({ path: '/contacts/csv-sample/download' })}>
              {importsPage.sample}
            </DownloadButton>
          </Group>
        </Stack>
      </section>
      {file && fields && found && typeof found !== 'string' && (
        <Steps
          // With another file, encoding or audience, the steps start over.
          key={`${file.name} ${file.size} ${file.lastModified} ${encoding} ${audience}`}
          file={file}
          audience={Number(audience)}
          encoding={encoding}
          look={found}
          fields={fields}
        />
      )}
      {!file && <p className="soft">{importSteps.first}</p>}
    </>
  );
}

interface ImportFormProps {
  readonly file: File;
  readonly audience: number;
  readonly encoding: CsvEncoding | undefined;
  readonly look: Look;
  readonly fields: readonly string[];
}

function Steps({ file, audience, encoding, look, fields }: ImportFormProps) {
  const { columns } = look;
  const texts = useTexts();
  const { importsPage, importSteps, importStatuses } = texts;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(() => columns.map(({ field, isNamed }) => (isNamed ? field : null)));
  const [decided, setDecided] = useState<ChosenStatuses>({});
  const decide = (word: string, status: Status | null): void =>
    setDecided(({ [word]: _before, ...others }) => (status ? { ...others, [word]: status } : others));
  const upload = (isTrial: boolean) =>
    api.contactUploadCsv(
      {
        contact_type_id: audience,
        file,
        map: mapOf(columns, chosen),
        statuses: decided,
        dry_run: isTrial ? 1 : 0,
        ...(encoding && { encoding }),
      },
      { idempotencyKey: crypto.randomUUID() },
    );
  const trial = useMutation({ mutationFn: () => upload(true) });
  const start = useMutation({
    mutationFn: () => upload(false),
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: imports.queryKey });
      await navigate({ to: '/contacts/imports/$id', params: { id: String(id) } });
    },
  });
  const choose = (at: number, field: string | null): void => {
    // A field has one column: the one that was chosen last.
    setChosen((now) => now.map((one, index) => (index === at ? field : one === field ? null : one)));
    trial.reset();
    start.reset();
  };
  const hasAddresses = chosen.includes('email');
  // A field that is called `status` is the column of statuses, too.
  const isToBeLookedAt = !trial.data && (chosen.includes('status') || saysStatuses(file.name, columns));
  const failed = trial.error ?? start.error;
  return (
    <>
      <section className="card" aria-labelledby="columns">
        <h2 id="columns">{importsPage.columns}</h2>
        <p className="soft">{importsPage.columnHint}</p>
        <ReadAs of={look} />
        <ColumnTable columns={columns} fields={fields} chosen={chosen} choose={choose} />
        {!hasAddresses && <p role="alert">{importsPage.noEmail}</p>}
      </section>
      <section className="card" aria-labelledby="trial">
        <h2 id="trial">{importSteps.trial}</h2>
        <p className="soft">{importSteps.trialHint}</p>
        {isToBeLookedAt && <p>{importStatuses.lookFirst}</p>}
        {trial.data && <Trial id={trial.data.id} decisions={{ decided, decide }} />}
        {failed && <p role="alert">{problemOf(failed, texts)}</p>}
        <Group mt="sm">
          {!trial.data && (
            <Button disabled={!hasAddresses} loading={trial.isPending} onClick={() => trial.mutate()}>
              {importSteps.look}
            </Button>
          )}
          <Button
            variant={trial.data ? 'filled' : 'default'}
            disabled={!hasAddresses || isToBeLookedAt}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {importsPage.start}
          </Button>
        </Group>
      </section>
    </>
  );
}

/** The column of each field, as the service takes it. */
const mapOf = (
  columns: Look['columns'],
  chosen: readonly (string | null)[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    columns.flatMap(({ name }, at) => {
      const field = chosen[at] ?? null;
      return field === null ? [] : [[field, name]];
    }),
  );

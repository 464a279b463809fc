import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { CallOptions, ContactUploadInput } from '../../../../client/src/index.ts';
import { AskedButton } from '../../app/ask-first.tsx';
import { MailButton } from '../../app/mail-button.tsx';
import { automations } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import type { Look, LookedFile } from '../../data/csv-file.ts';
import { imports, segments } from '../../data/lists.ts';
import { problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { ColumnTable } from './column-table.tsx';
import { importSizeOf } from './import-size.ts';
import { ReadAs } from './read-as.tsx';
import { Trial } from './trial.tsx';
import { type Choices, useChoices } from './use-choices.ts';
import { importQuery } from './use-import.ts';

interface ImportStepsProps {
  readonly file: File;
  readonly read: Pick<ContactUploadInput, 'contact_type_id' | 'existing' | 'encoding' | 'sheet'>;
  readonly found: LookedFile;
  readonly fields: readonly string[];
}

type ColumnFields = readonly (string | null)[];
type DateOrder = '' | 'dmy' | 'mdy';
/** The column with a field. */
type ColumnOf = (table: Look, field: string) => string | undefined;

/** Milliseconds without a change, after which a file is uploaded for its preview. */
const QUIET_MS = 500;

/** The dry run of a file, and its import. */
function useUploads(input: () => ContactUploadInput) {
  const navigate = useNavigate();
  const looking = useRef<AbortController>(null);
  const upload = (dry_run: 0 | 1, how: CallOptions = {}) =>
    api.contactUpload({ ...input(), dry_run }, { ...how, idempotencyKey: crypto.randomUUID() });
  const trial = useMutation({
    mutationFn: () => {
      looking.current = new AbortController();
      return upload(1, { signal: looking.current.signal });
    },
  });
  const start = useMutation({
    mutationFn: () => upload(0),
    async onSuccess({ id, imports: ids }) {
      await queries.invalidateQueries({ queryKey: imports.queryKey });
      if (ids.length > 1) await navigate({ to: '/contacts/imports' });
      else await navigate({ to: '/contacts/imports/$id', params: { id: String(id) } });
    },
  });
  /** The preview of before is of no use any more: its upload ends too. */
  const startOver = (): void => {
    looking.current?.abort();
    trial.reset();
    start.reset();
  };
  return { trial, start, startOver };
}

/** The steps of an import: the fields of the columns, the preview with open decisions, and the start. */
export function ImportSteps({ file, read, found: { tables }, fields }: ImportStepsProps) {
  const [chosen, setChosen] = useState<ColumnFields>(() =>
    tables[0]!.columns.map(({ field, isNamed }) => (isNamed ? field : null)),
  );
  const [dateOrder, setDateOrder] = useState<DateOrder>('');
  const choices = useChoices();
  const isArchive = tables.length > 1;
  const uploads = useUploads(() => ({
    ...read,
    file,
    // The tables of an archive have columns of their own.
    ...(!isArchive && { map: mapOf(tables[0]!.columns, chosen) }),
    ...(dateOrder !== '' && { date_order: dateOrder }),
    ...choices.input,
  }));
  const fieldsOf = ({ columns }: Look): ColumnFields =>
    isArchive ? columns.map(({ field }) => field) : chosen;
  const columnOf: ColumnOf = (table, field) => table.columns[fieldsOf(table).indexOf(field)]?.name;
  const hasAddresses = tables.every((table) => columnOf(table, 'email') !== undefined);
  const isReady = choices.isComplete && hasAddresses;
  // The file was just chosen, or how it is read.
  useEffect(() => {
    const timer = setTimeout(() => isReady && uploads.trial.mutate(), QUIET_MS);
    return () => {
      clearTimeout(timer);
      uploads.startOver();
    };
  }, [read.contact_type_id, read.existing]);
  return (
    <>
      <ColumnsCard
        tables={tables}
        fields={fields}
        fieldsOf={fieldsOf}
        choose={(at, field) => {
          // A field has one column: the one that was chosen last.
          setChosen((now) => now.map((one, index) => (index === at ? field : one === field ? null : one)));
          uploads.startOver();
        }}
        hasAddresses={hasAddresses}
        dateOrder={dateOrder}
        setDateOrder={(order) => {
          setDateOrder(order);
          uploads.startOver();
        }}
      />
      <TrialCard
        read={read}
        tables={tables}
        columnOf={columnOf}
        isReady={isReady}
        choices={choices}
        uploads={uploads}
      />
    </>
  );
}

const EITHER_ORDER = /^\d{1,2}([-/])\d{1,2}\1\d{4}\b/;

interface ColumnsProps {
  readonly tables: readonly Look[];
  readonly fields: readonly string[];
  readonly fieldsOf: (table: Look) => ColumnFields;
  readonly choose: (at: number, field: string | null) => void;
  readonly hasAddresses: boolean;
  readonly dateOrder: DateOrder;
  readonly setDateOrder: (order: DateOrder) => void;
}

function ColumnsCard(props: ColumnsProps) {
  const { tables, fields, fieldsOf, choose, hasAddresses, dateOrder, setDateOrder } = props;
  const { importsPage, importSteps } = useTexts();
  const isArchive = tables.length > 1;
  const hasEitherOrder = tables.some(({ columns }) =>
    columns.some(({ samples }) => samples.some((cell) => EITHER_ORDER.test(cell))),
  );
  return (
    <section className="card" aria-labelledby="columns">
      <h2 id="columns">{importsPage.columns}</h2>
      <p className="soft">{isArchive ? importSteps.archive(tables.length) : importsPage.columnHint}</p>
      {tables.map((table, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Two files of an archive may have one name.
        <div key={at}>
          {isArchive && <h3>{table.name}</h3>}
          {table.encoding && <ReadAs of={table.encoding} />}
          <ColumnTable
            label={isArchive ? table.name : importSteps.columnsOf}
            columns={table.columns}
            fields={fields}
            chosen={fieldsOf(table)}
            {...(!isArchive && { choose })}
          />
        </div>
      ))}
      {!hasAddresses && <p role="alert">{importsPage.noEmail}</p>}
      {hasEitherOrder && (
        <NativeSelect
          label={importSteps.dateOrder}
          maw="30rem"
          mt="sm"
          value={dateOrder}
          onChange={({ currentTarget: { value } }) =>
            setDateOrder(value === 'dmy' || value === 'mdy' ? value : '')
          }
          data={[
            { value: '', label: importSteps.dateOrders.found },
            { value: 'dmy', label: importSteps.dateOrders.dmy },
            { value: 'mdy', label: importSteps.dateOrders.mdy },
          ]}
        />
      )}
    </section>
  );
}

/** Names of live automations that start for contacts who join an audience, or a segment of it. Null: not known yet. */
function useLiveSeries(audience: number): readonly string[] | null {
  const [list, rules] = [useQuery(automations), useQuery(segments)];
  const isInside = (segment: number): boolean =>
    rules.data?.some(({ id, contact_type_id }) => id === segment && contact_type_id === audience) ?? false;
  if (!list.data || !rules.data) return null;
  return list.data
    .filter(({ status }) => status === 1)
    .filter(({ automation_for: id, automation_for_table: table }) =>
      table === 'segments_' ? isInside(id) : id === audience,
    )
    .map(({ automation_name }) => automation_name);
}

/** The size of the import, as the previews of all tables know it; null: one of them is not there yet. */
function useImportSize(
  ids: readonly number[],
  choices: Choices,
  existing: 'update' | 'skip',
): ReturnType<typeof importSizeOf> | null {
  const found = useQueries({ queries: ids.map(importQuery) }).map(({ data }) => data);
  const ended = found.flatMap((one) => (one?.trial ? [{ ...one, trial: one.trial }] : []));
  if (ids.length === 0 || ended.length < ids.length) return null;
  return importSizeOf(ended, choices, existing);
}

interface TrialCardProps {
  readonly read: ImportStepsProps['read'];
  readonly tables: readonly Look[];
  readonly columnOf: ColumnOf;
  readonly isReady: boolean;
  readonly choices: Choices;
  readonly uploads: ReturnType<typeof useUploads>;
}

function TrialCard({ read, tables, columnOf, isReady, choices, uploads }: TrialCardProps) {
  const texts = useTexts();
  const { importsPage, importSteps } = texts;
  const { trial, start } = uploads;
  const size = useImportSize(trial.data?.imports ?? [], choices, read.existing ?? 'update');
  const name = size?.read
    ? importSteps.start(size.read.count, size.read.unit, size.read.bound)
    : importsPage.start;
  const failed = trial.error ?? start.error;
  const series = useLiveSeries(read.contact_type_id);
  const button = {
    variant: trial.data ? 'filled' : 'default',
    disabled: !isReady || !size || series === null,
  } as const;
  return (
    <section className="card" aria-labelledby="trial">
      <h2 id="trial">{importSteps.trial}</h2>
      <p className="soft">{importSteps.trialHint}</p>
      {trial.data?.imports.map((id, at) => {
        const table = tables[at];
        return (
          <div key={id}>
            {tables.length > 1 && <h3>{table?.name}</h3>}
            <Trial
              id={id}
              choices={choices}
              table={table}
              columnOf={table && ((field) => columnOf(table, field))}
              {...(tables.length > 1 && { file: table?.name })}
            />
          </div>
        );
      })}
      {failed && <p role="alert">{problemOf(failed, texts)}</p>}
      {isReady && !size && <p className="soft">{importSteps.startAfter}</p>}
      <Group mt="sm">
        <Button
          variant={trial.data ? 'default' : 'filled'}
          disabled={!isReady}
          loading={trial.isPending}
          onClick={() => trial.mutate()}
        >
          {trial.data ? importSteps.again : importSteps.look}
        </Button>
        {!series?.length ? (
          <MailButton {...button} loading={start.isPending} onClick={() => start.mutate()}>
            {name}
          </MailButton>
        ) : (
          <AskedButton
            isMail
            {...button}
            isPending={start.isPending}
            name={name}
            title={importSteps.seriesTitle}
            hint={importSteps.seriesHint(
              series.join(', '),
              size?.joining?.count ?? null,
              size?.joining?.bound ?? 'exact',
            )}
            yes={name}
            no={texts.campaignsPage.compose.notYet}
            run={() => start.mutate()}
          />
        )}
      </Group>
    </section>
  );
}

/** The column of each field, as the service takes it. */
const mapOf = (columns: Look['columns'], chosen: ColumnFields): Readonly<Record<string, string>> =>
  Object.fromEntries(
    columns.flatMap(({ name }, at) => {
      const field = chosen[at] ?? null;
      return field === null ? [] : [[field, name]];
    }),
  );

import { Button, Checkbox, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Move } from '../../../../client/src/index.ts';
import { AskedButton } from '../../app/ask-first.tsx';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { useFormats } from '../../app/formats.ts';
import { Page, Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { FigureRow } from '../imports/figures.tsx';
import { type ChosenStatuses, SHOWN_STATUSES, type Status, Statuses } from '../imports/statuses.tsx';
import { LOOK_MS } from '../imports/under-way.ts';
import { UndoFigures } from '../imports/undo-figures.tsx';
import { MoveRows } from './move-rows.tsx';

const keyOf = (id: number) => ['move', id] as const;

/** A move from another service: its plan, its receipt, and how it is undone. */
export function MovePage() {
  const id = Number(useParams({ from: '/contacts/moves/$id' }).id);
  const { contactsPage, moveTexts } = useTexts();
  const found = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.moveDetails({ id }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? LOOK_MS : false),
  });
  const { data: move } = found;
  return (
    <Page title={moveTexts.title}>
      <p>
        <Link to="/contacts">{contactsPage.back}</Link>
      </p>
      {found.isPending && <Waiting rows={6} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {move && (
        <section className="card" aria-labelledby="move">
          <h2 id="move">{move.tool === null ? moveTexts.unknownTool : moveTexts.from(move.tool)}</h2>
          <p role="status">
            <strong>{moveTexts.states[move.state]}</strong>
          </p>
          {move.state === 'failed' && move.applied_at === null && <p role="alert">{moveTexts.gone}</p>}
          {move.state !== 'reading' && <Total move={move} />}
        </section>
      )}
      {move?.state === 'planned' && <Plan key={move.id} move={move} />}
      {move && move.state !== 'reading' && move.state !== 'planned' && <Files move={move} />}
      {move && move.applied_at !== null && !isUnderWay(move) && <MoveRows move={move} />}
      {move && <Undo move={move} />}
    </Page>
  );
}

const isUnderWay = ({ state, undo }: Move): boolean =>
  state === 'reading' || state === 'applying' || (undo !== null && state !== 'undone');

type Rows = Pick<Move['total'], 'rows' | 'refused' | Status>;

/** Each row has one outcome, so the figures add up to the first. */
function Total({ move: { id, total, applied_at } }: { move: Move }) {
  const texts = useTexts();
  return (
    <>
      <FigureRow of={figuresOf(total, texts)} />
      {applied_at !== null && (
        <DownloadButton start={() => download({ path: '/moves/receipt/download', input: { id } })}>
          {texts.moveTexts.receipt}
        </DownloadButton>
      )}
    </>
  );
}

function figuresOf(rows: Rows, { moveTexts, importStatuses, importsPage }: ReturnType<typeof useTexts>) {
  return [
    { name: moveTexts.rows, count: rows.rows },
    ...SHOWN_STATUSES.map((status) => ({ name: importStatuses.names[status], count: rows[status] })).filter(
      ({ count }, at) => at === 0 || count > 0,
    ),
    ...(rows.refused > 0 ? [{ name: importsPage.refused, count: rows.refused }] : []),
  ];
}

/** The plan by file, the decisions that are open, and the start. */
function Plan({ move }: { move: Move }) {
  const texts = useTexts();
  const { moveTexts } = texts;
  const { date } = useFormats();
  const [decided, setDecided] = useState<ChosenStatuses>({});
  const [makesFields, setMakesFields] = useState(true);
  const decide = (word: string, status: Status | null): void =>
    setDecided(({ [word]: _before, ...others }) => (status ? { ...others, [word]: status } : others));
  const newFields = move.files.flatMap(({ fields }) =>
    fields.flatMap(({ column, new_field }) => (new_field ? [{ column, ...new_field }] : [])),
  );
  const apply = useMutation({
    mutationFn: () =>
      api.moveApply({
        id: move.id,
        ...(Object.keys(decided).length > 0 && { statuses: decided }),
        ...(makesFields &&
          newFields.length > 0 && {
            new_fields: Object.fromEntries(newFields.map(({ column, type }) => [column, type])),
          }),
      }),
    onSuccess: () => queries.invalidateQueries(),
  });
  const names = [...new Set(newFields.map(({ name }) => name))];
  return (
    <>
      <Files move={move} decisions={{ decided, decide }} />
      <NotMoved move={move} />
      <section className="card" aria-labelledby="start">
        <h2 id="start">{moveTexts.start}</h2>
        <p className="soft">{moveTexts.startHint(move.new_contact_type)}</p>
        {move.total.duplicates > 0 && <p className="soft">{moveTexts.duplicates(move.total.duplicates)}</p>}
        {names.length > 0 && (
          <Checkbox
            label={moveTexts.newFields(names.join(', '))}
            checked={makesFields}
            onChange={({ currentTarget }) => setMakesFields(currentTarget.checked)}
          />
        )}
        {move.expires_at !== null && <p className="soft">{moveTexts.until(date(move.expires_at))}</p>}
        {apply.error && <p role="alert">{problemOf(apply.error, texts)}</p>}
        <Group mt="sm">
          <Button loading={apply.isPending} onClick={() => apply.mutate()}>
            {moveTexts.apply(move.total.rows)}
          </Button>
        </Group>
      </section>
    </>
  );
}

/** Files of archives and sheets that hold no contacts, or cannot be read. */
function NotMoved({ move: { not_moved, not_moved_count: count } }: { move: Move }) {
  const { moveTexts } = useTexts();
  if (count === 0) return null;
  return (
    <section className="card" aria-labelledby="not-moved">
      <h2 id="not-moved">{moveTexts.notMoved(count)}</h2>
      <ul>
        {not_moved.map(({ name, code }) => (
          <li key={name}>
            {name}
            <div className="soft">{moveTexts.notMovedWhy[code]}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FilesProps {
  readonly move: Move;
  readonly decisions?: Parameters<typeof Statuses>[0]['decisions'];
}

function Files({ move, decisions }: FilesProps) {
  const texts = useTexts();
  const { moveTexts } = texts;
  return move.files.map((file, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- Two files of an archive may have one name.
    <section className="card" aria-label={file.name} key={at}>
      <h2>{file.name}</h2>
      <p className="soft">{moveTexts.kinds[file.kind]}</p>
      {file.kind !== 'unreadable' && <FigureRow of={figuresOf(file, texts)} />}
      {file.problems.length > 0 && (
        <ul>
          {file.problems
            .filter(({ code }) => code !== 'unknown_statuses')
            .map(({ code }) => (
              <li key={code}>{moveTexts.problems[code](file.refused)}</li>
            ))}
        </ul>
      )}
      {file.unknown_statuses.length > 0 && (
        <Statuses
          one={{ statuses: file, status_by: file.status_by, unknown_statuses: file.unknown_statuses }}
          {...(decisions && { decisions })}
        />
      )}
      {file.import_id !== null && (
        <p>
          <Link to="/contacts/imports/$id" params={{ id: String(file.import_id) }}>
            {moveTexts.toImport}
          </Link>
        </p>
      )}
    </section>
  ));
}

function Undo({ move }: { move: Move }) {
  const texts = useTexts();
  const { moveTexts } = texts;
  const { date } = useFormats();
  const undo = useMutation({
    mutationFn: () => api.moveUndo({ id: move.id }),
    onSuccess: () => queries.invalidateQueries(),
  });
  const { undo: undone, undoable_until: until } = move;
  if (undone === null && (until === null || Date.parse(until) < Date.now())) return null;
  return (
    <section className="card" aria-labelledby="undo">
      <h2 id="undo">{moveTexts.undoTitle}</h2>
      {undo.error && <p role="alert">{problemOf(undo.error, texts)}</p>}
      {undone === null ? (
        <>
          <p className="soft">{moveTexts.undoHint(until === null ? '' : date(until))}</p>
          <AskedButton
            name={moveTexts.undo}
            title={moveTexts.undoAsk}
            hint={texts.importSteps.undoFinal}
            yes={moveTexts.undo}
            no={texts.campaignsPage.compose.notYet}
            isPending={undo.isPending}
            run={() => undo.mutate()}
          />
        </>
      ) : (
        <UndoFigures of={undone} />
      )}
    </section>
  );
}

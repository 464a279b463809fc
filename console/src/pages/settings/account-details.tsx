import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { cityOf } from '../../../../shared/time-zones.ts';
import { Dialog } from '../../app/dialog.tsx';
import { useFormats } from '../../app/formats.ts';
import { SAVES } from '../../app/keys.ts';
import { notifications } from '../../app/notes.tsx';
import { OfferedDraftNote } from '../../app/offered-draft.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { StackedTable } from '../../app/stacked-table.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { useKeptDraft } from '../../app/use-kept-draft.ts';
import { ZoneSelect } from '../../app/zone-select.tsx';
import { type Details, type ScheduledSend, saveDetails } from '../../data/account.ts';
import { saveInSession } from '../../data/client.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { chooseLanguage, LANGUAGES, languageName } from '../../texts/languages.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';

/** Name and time zone of the account, and the language of the console. */
export function DetailsSection() {
  const texts = useTexts();
  const { accountData: own } = texts;
  const { name, email, timezone } = useSession();
  const language = useLanguage();
  const [zone, setZone] = useState(timezone);
  const [asked, setAsked] = useState<ScheduleChoice>(NOTHING);
  const save = useMutation({
    mutationFn: async (schedules: Details['schedules']) => ({
      sent: draft,
      answer: await saveInSession(() => saveDetails({ ...typed, timezone: zone, schedules })),
    }),
    async onSuccess({ sent, answer }) {
      setAsked(answer);
      if (!answer.is_saved) return;
      kept.saved(sent);
      notifications.show({ message: own.saved });
      await queries.invalidateQueries();
    },
  });
  const problems = fieldProblems(save.error);
  const { typed, field, put } = useTyped({ name }, problems);
  const [stored] = useState({ name, zone: timezone });
  const draft = { ...typed, zone };
  const kept = useKeptDraft<typeof stored>({
    name: 'account-details',
    draft,
    base: stored,
    restore(earlier) {
      if (earlier.name !== undefined) put({ name: earlier.name });
      if (earlier.zone !== undefined) setZone(earlier.zone);
    },
  });
  const isChanged = typed.name.trim() !== name || zone !== timezone;
  const isOther = save.isError && Object.keys(problems).length === 0;
  return (
    <section className="card" aria-labelledby="account">
      <h2 id="account">{own.title}</h2>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isChanged) save.mutate('');
        }}
      >
        <Stack mt="sm" maw="26rem">
          <OfferedDraftNote offer={kept.offer} isParted={kept.isParted} />
          {field({ name: 'name', label: own.name, description: own.signedInAs(email), autoComplete: 'name' })}
          <ZoneSelect value={zone} listed={timezone} error={problems['timezone']} onChange={setZone} />
          {isOther && <p role="alert">{problemOf(save.error, texts)}</p>}
          <Group>
            <Button type="submit" {...SAVES} disabled={!isChanged} loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
          <NativeSelect
            label={texts.account.language}
            description={own.languageHint}
            value={language}
            data={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
            onChange={({ currentTarget }) =>
              void chooseLanguage(currentTarget.value).catch((error: unknown) => noteProblem(error, texts))
            }
          />
        </Stack>
      </form>
      <ScheduleQuestion
        {...asked}
        problem={save.isError ? problemOf(save.error, texts) : null}
        zones={{ before: timezone, after: zone }}
        isPending={save.isPending}
        choose={(schedules) => save.mutate(schedules)}
        close={() => setAsked(NOTHING)}
      />
    </section>
  );
}

interface ScheduleChoice {
  readonly sends: readonly ScheduledSend[];
  readonly more: number;
}
const NOTHING: ScheduleChoice = { sends: [], more: 0 };

interface QuestionProps extends ScheduleChoice {
  /** Why the answer could not be saved. */
  readonly problem: string | null;
  readonly zones: { readonly before: string; readonly after: string };
  readonly isPending: boolean;
  readonly choose: (schedules: 'keep' | 'move') => void;
  readonly close: () => void;
}

/** Asks what a new time zone means for scheduled campaigns. */
function ScheduleQuestion({ sends, more, problem, zones, isPending, choose, close }: QuestionProps) {
  const texts = useTexts();
  const { schedules: own } = texts.accountData;
  const { dateTime } = useFormats(zones.after);
  return (
    <Dialog opened={sends.length > 0} onClose={close} size="lg" title={own.title}>
      <Stack>
        <p>{own.hint(cityOf(zones.before), cityOf(zones.after))}</p>
        <StackedTable
          columns={[own.campaign, own.keeps, own.moves]}
          rows={sends.map(({ name, due_at, moved_to }, key) => ({
            key,
            cells: [
              { shown: name },
              { shown: dateTime(due_at) },
              { shown: moved_to === null ? own.past : dateTime(moved_to) },
            ],
          }))}
        />
        {more > 0 && <p className="soft">{own.more(more)}</p>}
        {problem !== null && <p role="alert">{problem}</p>}
        <Group>
          <Button variant="default" data-autofocus disabled={isPending} onClick={() => choose('keep')}>
            {own.keep}
          </Button>
          <Button variant="default" disabled={isPending} onClick={() => choose('move')}>
            {own.move}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

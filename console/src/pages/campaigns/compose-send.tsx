import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../data/client.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import type { Draft, Schedule } from './draft.ts';
import { ProblemList } from './problem-list.tsx';
import type { SectionProps } from './section.tsx';

/** What a campaign can not go without. */
const NEEDED = ['single_send_name', 'subject', 'preheader', 'recipient_id'] as const;
const missingOf = (draft: Draft): readonly (typeof NEEDED)[number][] =>
  NEEDED.filter((name) =>
    typeof draft[name] === 'string' ? draft[name].trim() === '' : draft[name].length === 0,
  );

/** The last look before a campaign goes: what is missing, what a check finds, and when it goes. */
export function SendDialog({ utr, autosave, close }: SectionProps & { close: () => void }) {
  const texts = useTexts();
  const { compose } = texts.campaignsPage;
  const missing = missingOf(autosave.draft);
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={compose.reviewTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {missing.length > 0 ? (
        <>
          <p>{compose.missing}</p>
          <ul>
            {missing.map((name) => (
              <li key={name}>{compose.fields[name]}</li>
            ))}
          </ul>
          <Button onClick={close}>{compose.complete}</Button>
        </>
      ) : (
        <Ready utr={utr} autosave={autosave} />
      )}
    </Modal>
  );
}

function Ready({ utr, autosave: { flush, send } }: Pick<SectionProps, 'utr' | 'autosave'>) {
  const texts = useTexts();
  const { compose } = texts.campaignsPage;
  const { timezone } = useSession();
  const navigate = useNavigate();
  const [isLater, setLater] = useState(false);
  const [date, setDate] = useState('');
  const [time, setTime] = useState('09:00');
  const check = useQuery({
    queryKey: ['campaign-check', utr],
    queryFn: async ({ signal }) => ((await flush()) ? api.singleSendCheck({ utr }, { signal }) : []),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const go = useMutation({
    mutationFn: () => {
      const later = { schedule_type: 1, schedule_date: date, schedule_time: `${time}:00` } as const;
      const schedule: Schedule = isLater ? later : { schedule_type: 0 };
      return send(schedule);
    },
    onSuccess: async () => {
      notifications.show({ message: isLater ? compose.scheduled : compose.goes });
      await navigate({ to: '/campaigns/$utr', params: { utr } });
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
  const problems = fieldProblems(go.error);
  const others = Object.entries(problems).filter(([name]) => !name.startsWith('schedule_'));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    go.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <div role="status">
          {check.isPending && <p className="soft">{compose.checking}</p>}
          {check.isError && <p>{problemOf(check.error, texts)}</p>}
          {check.data && <ProblemList problems={check.data} />}
        </div>
        <Radio.Group
          label={compose.when}
          value={isLater ? 'later' : 'now'}
          onChange={(value) => setLater(value === 'later')}
        >
          <Group mt="xs">
            <Radio value="now" label={compose.sendNow} />
            <Radio value="later" label={compose.sendLater} />
          </Group>
        </Radio.Group>
        {isLater && (
          <>
            <Group align="flex-start">
              <TextInput
                type="date"
                label={compose.date}
                value={date}
                error={problems['schedule_date']}
                onChange={(event) => setDate(event.currentTarget.value)}
              />
              <TextInput
                type="time"
                label={compose.time}
                value={time}
                error={problems['schedule_time']}
                onChange={(event) => setTime(event.currentTarget.value)}
              />
            </Group>
            <p className="soft">{compose.zone(timezone)}</p>
          </>
        )}
        {go.isError && (
          <div role="alert" className={styles.failed}>
            {Object.keys(problems).length === 0 && <p>{problemOf(go.error, texts)}</p>}
            {others.map(([name, text]) => (
              <p key={name}>
                {compose.fields[name] ?? name}: {text}
              </p>
            ))}
          </div>
        )}
        <Button type="submit" loading={go.isPending}>
          {isLater ? compose.schedule : compose.sendNow}
        </Button>
      </Stack>
    </form>
  );
}

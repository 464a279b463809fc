import { Group, Radio, TextInput } from '@mantine/core';
import { cityOf, instantOfClock, zoneHere } from '../../../../shared/time-zones.ts';
import { useFormats } from '../../app/formats.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';

export interface SendTime {
  readonly isLater: boolean;
  readonly date: string;
  readonly time: string;
}

const DAY_MS = 86_400_000;

/** At once; a later time begins as tomorrow at nine, in the account's time zone. */
export const sendAtOnce = (timezone: string): SendTime => ({
  isLater: false,
  // Swedish dates have the form that the service accepts.
  date: new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(Date.now() + DAY_MS),
  time: '09:00',
});

/** The time that a clock in the zone shows at an instant, as if it were UTC. */
function clockAt(instant: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${shown.format(instant).replace(' ', 'T')}Z`);
}

/** When a later send is due; null while its date or time is missing. */
function dueAt({ isLater, date, time }: SendTime, timezone: string): Date | null {
  const clock = Date.parse(`${date}T${time}Z`);
  if (!isLater || Number.isNaN(clock)) return null;
  return new Date(instantOfClock(clock, (instant) => clockAt(instant, timezone) - instant));
}

interface SendTimeProps {
  readonly value: SendTime;
  readonly change: (fields: Partial<SendTime>) => void;
  readonly problems: Readonly<Record<string, string>>;
}

/** Now, or at a time of the account's zone. No key but the mouse's or the space bar chooses or sends anything here. */
export function SendTimeFields({ value, change, problems }: SendTimeProps) {
  const { isLater, date, time } = value;
  const { compose } = useTexts().campaignsPage;
  const { timezone } = useSession();
  const { dateTime } = useFormats();
  const here = zoneHere();
  const hereFormats = useFormats(here);
  const due = dueAt(value, timezone);
  const dueHere =
    due === null || hereFormats.dateTime(due) === dateTime(due) ? null : hereFormats.dateTime(due);
  return (
    <div>
      <Radio.Group
        label={compose.when}
        value={isLater ? 'later' : 'now'}
        onChange={(value) => change({ isLater: value === 'later' })}
      >
        <Group mt="xs">
          <Radio value="now" label={compose.sendNow} />
          <Radio value="later" label={compose.sendLater} />
        </Group>
      </Radio.Group>
      {isLater && (
        <Group align="flex-start" mt="sm">
          <TextInput
            type="date"
            label={compose.date}
            value={date}
            error={problems['schedule_date']}
            onChange={(event) => change({ date: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={compose.time}
            value={time}
            error={problems['schedule_time']}
            onChange={(event) => change({ time: event.currentTarget.value })}
          />
        </Group>
      )}
      <p className="soft">{compose.zone(cityOf(timezone), dateTime(new Date()))}</p>
      {dueHere !== null && <p className="soft">{compose.zoneHere(cityOf(here), dueHere)}</p>}
    </div>
  );
}

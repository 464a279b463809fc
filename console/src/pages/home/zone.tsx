import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { cityOf, zoneHere } from '../../../../shared/time-zones.ts';
import { useFormats } from '../../app/formats.ts';
import { LinkButton } from '../../app/link-button.tsx';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';

const KEPT = 'console-zone-kept';

const timeIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date());

/** Offers the zone of the browser once, where its clock differs from the account's: dates and schedules are in the account's zone. */
export function ZoneNote() {
  const { zoneNote } = useTexts();
  const { timezone } = useSession();
  const { timeOfDay } = useFormats();
  const here = zoneHere();
  const pair = `${timezone} ${here}`;
  const [kept, setKept] = useState(() => localStorage.getItem(KEPT));
  if (kept === pair || timeIn(timezone) === timeIn(here)) return null;
  const keep = (): void => {
    localStorage.setItem(KEPT, pair);
    setKept(pair);
  };
  return (
    <section className="note" aria-label={zoneNote.title}>
      <strong>{zoneNote.title}</strong>
      <p>{zoneNote.hint(cityOf(timezone), timeOfDay(new Date()), cityOf(here))}</p>
      <Group>
        <LinkButton to="/settings/account">{zoneNote.change}</LinkButton>
        <Button variant="default" onClick={keep}>
          {zoneNote.keep(cityOf(timezone))}
        </Button>
      </Group>
    </section>
  );
}

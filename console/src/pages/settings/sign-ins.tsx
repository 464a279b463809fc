import { useQuery } from '@tanstack/react-query';
import { deviceParts } from '../../../../shared/devices.ts';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { RecordSection } from '../../app/record-section.tsx';
import { endSignIn, signIns } from '../../data/access.ts';
import { useTexts } from '../../texts/texts.ts';

/** Where the account is signed in; any other session can be ended. */
export function SignIns() {
  const { access } = useTexts();
  const { dateTime } = useFormats();
  const list = useQuery(signIns);
  const called = (device: string | null): string => {
    const { browser, system } = deviceParts(device);
    return access.device(browser, system);
  };
  return (
    <RecordSection
      id="sign-ins"
      title={access.title}
      hint={access.hint}
      none=""
      read={list}
      rowOf={({ device, address, last_seen_at, is_this }) => ({
        name: called(device),
        detail: dotted(address, access.seen(dateTime(last_seen_at))),
        badge: is_this ? access.thisOne : null,
      })}
      removal={({ id, device, is_this }) =>
        is_this
          ? null
          : {
              label: access.end,
              said: access.ended(called(device)),
              question: { title: access.endTitle(called(device)), hint: access.endHint, no: access.keep },
              change: () => endSignIn(id),
            }
      }
    />
  );
}

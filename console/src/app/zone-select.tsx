import { NativeSelect } from '@mantine/core';
import { cityOf, zonesByContinent } from '../../../shared/time-zones.ts';
import { useTexts } from '../texts/texts.ts';

/** Chooses the time zone of an account. */
export function ZoneSelect({
  value,
  listed,
  error,
  onChange,
}: {
  value: string;
  /** Is among the choices, whatever the browser knows. */
  listed: string;
  error: string | undefined;
  onChange: (zone: string) => void;
}) {
  const { accountData } = useTexts();
  const option = (zone: string) => (
    <option key={zone} value={zone}>
      {cityOf(zone)}
    </option>
  );
  return (
    <NativeSelect
      label={accountData.zone}
      description={accountData.zoneHint}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {[...zonesByContinent(listed)].map(([continent, zones]) =>
        zones.length === 1 && zones[0] === continent ? (
          option(continent)
        ) : (
          <optgroup key={continent} label={continent}>
            {zones.map(option)}
          </optgroup>
        ),
      )}
    </NativeSelect>
  );
}

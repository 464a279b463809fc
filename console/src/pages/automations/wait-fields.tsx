import { Group, Input, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Email } from '../../data/automations.ts';
import { useTexts } from '../../texts/texts.ts';

export type Wait = Pick<Email, 'waiting_type' | 'waiting_period'>;

/** Ten years, as the service allows. */
const MOST = { instantly: 1, hours: 87_660, days: 3_653 } as const;
const TYPES = ['instantly', 'hours', 'days'] as const;

interface WaitFieldsProps {
  readonly wait: Wait;
  readonly change: (wait: Wait) => void;
  readonly problem: string | undefined;
}

/** How long an email waits after the one before. */
export function WaitFields({ wait: { waiting_type, waiting_period }, change, problem }: WaitFieldsProps) {
  const { wait: texts } = useTexts().automationsPage;
  return (
    <Stack gap="xs">
      <Group align="flex-end">
        <Input.Wrapper label={texts.type} labelElement="div">
          <SegmentedControl
            display="flex"
            aria-label={texts.type}
            data={TYPES.map((value) => ({ value, label: texts.types[value] }))}
            value={waiting_type}
            onChange={(next) =>
              change({ waiting_type: next, waiting_period: Math.min(waiting_period, MOST[next]) })
            }
          />
        </Input.Wrapper>
        {waiting_type !== 'instantly' && (
          <NumberInput
            w="8rem"
            label={texts.period}
            value={waiting_period}
            min={1}
            max={MOST[waiting_type]}
            allowDecimal={false}
            hideControls
            data-autofocus
            error={problem}
            onChange={(value) => change({ waiting_type, waiting_period: Number(value) })}
          />
        )}
      </Group>
      <Text size="sm" className="soft">
        {texts.hint}
      </Text>
    </Stack>
  );
}

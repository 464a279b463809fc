import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Unread } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import { ProblemList } from './problem-list.tsx';
import { Section, type SectionProps } from './section.tsx';

/** What is wrong with the campaign before it goes. */
export function CheckSection({ utr, autosave: { flush } }: SectionProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const check = useMutation({
    mutationFn: async () => ((await flush()) ? api.singleSendCheck({ utr }) : null),
  });
  return (
    <Section title={texts.check}>
      <p className="soft">{texts.checkHint}</p>
      <Button my="sm" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
        {check.data ? texts.checkAgain : texts.checkNow}
      </Button>
      <div role="status">
        {check.isError && <Unread error={check.error} retry={() => check.mutate()} />}
        {check.data && <ProblemList problems={check.data} />}
      </div>
    </Section>
  );
}

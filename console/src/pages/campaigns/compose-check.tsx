import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Unread } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { MailTrial } from './mail-trial.ts';
import { ProblemList } from './problem-list.tsx';
import { Section } from './section.tsx';

export function CheckSection({ trial }: { trial: MailTrial }) {
  const { compose: texts } = useTexts().campaignsPage;
  const check = useMutation({
    mutationFn: async () => ((await trial.ready()) ? trial.check() : null),
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

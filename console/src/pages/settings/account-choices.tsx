import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { notifications } from '../../app/notes.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { accountFacts, saveTracking } from '../../data/account.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { SecondFactor } from './second-factor.tsx';

/** Whether opens and clicks are counted, and whether signing in asks for a code. */
export function AccountChoices() {
  const texts = useTexts();
  const { tracking, factor } = texts.accountData;
  const found = useQuery(accountFacts);
  const track = useMutation({
    mutationFn: saveTracking,
    async onSuccess() {
      notifications.show({ message: tracking.saved });
      await queries.invalidateQueries({ queryKey: accountFacts.queryKey });
    },
    onError: (error) => noteProblem(error, texts),
  });
  const facts = found.data;
  const rest = facts ? null : found.isError ? (
    <Unread error={found.error} retry={() => void found.refetch()} />
  ) : (
    <Waiting rows={2} />
  );
  return (
    <>
      <section className="card" aria-labelledby="second-factor">
        <h2 id="second-factor">{factor.title}</h2>
        {rest}
        {facts && <SecondFactor on={facts.second_factor} />}
      </section>
      <section className="card" aria-labelledby="tracking">
        <h2 id="tracking">{tracking.title}</h2>
        {rest}
        {facts && (
          <>
            <p className="soft">{facts.tracking ? tracking.on : tracking.off}</p>
            <Button variant="default" loading={track.isPending} onClick={() => track.mutate(!facts.tracking)}>
              {facts.tracking ? tracking.stop : tracking.start}
            </Button>
          </>
        )}
      </section>
    </>
  );
}

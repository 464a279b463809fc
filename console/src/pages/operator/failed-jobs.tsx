import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { notifications } from '../../app/notes.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import rows from '../../app/rows.module.css';
import { type FailedJob, failedJobs, retryJob } from '../../data/operator.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { OperatorWaiting } from './operator-page.tsx';

/** Jobs that ended in failure, each with a button that has it tried again. */
export function FailedJobs() {
  const texts = useTexts();
  const { operatorPage } = texts;
  const { dateTime } = useFormats();
  const list = useInfiniteQuery(failedJobs);
  const retry = useMutation({
    mutationFn: retryJob,
    onSuccess: () => notifications.show({ message: operatorPage.retried }),
    onError: (error) => noteProblem(error, texts),
    onSettled: () => queries.invalidateQueries({ queryKey: failedJobs.queryKey }),
  });
  const jobs = list.data?.pages.flatMap(({ message }) => message.jobs);
  const detailOf = ({ given_up_at, tries, next_at }: FailedJob): string =>
    dotted(
      dateTime(given_up_at),
      operatorPage.tries(tries),
      next_at === null ? operatorPage.waitsForOwner : operatorPage.nextTry(dateTime(next_at)),
    );
  return (
    <section className="card" aria-labelledby="jobs">
      <h2 id="jobs">{operatorPage.jobs}</h2>
      <p className="soft">{operatorPage.jobsHint}</p>
      <OperatorWaiting read={list} rows={2} />
      {jobs?.length === 0 && <p>{operatorPage.noJobs}</p>}
      {jobs && jobs.length > 0 && (
        <ul className={rows.rows}>
          {jobs.map((job) => (
            <li key={job.id}>
              <div>
                <strong>{job.id}</strong>
                <div>{job.reason}</div>
                <div className="soft">{detailOf(job)}</div>
              </div>
              <Button
                variant="default"
                size="compact-md"
                aria-label={`${operatorPage.retry}: ${job.id}`}
                loading={retry.isPending && retry.variables === job.id}
                onClick={() => retry.mutate(job.id)}
              >
                {operatorPage.retry}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <MoreButton pages={list} />
    </section>
  );
}

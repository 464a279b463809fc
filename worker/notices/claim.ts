import { now } from '../../common/clock.ts';
import { Notice, type NoticeDocument } from '../../common/models/notices.ts';
import { type Lease, takeLease } from '../../common/store/lease.ts';

const SLACK_MS = 30_000;

/** A notice claimed by this worker, which renews the claim before each mail instead of by a heartbeat. */
export interface HeldNotice {
  readonly notice: NoticeDocument;
  readonly lease: Lease<NoticeDocument>;
}

const claims = (userId: number, patience: number) =>
  ({ model: Notice.of(userId), token: 'claim', until: 'due_at', ms: patience + SLACK_MS }) as const;

export async function claimNotice(userId: number, patience: number): Promise<HeldNotice | null> {
  const taken = await takeLease(
    claims(userId, patience),
    { due_at: { $type: 'date', $lte: now() } },
    { set: { attempts: { $add: ['$attempts', 1] } }, sort: { due_at: 1 }, returnDocument: 'after' },
  );
  return taken && { notice: taken.found, lease: taken.lease };
}

export async function recordPerson({ lease }: HeldNotice, id: number, again: boolean): Promise<void> {
  await lease.write({
    $max: { walked_to: id },
    ...(again ? { $addToSet: { again: id } } : { $pull: { again: id } }),
  });
}

/** Null: forever. Without `counts` the wait is no attempt. The claim stays stored, so the notice takes no more addresses. */
export async function releaseNotice({ lease }: HeldNotice, due: Date | null, counts = true): Promise<void> {
  await lease.write({ $set: { due_at: due }, ...(!counts && { $inc: { attempts: -1 } }) });
}

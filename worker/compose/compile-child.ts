import { serveTasks } from '../../common/rendering/child.ts';
import { RENDER_TASKS } from '../../common/rendering/tasks.ts';
import { type DraftSource, draftMail, type MailDraft } from './compile-mail.ts';

// The process of a worker that renders designs, and compiles the mails that are too large for the worker's own turns.

async function compile(source: DraftSource, begin: () => void): Promise<MailDraft> {
  begin();
  return draftMail(source);
}

serveTasks({ ...RENDER_TASKS, compile });

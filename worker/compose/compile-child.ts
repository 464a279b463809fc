import '../../common/start/compiled.ts';
import { serveTasks } from '../../common/rendering/child.ts';
import { RENDER_TASKS } from '../../common/rendering/tasks.ts';
import { type DraftSource, draftMail, type MailDraft } from './compile-mail.ts';

// A child process of the worker. It renders designs, and compiles mails that are too large to compile in the worker itself.

async function compile(source: DraftSource, begin: () => void): Promise<MailDraft> {
  begin();
  return draftMail(source);
}

serveTasks({ ...RENDER_TASKS, compile });

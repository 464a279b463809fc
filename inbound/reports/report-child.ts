import '../../common/config/compiled.ts';
import { serveTasks } from '../../common/rendering/child.ts';
import { useOwnRules } from '../../common/replies/classify.ts';
import { readOwnRules } from '../../common/replies/own-rules.ts';
import type { ReportTask } from './apart.ts';
import { readReport } from './read-report.ts';

let rules: string | null = null;

// The child process that `apart.ts` starts.
serveTasks({
  async report({ raw, rulesFile }: ReportTask, begin) {
    if (rulesFile !== rules) useOwnRules(readOwnRules(rulesFile));
    rules = rulesFile;
    begin();
    return readReport(raw);
  },
});

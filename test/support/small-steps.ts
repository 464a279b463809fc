type Use = (size?: number) => void;

/**
 * Has each step of a job handle fewer records in the calling `describe`: tests of several steps then need fewer. Loads only the module of
 * that step.
 */
const during =
  (load: () => Promise<Use>) =>
  (size: number): void => {
    let use: Use;
    before(async () => {
      use = await load();
      use(size);
    });
    after(() => use());
  };

/** Rows of a file that an import writes together. */
export const importBatches = during(
  async () => (await import('../../worker/importing/batches.ts')).useBatchRows,
);
/** Rows of a file that a dry run reads. */
export const trialRows = during(async () => (await import('../../worker/importing/try-all.ts')).useTrialRows);
/** Members that a step of the walk over an audience reads. */
export const freezeSteps = during(
  async () => (await import('../../worker/sending/audience/freeze.ts')).useFreezeStep,
);
/** Members whose rows a step of the walk over an audience writes at once. */
export const freezePages = during(
  async () => (await import('../../worker/sending/audience/freeze-step.ts')).useFreezePage,
);
/** Rows of the ledger in a batch. */
export const deliveryBatches = during(
  async () => (await import('../../worker/sending/ledger/insert-deliveries.ts')).useBatchDeliveries,
);
/** Enrollments that a step of an automation reads. */
export const automationSlices = during(
  async () => (await import('../../worker/automations/jobs/automation-step.ts')).useAutomationSlice,
);
/** Mails in doubt that a step of a person’s decision changes. */
export const decisionGroups = during(
  async () => (await import('../../api/services/queries/doubts.ts')).useDecisionGroup,
);
/** Members that a step of the walk into an automation reads. */
export const automationSteps = during(
  async () => (await import('../../worker/automations/jobs/automation-walk.ts')).useAutomationStep,
);
/** Contacts of one note of a change. */
export const changeEntries = during(
  async () => (await import('../../common/changes/contact-changes.ts')).useChangeEntry,
);
/** Rules of segments in one question to the store. */
export const ruleGroups = during(
  async () => (await import('../../worker/segments/matches.ts')).useRulesAtOnce,
);
/** Contacts that a step of the walk of a segment reads. */
export const walkPages = during(async () => (await import('../../worker/segments/page.ts')).useWalkPage);
/** Contacts of which a bulk change looks at each in turn. */
export const bulkLooks = during(async () => (await import('../../worker/contacts/matches.ts')).useLookedAt);
/** Contacts that a step of a bulk change writes. */
export const bulkSteps = during(
  async () => (await import('../../worker/contacts/jobs/bulk-change.ts')).useBulkStep,
);
/** Matches of a search that are sorted in memory. */
export const fewIds = during(async () => (await import('../../api/resources/searches.ts')).useFewIds);

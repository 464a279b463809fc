import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Segment } from '../../../../client/src/index.ts';
import { CONDITIONS_MAX } from '../../../../shared/segment-operators.ts';
import { SAVES } from '../../app/keys.ts';
import { notifications } from '../../app/notes.tsx';
import { OfferedDraftNote } from '../../app/offered-draft.tsx';
import { formState, SaveStateInHead } from '../../app/save-state.tsx';
import { TYPING_MS } from '../../app/search-field.tsx';
import { AudienceSelect } from '../../app/selects.tsx';
import { TEXT_MAX } from '../../app/typed-fields.tsx';
import { segmentDraft, useForgetDrafts, useKeptDraft } from '../../app/use-kept-draft.ts';
import { changedNames, isPartedFrom, pickFields } from '../../data/changed-fields.ts';
import { api, saveInSession } from '../../data/client.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import {
  isComplete,
  newCondition,
  type Rule,
  type RuleField,
  ruleOf,
  writtenRule,
} from '../../data/rules.ts';
import { useTexts } from '../../texts/texts.ts';
import { ChangedElsewhere } from '../campaigns/changed-elsewhere.tsx';
import { ConditionLine } from './condition-line.tsx';
import { RulePreview } from './rule-preview.tsx';

interface SegmentFormProps {
  /** Null for a new one. */
  readonly segment: Segment | null;
  readonly before: Rule;
  readonly fields: readonly RuleField[];
}

interface SegmentDraft {
  readonly name: string;
  readonly rule: Rule;
}

interface SegmentSave {
  readonly segment: Segment | null;
  readonly stored: SegmentDraft;
  readonly fields: readonly RuleField[];
  readonly saved: (sent: SegmentDraft) => void;
}

/** Without the keys of conditions, which name them on the page only. */
const plainOf = ({ name, rule }: SegmentDraft) => ({ name, rule: writtenRule(rule) });

/** Saves a segment, and leads to a new one's page. `isKept`: the person has seen that it was changed elsewhere. */
function useSave({ segment, stored, fields, saved }: SegmentSave) {
  const { segmentsPage } = useTexts();
  const navigate = useNavigate();
  return useMutation({
    /** Null: it was changed elsewhere, and nothing is saved. */
    async mutationFn({ draft, isKept }: { readonly draft: SegmentDraft; readonly isKept: boolean }) {
      const input = { segment_name: draft.name, ...writtenRule(draft.rule) };
      const idempotencyKey = crypto.randomUUID();
      if (!segment) return (await saveInSession(() => api.segmentStore(input, { idempotencyKey }))).id;
      const segment_id = segment.id;
      if (!isKept) {
        const theirs = await api.segmentDetails({ segment_id });
        const now = plainOf({ name: theirs.segment_name, rule: ruleOf(theirs, fields) });
        const [base, mine] = [plainOf(stored), plainOf(draft)];
        if (isPartedFrom(now, pickFields(mine, changedNames(base, mine)), base)) return null;
      }
      await saveInSession(() => api.segmentUpdate({ segment_id, ...input }));
      return segment_id;
    },
    async onSuccess(id, { draft: sent }) {
      if (id === null) return;
      saved(sent);
      notifications.show({ message: segmentsPage.saved(sent.name) });
      await queries.invalidateQueries();
      if (!segment) await navigate({ to: '/segments/$id', params: { id: String(id) } });
    },
  });
}

/** The preview shows the matching contacts while the rule is edited. */
export function SegmentForm({ segment, before, fields }: SegmentFormProps) {
  const texts = useTexts();
  const { segmentsPage } = texts;
  const [stored, setStored] = useState(() => ({ name: segment?.segment_name ?? '', rule: before }));
  const [name, setName] = useState(stored.name);
  const [rule, setRule] = useState(stored.rule);
  const [settled] = useDebouncedValue(rule, TYPING_MS);
  const [isTried, setTried] = useState(false);
  const save = useSave({
    segment,
    stored,
    fields,
    saved(sent) {
      // The segment may not be read again after the save.
      setStored({ ...sent, name: sent.name.trim() });
      kept.saved(sent);
    },
  });
  const forget = useForgetDrafts();
  const isParted = save.data === null;
  const draft = { name, rule };
  const kept = useKeptDraft<SegmentDraft>({
    name: segmentDraft(segment?.id ?? 'new'),
    draft,
    base: stored,
    restore(earlier) {
      if (earlier.name !== undefined) setName(earlier.name);
      if (earlier.rule) setRule(earlier.rule);
    },
  });
  const problems = fieldProblems(save.error);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isComplete(rule)) save.mutate({ draft, isKept: false });
  };
  const isOther = save.isError && problems['segment_name'] === undefined;
  return (
    <div className="columns">
      <section className="card" aria-labelledby="rule">
        <h2 id="rule">{segmentsPage.rule}</h2>
        <form onSubmit={send} noValidate>
          {(segment || kept.isChanged) && (
            <SaveStateInHead state={formState({ ...save, isChanged: kept.isChanged, isParted })} />
          )}
          <Stack mt="sm">
            <OfferedDraftNote offer={kept.offer} isParted={kept.isParted} />
            {segment && isParted && (
              <ChangedElsewhere
                keepMine={async () => void (await save.mutateAsync({ draft, isKept: true }))}
                loadTheirs={async () => {
                  await forget(segmentDraft(segment.id));
                  await queries.invalidateQueries({ queryKey: ['segment', segment.id] });
                }}
              />
            )}
            <TextInput
              aria-required
              label={segmentsPage.name}
              description={segmentsPage.nameHint}
              value={name}
              maxLength={TEXT_MAX}
              error={problems['segment_name']}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <AudienceSelect
              value={String(rule.audience)}
              choose={(id) => setRule((now) => ({ ...now, audience: Number(id) }))}
              error={problems['contact_type_id']}
            />
            <Radio.Group
              label={segmentsPage.match}
              value={rule.any ? 'or' : 'and'}
              onChange={(value) => setRule((now) => ({ ...now, any: value === 'or' }))}
            >
              <Group mt={6}>
                <Radio value="and" label={segmentsPage.all} />
                <Radio value="or" label={segmentsPage.any} />
              </Group>
            </Radio.Group>
            <Conditions
              conditions={rule.conditions}
              fields={fields}
              isTried={isTried}
              set={(change) => setRule((now) => ({ ...now, conditions: change(now.conditions) }))}
            />
            {isOther && <p role="alert">{problemOf(save.error, texts)}</p>}
            <Button type="submit" {...SAVES} loading={save.isPending}>
              {segmentsPage.save}
            </Button>
          </Stack>
        </form>
      </section>
      <RulePreview rule={settled} />
    </div>
  );
}

interface ConditionsProps {
  readonly conditions: Rule['conditions'];
  readonly fields: readonly RuleField[];
  readonly isTried: boolean;
  readonly set: (change: (now: Rule['conditions']) => Rule['conditions']) => void;
}

function Conditions({ conditions, fields, isTried, set }: ConditionsProps) {
  const { segmentsPage } = useTexts();
  const remove = (key: string): void => set((now) => now.filter((one) => one.key !== key));
  return (
    <>
      {conditions.map((condition, at) => (
        <ConditionLine
          key={condition.key}
          at={at + 1}
          condition={condition}
          fields={fields}
          isTried={isTried}
          change={(next) => set((now) => now.map((one) => (one.key === next.key ? next : one)))}
          remove={conditions.length > 1 ? () => remove(condition.key) : null}
        />
      ))}
      <Button
        variant="default"
        disabled={conditions.length >= CONDITIONS_MAX}
        onClick={() => set((now) => [...now, newCondition()])}
      >
        {segmentsPage.addCondition}
      </Button>
    </>
  );
}

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
import { TYPING_MS } from '../../app/search-field.tsx';
import { AudienceSelect } from '../../app/selects.tsx';
import { TEXT_MAX } from '../../app/typed-fields.tsx';
import { segmentDraft, useKeptDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { isComplete, newCondition, type Rule, type RuleField, writtenRule } from '../../data/rules.ts';
import { useTexts } from '../../texts/texts.ts';
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

/** Saves a segment, and leads to a new one's page. */
function useSave(segment: Segment | null, saved: (sent: SegmentDraft) => void) {
  const { segmentsPage } = useTexts();
  const navigate = useNavigate();
  return useMutation({
    async mutationFn({ name, rule }: SegmentDraft) {
      const input = { segment_name: name, ...writtenRule(rule) };
      if (segment) {
        await api.segmentUpdate({ segment_id: segment.id, ...input });
        return segment.id;
      }
      return (await api.segmentStore(input, { idempotencyKey: crypto.randomUUID() })).id;
    },
    async onSuccess(id, sent) {
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
  const [stored] = useState(() => ({ name: segment?.segment_name ?? '', rule: before }));
  const [name, setName] = useState(stored.name);
  const [rule, setRule] = useState(stored.rule);
  const [settled] = useDebouncedValue(rule, TYPING_MS);
  const [isTried, setTried] = useState(false);
  const save = useSave(segment, (sent) => kept.saved(sent));
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
    if (isComplete(rule)) save.mutate(draft);
  };
  const isOther = save.isError && problems['segment_name'] === undefined;
  return (
    <div className="columns">
      <section className="card" aria-labelledby="rule">
        <h2 id="rule">{segmentsPage.rule}</h2>
        <form onSubmit={send} noValidate>
          <Stack mt="sm">
            <OfferedDraftNote offer={kept.offer} isParted={kept.isParted} />
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

import { useQuery } from '@tanstack/react-query';
import type { Automation } from '../../data/automations.ts';
import { contactTypes, segments } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';

/** Returns a function that names the audience or segment of an automation; the name is empty while names load. */
export function useAudienceName(): (automation: Automation) => string {
  const { automationsPage: texts } = useTexts();
  const types = useQuery(contactTypes);
  const rules = useQuery(segments);
  return ({ automation_for, automation_for_table }) => {
    if (automation_for === 0) return texts.noAudience;
    const isSegment = automation_for_table === 'segments_';
    const name = isSegment
      ? rules.data?.find(({ id }) => id === automation_for)?.segment_name
      : types.data?.find(({ id }) => id === automation_for)?.name;
    return name ?? ((isSegment ? rules.data : types.data) ? texts.lostAudience : '');
  };
}

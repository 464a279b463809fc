import { useIntersection } from '@mantine/hooks';

/** Whether a part of the page is in view, or shortly below it. */
export function useNear() {
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  return { ref, isNear: entry?.isIntersecting === true };
}

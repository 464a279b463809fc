import { useQuery } from '@tanstack/react-query';
import { type BrandLook, NO_BRAND } from './brand-look.ts';
import { brand } from './lists.ts';

/** No brand until it is read, and if that fails: designs work without it. */
export const useBrand = (): BrandLook => useQuery(brand).data ?? NO_BRAND;

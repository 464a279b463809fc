// MJML has padding as one value of one to four lengths, and as one value per side.

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
type Side = (typeof SIDES)[number];
export type Space = Readonly<Record<Side, number | null>>;

const pixels = (text: string | undefined): number | null => {
  const found = /^(\d+(?:\.\d+)?)(?:px)?$/.exec(text ?? '');
  return found ? Number(found[1]) : null;
};

/** Pixels at each side; null: set elsewhere in the design. */
export function spaceOf(attributes: Readonly<Record<string, string | undefined>>): Space {
  const all = (attributes['padding'] ?? '').split(/\s+/).filter(Boolean);
  const [top, right = top, bottom = top, left = right] = all;
  const short = { top, right, bottom, left };
  return Object.fromEntries(
    SIDES.map((side) => [side, pixels(attributes[`padding-${side}`] ?? short[side])]),
  ) as Space;
}

/** Attributes that set these sides and keep the others. */
export const withSpace = (sides: readonly Side[], value: number): Readonly<Record<string, string>> =>
  Object.fromEntries(sides.map((side) => [`padding-${side}`, `${value}px`]));

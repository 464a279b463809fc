import { Button, createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core';
import type { Texts } from '../texts/texts.ts';

const BRAND: MantineColorsTuple = [
  '#eef3fb',
  '#dbe6f8',
  '#b7cdf1',
  '#8cb6ff',
  '#5f93e6',
  '#3f7bd8',
  '#1f5fc4',
  '#1b54ad',
  '#174996',
  '#123b7a',
];

const DARK: MantineColorsTuple = [
  '#e7ecf3',
  '#c3ccd8',
  '#a3afbf',
  '#7d8a9c',
  '#364152',
  '#2a3444',
  '#1a212b',
  '#10151c',
  '#0c1015',
  '#080b0f',
];

export const themeOf = ({ close }: Texts) =>
  createTheme({
    colors: { brand: BRAND, dark: DARK },
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 3 },
    // Mantine writes white on the accent, which is too light for that in the dark.
    variantColorResolver: (input) =>
      input.variant === 'filled' && (input.color === undefined || input.color === 'brand')
        ? {
            background: 'var(--accent)',
            hover: 'color-mix(in srgb, var(--accent) 88%, var(--ink))',
            color: 'var(--on-accent)',
            border: '1px solid transparent',
          }
        : defaultVariantColorsResolver(input),
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
    defaultRadius: 'md',
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    components: {
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
      Anchor: { defaultProps: { underline: 'always' } },
      Badge: { defaultProps: { tt: 'none' } },
      // Buttons in rows of a list are lower, and their texts as large as those of the others.
      Button: Button.extend({
        vars: (_, { size }) => ({
          root: size === 'compact-md' ? { '--button-fz': 'var(--mantine-font-size-sm)' } : {},
        }),
      }),
    },
  });

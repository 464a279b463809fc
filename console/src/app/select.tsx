import { Select as MantineSelect, type SelectProps } from '@mantine/core';
import { type FocusEventHandler, useState } from 'react';

/**
 * Mantine draws a closed list, too, and lays out the whole page for each one to place it. The first arrow key needs the list, so it is drawn from the first
 * focus on.
 */
export function useListOnFocus(onFocus?: FocusEventHandler<HTMLInputElement>) {
  const [isDrawn, setDrawn] = useState(false);
  const draw: FocusEventHandler<HTMLInputElement> = (event) => {
    setDrawn(true);
    onFocus?.(event);
  };
  return { comboboxProps: { keepMounted: isDrawn }, onFocus: draw };
}

export const Select = <Value extends string = string>({ onFocus, ...props }: SelectProps<Value>) => (
  <MantineSelect {...props} {...useListOnFocus(onFocus)} />
);

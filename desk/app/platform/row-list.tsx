import type { ComponentProps } from 'react';

/** Rows with a line between them, in a card. `small` texts stand below each other. */
export const RowList = (props: Omit<ComponentProps<'ul'>, 'className'>) => (
  <ul {...props} className="divide-y divide-border *:px-4 *:py-2.5 [&_small]:block [&_small]:text-xs" />
);

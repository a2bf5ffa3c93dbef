import type { ComponentProps } from 'react';

/** The rows of a card, with lines between them. `<small>` texts of a row are below each other. */
export const RowList = (props: Omit<ComponentProps<'ul'>, 'className'>) => (
  <ul {...props} className="divide-y divide-border *:px-4 *:py-2.5 [&_small]:block [&_small]:text-xs" />
);

import { cx } from '@ceiba/ui/class-names';
import type { ReactNode } from 'react';
import { ScrollRegion } from './scroll-region.tsx';

/** A table that scrolls inside itself. Heads of columns: first `texts`, then right-aligned `numbers`. `children`: the rows. */
export const Table = ({
  label,
  texts,
  numbers = [],
  hasActions = false,
  look,
  frame,
  children,
}: {
  label: string;
  texts: readonly string[];
  numbers?: readonly string[];
  /** True if the last column contains the actions of a row. */
  hasActions?: boolean;
  look?: string;
  /** Classes of the region in which the table scrolls. */
  frame?: string;
  children: ReactNode;
}) => (
  <ScrollRegion label={label} {...(frame !== undefined && { className: frame })}>
    <table className={cx('data-table', look)}>
      <thead>
        <tr>
          {texts.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {numbers.map((head) => (
            <th key={head} scope="col" className="text-right">
              {head}
            </th>
          ))}
          {hasActions && (
            <th scope="col" data-actions>
              <span className="sr-only">Acciones</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </ScrollRegion>
);

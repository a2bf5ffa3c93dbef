import { cx } from '@ceiba/ui/class-names';
import type { ReactNode } from 'react';
import { ScrollRegion } from './scroll-region.tsx';

/** A table that scrolls in itself. `texts` and `numbers` head its columns, in that order; `children` are its rows. */
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
  /** A last column holds what can be done with a row. */
  hasActions?: boolean;
  look?: string;
  /** Of the region it scrolls in. */
  frame?: string;
  children: ReactNode;
}) => (
  <ScrollRegion label={label} {...(frame !== undefined && { className: frame })}>
    <table className={cx('tbl', look)}>
      <thead>
        <tr>
          {texts.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {numbers.map((head) => (
            <th key={head} scope="col" className="r">
              {head}
            </th>
          ))}
          {hasActions && (
            <th scope="col">
              <span className="sr">Acciones</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </ScrollRegion>
);

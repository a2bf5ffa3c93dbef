import type { ReactNode } from 'react';
import { nothing } from '../platform/formats.ts';

/** What something is called and what it is; of null or an empty text nothing is known. */
export type Fact = readonly [label: string, value: string | null];

/** Facts under one another. `isWrapped`: long ones break anywhere. `children`: a sum below them. */
export const Facts = ({
  facts,
  isWrapped = false,
  children,
}: {
  facts: readonly Fact[];
  isWrapped?: boolean;
  children?: ReactNode;
}) => (
  <dl className="kv">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={isWrapped ? 'wrap-any' : undefined}>{value === null || value === '' ? nothing : value}</dd>
      </div>
    ))}
    {children}
  </dl>
);

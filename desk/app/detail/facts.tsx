import type { ReactElement, ReactNode } from 'react';
import { nothing } from '../platform/formats.ts';

/** A name and a value. Shows a null or empty value as unknown. */
export type Fact = readonly [label: string, value: ReactElement | string | null];

/** A column of facts. `isWrapped`: long values break anywhere. `children`: a total below the facts. */
export const Facts = ({
  facts,
  isWrapped = false,
  children,
}: {
  facts: readonly Fact[];
  isWrapped?: boolean;
  children?: ReactNode;
}) => (
  <dl className="facts">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={isWrapped ? 'wrap-anywhere' : undefined}>{value === null || value === '' ? nothing : value}</dd>
      </div>
    ))}
    {children}
  </dl>
);

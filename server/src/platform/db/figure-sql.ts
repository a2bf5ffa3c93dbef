import type { Figure } from '@ceiba/domain/reports/figures';

/**
 * Returns the SQL of a figure, composed from the SQL of its parts: `(r.amount + r.points_amount)`. The parts are constants of the program,
 * never user input.
 */
export const figureSql = <Part extends string>(
  { parts }: Figure<Part>,
  columns: Readonly<Record<Part, string>>,
): string => {
  const terms: string[] = [];
  for (const name in parts) terms.push(`${parts[name] === 1 ? '+' : '-'} ${columns[name]}`);
  return `(${terms.join(' ').replace(/^\+ /, '')})`;
};

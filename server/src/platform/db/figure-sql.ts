import type { Figure } from '@ceiba/domain/reports/figures';

/** SQL of a figure by SQL of its parts: `(r.amount + r.points_amount)`. Values of this program alone, never what somebody typed. */
export const figureSql = <Part extends string>(
  { parts }: Figure<Part>,
  columns: Readonly<Record<Part, string>>,
): string => {
  const terms: string[] = [];
  for (const name in parts) terms.push(`${parts[name] === 1 ? '+' : '-'} ${columns[name]}`);
  return `(${terms.join(' ').replace(/^\+ /, '')})`;
};

import { unwrap } from '@ceiba/client/call-failure';
import type { BankPlans } from '@ceiba/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../platform/api.ts';
import { useHasCome } from '../platform/clock.ts';

/** The product or the cart to pay. `version`: changes with everything that may change its price. */
export type ToPay = ({ sku: string; quantity: number } | { cartId: string }) & { version: string };

/** Milliseconds between requests after a promotion has ended, until the answer no longer contains that promotion. */
const askAgainMs = 2_000;

const endOf = (rows: BankPlans['rows']): number | null => {
  const ends = rows.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]));
  return ends.length === 0 ? null : Math.min(...ends);
};

/**
 * Requests the plans of each bank's cards (BANK-02), or of one card by its first six digits. At the second when a promotion ends, the answer is
 * dropped and requested again (BANK-07).
 */
export function useBankPlans(toPay: ToPay, { bin, isWanted }: { bin: string | null; isWanted: boolean }) {
  const query = useQuery({
    queryKey: ['bank-plans', toPay, bin],
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<BankPlans> => {
      const { version: _, ...asked } = toPay;
      return unwrap(await api('getBankPlans', { query: { ...asked, ...(bin !== null && { bin }) } }, { signal })).data;
    },
  });
  const { data, refetch } = query;
  const isOver = useHasCome(data === undefined ? null : endOf(data.rows));
  useEffect(() => {
    if (!isOver) return;
    void refetch();
    const timer = setInterval(() => void refetch(), askAgainMs);
    return () => clearInterval(timer);
  }, [isOver, refetch]);
  return { ...query, data: isOver ? undefined : data };
}

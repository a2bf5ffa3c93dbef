import { type Centavos, quetzales } from '@ceiba/domain/money/money';

export interface DemoCoupon {
  code: string;
  label: string;
  /** One of both: a share in basis points, or an amount. */
  percentBasisPoints: number | null;
  amount: Centavos | null;
  cap: Centavos | null;
  minimumSubtotal: Centavos;
  startsAt: Date | null;
  endsAt: Date | null;
  totalLimit: number | null;
  usedCount: number;
}

const dayMs = 86_400_000;

/**
 * DEC-78: one that takes a share, one that takes an amount, one that has ended, one that is used up (its limit is none:
 * uses without orders would be a finding of the invariants).
 */
export function demoCoupons(now: Date): DemoCoupon[] {
  const open = {
    cap: null,
    minimumSubtotal: quetzales(0),
    startsAt: null,
    endsAt: null,
    totalLimit: null,
    usedCount: 0,
  };
  const ended = { startsAt: new Date(now.getTime() - 60 * dayMs), endsAt: new Date(now.getTime() - dayMs) };
  return [
    {
      ...open,
      code: 'BIENVENIDO10',
      label: '10% de bienvenida',
      percentBasisPoints: 1_000,
      amount: null,
      cap: quetzales(300),
    },
    {
      ...open,
      code: 'MAX100',
      label: 'Q100 de descuento',
      percentBasisPoints: null,
      amount: quetzales(100),
      minimumSubtotal: quetzales(1_000),
    },
    { ...open, ...ended, code: 'VENCIDO', label: '15% de temporada', percentBasisPoints: 1_500, amount: null },
    {
      ...open,
      code: 'LIMITE',
      label: '20% primeras compras',
      percentBasisPoints: 2_000,
      amount: null,
      totalLimit: 0,
    },
  ];
}

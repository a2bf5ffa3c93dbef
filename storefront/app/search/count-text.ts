/** Totals are exact up to 10,000 and capped there (DEC-180). */
export const countText = (total: number): string => {
  if (total === 1) return '1 producto';
  return total >= 10_000 ? 'Más de 10,000 productos' : `${total.toLocaleString('en-US')} productos`;
};

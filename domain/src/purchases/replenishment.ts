/** Days of sales that a proposed order lasts, after the days of its way. */
const replenishedDays = 30;

interface Demand {
  /** Units sold in the last 30 and 90 days. */
  sold30: number;
  sold90: number;
  /** Units for sale at all places. */
  salable: number;
  onOrder: number;
  /** Days between an order and its goods. */
  leadDays: number;
}

/**
 * Units sold per day, in the last month or in the last three months, whichever is more. So a product with growing sales
 * does not run out.
 */
const soldADay = ({ sold30, sold90 }: Pick<Demand, 'sold30' | 'sold90'>): number => Math.max(sold30 / 30, sold90 / 90);

/** Whole days until the units for sale are sold. Null without sales. */
export const daysOfCover = (demand: Pick<Demand, 'sold30' | 'sold90' | 'salable'>): number | null => {
  const rate = soldADay(demand);
  return rate === 0 ? null : Math.floor(demand.salable / rate);
};

/**
 * Units to order (BUY-05): the sales during the delivery and `replenishedDays`, minus the units for sale and on order.
 * Never below 0.
 */
export const proposedQuantity = (demand: Demand): number => {
  const needed = Math.ceil((Math.max(demand.sold30 * 3, demand.sold90) * (demand.leadDays + replenishedDays)) / 90);
  return Math.max(0, needed - demand.salable - demand.onOrder);
};

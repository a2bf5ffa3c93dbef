/** Steps and summary: one column up to 1023 px, from there the summary at the right. */
export const checkoutGridClass =
  'wrap grid max-w-checkout gap-4 pt-4 lg:grid-cols-[minmax(0,1fr)_384px] lg:items-start lg:gap-8 lg:pt-8';

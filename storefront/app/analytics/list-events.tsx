import type { Product } from '@ceiba/contract/catalog';
import { listEvent } from '@ceiba/domain/analytics/ecommerce-event';
import { amountOf } from '@ceiba/ui/price';
import { useEffect, useRef } from 'react';
import { pushEvent } from './ecommerce-events.ts';

const lineOf = (product: Product) => ({
  sku: product.sku,
  title: product.title,
  brand: product.brand.title,
  categories: product.categories.map(({ title }) => title),
  salesPrice: amountOf(product.salesPrice?.value ?? 0),
  quantity: 1,
});

/**
 * Measures the product list beside this element: the showing of the list, and the opened product (DEC-201). `listId` is the answer's `resultId`. The
 * listener is on the common parent, because cards may be server markup that no component has hydrated.
 */
export default function ListEvents({ listId, products }: { listId: string; products: readonly Product[] }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const lines = products.map(lineOf);
    pushEvent(listEvent('view_item_list', listId, lines, 0));
    const onClick = ({ target }: MouseEvent): void => {
      const link = target instanceof Element ? target.closest('a') : null;
      const index = products.findIndex(({ slug }) => link?.getAttribute('href') === `/${slug}`);
      const chosen = lines[index];
      if (chosen !== undefined) pushEvent(listEvent('select_item', listId, [chosen], index));
    };
    const list = place.current?.closest('section') ?? place.current?.parentElement;
    // Captures the click before the router handles it.
    list?.addEventListener('click', onClick, true);
    return () => list?.removeEventListener('click', onClick, true);
  }, [listId, products]);
  return <span ref={place} hidden />;
}

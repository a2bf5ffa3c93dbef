import type { ReactNode } from 'react';
import { Rail } from '../ui/rail.tsx';
import { type PackedCard, useCards } from './packed-card.ts';
import { CardItem } from './product-card.tsx';

/** A row of product cards under a title. */
export default function ProductRail({
  id,
  title,
  products,
  action,
}: {
  id: string;
  title: string;
  products: readonly PackedCard[];
  action?: ReactNode;
}) {
  return (
    <Rail id={id} title={title} action={action}>
      {useCards(products).map((product) => (
        <CardItem key={product.sku} product={product} />
      ))}
    </Rail>
  );
}

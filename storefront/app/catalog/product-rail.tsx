import { Rail } from '@ceiba/ui/rail';
import type { ReactNode } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';
import { type PackedCard, useCards } from './packed-card.ts';
import { CardItem } from './product-card.tsx';

const ListEvents = lazyPart(() => import('../analytics/list-events.tsx'), { fallback: null });

/** A row of product cards under a title. With `resultId` the row is measured. */
export default function ProductRail({
  id,
  title,
  products,
  action,
  resultId,
}: {
  id: string;
  title: string;
  products: readonly PackedCard[];
  action?: ReactNode;
  resultId?: string | null;
}) {
  const cards = useCards(products);
  return (
    <Rail
      id={id}
      title={title}
      action={
        <>
          {action}
          {resultId && <ListEvents listId={resultId} products={cards} />}
        </>
      }
    >
      {cards.map((product) => (
        <CardItem key={product.sku} product={product} />
      ))}
    </Rail>
  );
}

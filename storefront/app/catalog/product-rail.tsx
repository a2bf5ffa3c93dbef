import type { ReactNode } from 'react';
import { Rail } from '../ui/rail.tsx';
import type { CardProduct } from './card-product.ts';
import { ProductCard } from './product-card.tsx';

/** A row of product cards under a title. */
export default function ProductRail({
  id,
  title,
  products,
  action,
}: {
  id: string;
  title: string;
  products: readonly CardProduct[];
  action?: ReactNode;
}) {
  return (
    <Rail id={id} title={title} action={action}>
      {products.map((product) => (
        <li key={product.sku}>
          <ProductCard product={product} />
        </li>
      ))}
    </Rail>
  );
}

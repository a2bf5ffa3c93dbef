import type { CardProduct } from '../catalog/card-product.ts';
import { ProductCard } from '../catalog/product-card.tsx';

/** Cards whose pictures load at once: the first row of the widest grid. */
const eagerCards = 4;

/** 2 columns, 3 from 640 px, 4 from 1280 px. */
export function ProductGrid({ products }: { products: readonly CardProduct[] }) {
  return (
    <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 sm:gap-4 xl:grid-cols-4">
      {products.map((product, index) => (
        <li key={product.sku} className="min-w-0">
          <ProductCard product={product} heading="h2" eager={index < eagerCards} />
        </li>
      ))}
    </ul>
  );
}

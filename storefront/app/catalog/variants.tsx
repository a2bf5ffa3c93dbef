import { cx } from '@ceiba/ui/class-names';
import { Picture } from '@ceiba/ui/picture';
import { Link } from 'react-router';
import type { ProductPageData } from './product-page-data.ts';

/** Links to the other variants of the same model. */
export default function Variants({ product }: { product: ProductPageData['product'] }) {
  const chosen = product.variants.find(({ slug }) => slug === product.slug);
  return (
    <nav aria-label="Variantes" className="grid gap-2">
      <p className="text-sm text-ink-soft">
        Color: <b className="font-semibold text-ink">{chosen?.label}</b>
      </p>
      <ul className="flex flex-wrap gap-2.5">
        {product.variants.map((variant) => {
          const isShown = variant.slug === product.slug;
          const isOut = variant.status === 'OUT_OF_STOCK';
          return (
            <li key={variant.sku}>
              <Link
                to={`/${variant.slug}`}
                aria-current={isShown ? 'page' : undefined}
                aria-label={isOut ? `${variant.label}, agotado` : variant.label}
                preventScrollReset
                className={cx(
                  'well size-16 rounded-md',
                  isShown
                    ? 'shadow-[inset_0_0_0_2px_var(--color-primary)]'
                    : 'shadow-[inset_0_0_0_1px_var(--color-border-strong)] hover:shadow-[inset_0_0_0_1.5px_var(--color-border-control)]',
                )}
              >
                <Picture
                  image={variant.image}
                  alt=""
                  width={56}
                  className={cx('size-[86%] object-contain', isOut && 'opacity-45 grayscale')}
                />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

import { fixedTags } from '@ceiba/domain/catalog/tags';
import { Icon } from '@ceiba/ui/icon';
import { Picture } from '@ceiba/ui/picture';
import { ProductTag } from '@ceiba/ui/tag';
import type { ProductPageData } from './product-page-data.ts';
import { WarrantyChoice } from './warranty-choice.tsx';

/** What comes with the product: gifts, warranties and the installation guide. */
export default function ProductExtras({ product }: Pick<ProductPageData, 'product'>) {
  const { warranties, freeProducts, installationGuide } = product;
  const canBeBought = product.status === 'IN_STOCK' && product.salesPrice !== null;
  if (freeProducts.length === 0 && !installationGuide && !(warranties.length > 0 && canBeBought)) return null;
  return (
    <div className="grid gap-5">
      {freeProducts.map((gift) => (
        <section key={gift.title} className="panel flex items-center gap-3.5 p-3!">
          <div className="well size-18 flex-none rounded-md">
            <Picture image={gift.image} alt="" width={64} className="size-[88%] object-contain" />
          </div>
          <div className="min-w-0 flex-1 text-sm">
            <ProductTag tag={fixedTags.giftDetail} />
            <p className="mt-1 font-semibold">{gift.title}</p>
          </div>
        </section>
      ))}
      {warranties.length > 0 && canBeBought && <WarrantyChoice warranties={warranties} />}
      {installationGuide && (
        <a
          href={installationGuide.url}
          className="inline-flex min-h-touch items-center gap-2 justify-self-start text-sm font-semibold text-link hover:underline"
        >
          <Icon name="wrench" size="sm" />
          {installationGuide.title}
        </a>
      )}
    </div>
  );
}

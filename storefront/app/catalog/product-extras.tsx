import { fixedTags } from '@ceiba/domain/catalog/tags';
import { Link } from 'react-router';
import { useSession } from '../auth/session-store.ts';
import { Icon } from '../ui/icon.tsx';
import { Picture } from '../ui/picture.tsx';
import { ProductTag } from '../ui/tag.tsx';
import type { ProductPageData } from './product-page-data.ts';
import { WarrantyChoice } from './warranty-choice.tsx';

/** What comes with the product: gifts, warranties, points and the installation guide. */
export default function ProductExtras({ page: { product, points } }: { page: ProductPageData }) {
  const { warranties, freeProducts, installationGuide } = product;
  const canBeBought = product.status === 'IN_STOCK' && product.salesPrice !== null;
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
      {points !== null && <PointsBanner {...points} />}
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

/** CAT-18; `signUp` is for who has no account (DEC-47): customers join on their points page, members have joined. */
function PointsBanner({ text, signUp }: { text: string; signUp: string }) {
  const session = useSession();
  return (
    <div className="flex items-center gap-3.5 rounded-lg bg-linear-100 from-maiz-50 to-maiz-100 px-4 py-3.5 text-sm text-maiz-700">
      <span className="grid size-10 flex-none place-items-center rounded-full bg-[radial-gradient(circle_at_34%_28%,#ffe9a8,#f0b429_55%,#b87a08)] text-[#5e3c00] shadow-[inset_0_0_0_3px_rgb(255_255_255/.35)]">
        <Icon name="star" />
      </span>
      <p>
        <span className="font-semibold">{text}</span>{' '}
        {!session?.registerLeal && (
          <Link to={session ? '/dashboard/points' : '/register'} className="inline-block underline underline-offset-3">
            {signUp}
          </Link>
        )}
      </p>
    </div>
  );
}

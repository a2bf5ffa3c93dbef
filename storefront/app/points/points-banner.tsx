import type { Cart } from '@ceiba/contract/carts';
import { bannerPrograms, isProgramAllowed } from '@ceiba/domain/points/points';
import { Icon } from '@ceiba/ui/icon';
import { listText } from '../platform/list-text.ts';
import { useShopData } from '../platform/shop-data.ts';

/** The points that can pay this cart (DEC-112, PTS-13, FLAG-02). Renders nothing without such points. */
export function PointsBanner({ cart }: { cart: Cart }) {
  const { flags } = useShopData();
  const forPoints = { isThirdParty: cart.is3p, hasDonation: cart.donation !== null };
  const titles = bannerPrograms(flags)
    .filter(({ name }) => isProgramAllowed(name, forPoints, flags))
    .map(({ title }) => title);
  if (titles.length === 0) return null;
  return (
    <p className="flex items-center gap-3 rounded-lg bg-maiz-100 px-4 py-3.5 text-sm text-tag-regalo-fg">
      <Icon name="coins" />
      <span>
        Paga con tus puntos: <b className="font-semibold">{listText(titles)}</b>. Los canjeas al pagar.
      </span>
    </p>
  );
}

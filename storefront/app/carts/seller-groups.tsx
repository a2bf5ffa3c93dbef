import type { Cart } from '@ceiba/contract/carts';
import { areSellerNamesVisible, groupBySeller } from '@ceiba/domain/carts/cart-line';
import { sellerLink } from '@ceiba/domain/sellers/seller-slug';
import { Icon } from '@ceiba/ui/icon';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import { Link } from 'react-router';
import { CartLineRow, type LineDate, type SavingForLater } from './cart-line-row.tsx';
import { type CartLine, cartLines, lineTitleId } from './cart-lines.ts';
import type { LineChanges } from './use-change-line.ts';

/** Lines by seller; the names show only when another seller takes part (SEL-05). */
export function SellerGroups({
  cart,
  changes,
  later,
  dateOf,
}: {
  cart: Cart;
  changes: LineChanges;
  later: SavingForLater;
  dateOf: (line: CartLine) => LineDate;
}) {
  const groups = groupBySeller(cartLines(cart));
  const ids = groups.flatMap(({ lines }) => lines.map(({ item }) => item.cartItemId));
  const keepFocus = useFocusAfterRemoval(ids, lineTitleId, 'titulo-carrito');
  const areNamesVisible = areSellerNamesVisible(groups);
  return groups.map((group) => (
    <section
      key={group.sellerId}
      aria-label={areNamesVisible ? `Vendido por ${group.sellerTitle}` : 'Productos'}
      className="overflow-hidden rounded-lg bg-surface shadow-[0_0_0_1px_var(--color-border)]"
    >
      {areNamesVisible && (
        <p className="flex items-center gap-2.5 border-b border-border px-4 py-3.5 text-sm sm:px-5">
          <Icon name="store" className="text-primary" />
          <span>
            Vendido por{' '}
            <Link to={sellerLink({ id: group.sellerId, title: group.sellerTitle })} className="link">
              {group.sellerTitle}
            </Link>
          </span>
        </p>
      )}
      <ul>
        {group.lines.map((line) => (
          <CartLineRow
            key={line.item.cartItemId}
            line={line}
            changes={changes}
            later={later}
            date={dateOf(line)}
            onRemove={() => keepFocus(line.item.cartItemId)}
          />
        ))}
      </ul>
    </section>
  ));
}

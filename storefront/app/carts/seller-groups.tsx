import type { Cart } from '@ceiba/contract/carts';
import { areSellerNamesVisible, groupBySeller } from '@ceiba/domain/carts/cart-line';
import { sellerLink } from '@ceiba/domain/sellers/seller-slug';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { CartLineRow, lineTitleId } from './cart-line-row.tsx';
import { type CartLine, cartLines } from './cart-lines.ts';
import type { LineChanges } from './use-change-line.ts';

/** Lines by seller; the names show only when another seller takes part (SEL-05). */
export function SellerGroups({
  cart,
  changes,
  dateOf,
}: {
  cart: Cart;
  changes: LineChanges;
  /** When a line would arrive, null while that is not known. */
  dateOf: (line: CartLine) => string | null;
}) {
  const groups = groupBySeller(cartLines(cart));
  const keepFocus = useFocusAfterRemoval(groups.flatMap((group) => group.lines));
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
            dateText={dateOf(line)}
            onRemove={() => keepFocus(line.item.cartItemId)}
          />
        ))}
      </ul>
    </section>
  ));
}

/** Where a line goes, the focus goes to the line that takes its place, else to the title: never to the page's start. */
function useFocusAfterRemoval(lines: readonly CartLine[]): (cartItemId: string) => void {
  const leaving = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const gone = leaving.current;
    if (gone === null || lines.some((line) => line.item.cartItemId === gone.id)) return;
    leaving.current = null;
    const next = lines[Math.min(gone.index, lines.length - 1)];
    const target = next === undefined ? 'titulo-carrito' : lineTitleId(next.item.cartItemId);
    document.getElementById(target)?.focus();
  }, [lines]);
  // The last line takes this whole part with it.
  useEffect(
    () => () => {
      if (leaving.current !== null) document.getElementById('titulo-carrito')?.focus();
    },
    [],
  );
  return (id) => {
    leaving.current = { id, index: lines.findIndex((line) => line.item.cartItemId === id) };
  };
}

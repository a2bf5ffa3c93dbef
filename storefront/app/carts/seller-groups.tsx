import type { Cart } from '@ceiba/contract/carts';
import { unavailableLinesTexts } from '@ceiba/domain/carts/after-removal';
import { areSellerNamesVisible, groupBySeller } from '@ceiba/domain/carts/cart-line';
import { mustBeRemoved } from '@ceiba/domain/carts/line-removal';
import { sellerLink } from '@ceiba/domain/sellers/seller-slug';
import { Icon } from '@ceiba/ui/icon';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CartLineRow, type LineDate, type SavingForLater } from './cart-line-row.tsx';
import { type CartLine, cartLines, lineTitleId } from './cart-lines.ts';
import type { LineChanges } from './use-change-line.ts';

/**
 * Groups lines by seller; lines that must be removed form their own group. Seller names show only if a third party sells some of the lines
 * (SEL-05).
 */
export function SellerGroups({
  cart,
  changes,
  later,
  dateOf,
  onSetAside,
}: {
  cart: Cart;
  changes: LineChanges;
  later: SavingForLater;
  dateOf: (line: CartLine) => LineDate;
  /** Moves a line that cannot be ordered together with the others to the next order. Null for all other lines. */
  onSetAside: (line: CartLine) => (() => void) | null;
}) {
  const lines = cartLines(cart);
  const apart = lines.filter(mustBeRemoved);
  const groups = groupBySeller(lines.filter((line) => !mustBeRemoved(line)));
  const ids = [...apart, ...groups.flatMap((group) => group.lines)].map(({ item }) => item.cartItemId);
  const keepFocus = useFocusAfterRemoval(ids, lineTitleId, 'titulo-carrito');
  const areNamesVisible = areSellerNamesVisible(groups);
  const row = (line: CartLine) => (
    <CartLineRow
      key={line.item.cartItemId}
      line={line}
      changes={changes}
      later={later}
      date={dateOf(line)}
      onRemove={() => keepFocus(line.item.cartItemId)}
      onSetAside={onSetAside(line)}
    />
  );
  return (
    <>
      {apart.length > 0 && (
        <section aria-labelledby="no-disponibles" className={groupClass}>
          <div className="border-b border-border px-4 py-3.5 sm:px-5">
            <h2 id="no-disponibles" className="heading-card">
              {unavailableLinesTexts.title}
            </h2>
            <p className="text-sm text-ink-soft">{unavailableLinesTexts.message}</p>
          </div>
          <ul>{apart.map(row)}</ul>
        </section>
      )}
      {groups.map((group) => (
        <SellerGroup key={group.sellerId} group={group} isNamed={areNamesVisible}>
          {group.lines.map(row)}
        </SellerGroup>
      ))}
    </>
  );
}

const groupClass = 'overflow-hidden rounded-lg bg-surface shadow-[0_0_0_1px_var(--color-border)]';

function SellerGroup({
  group,
  isNamed,
  children,
}: {
  group: { sellerId: number; sellerTitle: string };
  isNamed: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-label={isNamed ? `Vendido por ${group.sellerTitle}` : 'Productos'} className={groupClass}>
      {isNamed && (
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
      <ul>{children}</ul>
    </section>
  );
}

import type { CartItem } from '@ceiba/contract/carts';
import { afterRemovalTexts, unitsToAddAgain } from '@ceiba/domain/carts/after-removal';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { create } from 'zustand';
import { cartLines } from './cart-lines.ts';
import { useCartId } from './cart-store.ts';
import { type RemovedLine, unitsInCart, useBringBack } from './undo-removal.tsx';

interface RemovedForGood extends RemovedLine {
  /** Units that were available when the line was removed. */
  left: number;
}

/** Lines that had to be removed (CART-19). Each row offers an alternative, and stays until the shopper closes it or loads another page. */
const useGoneLines = create<{ lines: readonly RemovedForGood[] }>(() => ({ lines: [] }));

/** The line that was just removed. Its offer takes the focus and scrolls into view. */
let fresh: RemovedForGood | null = null;

const close = (line: RemovedForGood): void =>
  useGoneLines.setState(({ lines }) => ({ lines: lines.filter((other) => other !== line) }));

/** `items`: the cart's items without the removed line. */
export function offerInstead(line: RemovedLine, items: readonly CartItem[]): void {
  const left = cartLines({ items: [line.item] }).map((one) => unitsToAddAgain(one, unitsInCart(items, line.item)));
  const removedLine = { ...line, left: left[0] ?? 0 };
  fresh = removedLine;
  useGoneLines.setState(({ lines }) => ({ lines: [...lines, removedLine] }));
}

/** Offers that appear after lines had to be removed. `notify` asks for a mail when a product is available again. */
export function AfterRemoval({ notify }: { notify: (item: CartItem) => ReactNode }) {
  const cartId = useCartId();
  const { lines } = useGoneLines();
  return (
    // The live region is rendered before its text: screen readers miss a region that appears together with it.
    <div role="status" className="mb-4 grid gap-3 empty:hidden">
      {lines
        .filter((line) => line.cartId === cartId)
        .map((line) => (
          <GoneLine key={line.item.cartItemId} line={line} notify={notify} />
        ))}
    </div>
  );
}

function GoneLine({ line, notify }: { line: RemovedForGood; notify: (item: CartItem) => ReactNode }) {
  const { item, left } = line;
  const { bring, isPending } = useBringBack(line, { onBack: () => close(line) });
  const kind = item.categories.at(-1)?.title ?? item.title;
  const isWhole = left === item.quantity;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fresh !== line) return;
    fresh = null;
    box.current?.focus();
  }, [line]);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 rounded-md outline-none">
      <AlertBox type="Info" title={`Eliminaste ${item.title}`} onClose={() => close(line)}>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2">
          {left > 0 ? (
            <Button variant="outline" size="sm" loading={isPending} onClick={() => bring(left)}>
              {isWhole && item.onSale ? afterRemovalTexts.onSale : afterRemovalTexts.left(left)}
            </Button>
          ) : (
            <>
              <span>{afterRemovalTexts.soldOut}</span>
              {item.salesPrice !== null && notify(item)}
            </>
          )}
          <Link to={`/search?${new URLSearchParams({ q: kind })}`} className="link min-h-6">
            {afterRemovalTexts.similar}
          </Link>
        </div>
      </AlertBox>
    </div>
  );
}

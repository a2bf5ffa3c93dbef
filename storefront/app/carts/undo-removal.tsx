import { unwrap } from '@ceiba/client/call-failure';
import type { Cart, CartItem } from '@ceiba/contract/carts';
import { afterRemovalTexts } from '@ceiba/domain/carts/after-removal';
import { undoRemovalMs, undoRemovalTexts } from '@ceiba/domain/carts/line-removal';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { showAlert } from '../alerts/notices.ts';
import { api } from '../platform/api.ts';
import { callCart } from './cart-call.ts';
import { cartFailureWords } from './cart-failure.ts';
import { lineTitleId } from './cart-lines.ts';
import { useCartId } from './cart-store.ts';
import { cartKey, cartScope, takeCartFields } from './use-cart.ts';

export interface RemovedLine {
  cartId: string;
  item: CartItem;
  /** Whole quetzales of the donation that left the cart with its last merchandise (DEC-82). Null if no donation was removed. */
  donation: number | null;
}

/** Lines that were just removed and can still come back, the newest last. */
const useRemovedLines = create<{ lines: readonly RemovedLine[] }>(() => ({ lines: [] }));

const timers = new Map<RemovedLine, ReturnType<typeof setTimeout>>();

const pause = (line: RemovedLine): void => clearTimeout(timers.get(line));

function withdraw(line: RemovedLine): void {
  pause(line);
  timers.delete(line);
  useRemovedLines.setState(({ lines }) => ({ lines: lines.filter((other) => other !== line) }));
}

function countDown(line: RemovedLine): void {
  pause(line);
  timers.set(
    line,
    setTimeout(() => withdraw(line), undoRemovalMs),
  );
}

/**
 * Offers for 8 s to restore a removed line, on every page with `<UndoRemoval/>`. After a key press the offer stays until it has had the focus,
 * because reaching it by keyboard takes long.
 */
export function offerUndo(line: RemovedLine): void {
  useRemovedLines.setState(({ lines }) => ({ lines: [...lines, line] }));
  if (!isByKeys) countDown(line);
}

/** True if the last press was a key. */
let isByKeys = false;

if (typeof window !== 'undefined')
  for (const event of ['keydown', 'pointerdown'])
    window.addEventListener(
      event,
      ({ type }) => {
        isByKeys = type === 'keydown';
      },
      { capture: true, passive: true },
    );

/** Adds a removed line again, with its warranty or the recipient of its gift card. */
const addAgain = (id: string, item: CartItem, quantity: number) => {
  const [warranty] = item.warranties;
  const body = {
    sku: item.sku,
    quantity,
    ...(item.is3p ? { offerId: item.seller.offerId } : {}),
    ...(warranty === undefined ? {} : { warranty: warranty.sku }),
    ...(item.giftCard === null ? {} : { itemAdditionalInfo: item.giftCard }),
  };
  return api('addCartProduct', { params: { id }, body });
};

/** Units of a product in the lines of a cart. */
export const unitsInCart = (items: readonly CartItem[], { sku }: CartItem): number =>
  items.reduce((units, other) => (other.sku === sku ? units + other.quantity : units), 0);

/** Number of units of a product that can still be added. */
async function askUnitsLeft(queryClient: QueryClient, id: string, item: CartItem): Promise<number> {
  const product = await api('getProductBySku', { params: { sku: item.sku } });
  if (!product.ok) return 0;
  const items = queryClient.getQueryData<Cart | null>(cartKey(id))?.items ?? [];
  return (product.value.salableQuantity ?? item.quantity) - unitsInCart(items, item);
}

/** Adds a removed line with up to `quantity` units, at most the available ones, and the donation that left with the line. */
const bringBack = (queryClient: QueryClient, { item, donation }: RemovedLine, quantity: number) =>
  callCart(async (id) => {
    let units = quantity;
    let added = await addAgain(id, item, units);
    if (!added.ok && added.error.code === 'QUANTITY_GREATER_THAN_STOCK') {
      const unitsLeft = await askUnitsLeft(queryClient, id, item);
      if (unitsLeft > 0 && unitsLeft < units) {
        units = unitsLeft;
        added = await addAgain(id, item, units);
      }
    }
    if (!added.ok) return added;
    const value = { ...added.value, units };
    if (donation === null || value.donation !== null) return { ok: true, value };
    const donationAnswer = await api('setCartDonation', { params: { id }, body: { donation } });
    return { ok: true, value: donationAnswer.ok ? { ...value, ...donationAnswer.value } : value };
  });

/** Restores a removed line. An alert reports if fewer units were restored. `onBack` runs before the line gets the focus. */
export function useBringBack(
  line: RemovedLine,
  { onBack, onFailure }: { onBack: () => void; onFailure?: () => void },
): { bring: (quantity?: number) => void; isPending: boolean } {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    scope: cartScope,
    mutationFn: async (quantity: number) => unwrap(await bringBack(queryClient, line, quantity)),
    onSuccess: async ({ cartId, fields: { cartItemId, units, ...fields } }, quantity) => {
      await takeCartFields(queryClient, cartId, fields);
      if (units < quantity) showAlert({ id: 'cart-alerts', type: 'Info', ...afterRemovalTexts.fewer(units, quantity) });
      onBack();
      focusOnceDrawn(lineTitleId(cartItemId));
    },
    onError: (error) => {
      showAlert({ id: 'cart-alerts', type: 'Error', ...cartFailureWords(error, undoRemovalTexts.failed) });
      onFailure?.();
    },
  });
  return { bring: (quantity = line.item.quantity) => mutate(quantity), isPending };
}

/** A row above the lower edge for each line that was just removed, with a button that restores the line. */
export function UndoRemoval() {
  const cartId = useCartId();
  const { lines } = useRemovedLines();
  // The region is drawn before its text: screen readers skip a region that appears together with it.
  return (
    <div role="status" className="undo-rows">
      {lines
        .filter((line) => line.cartId === cartId)
        .map((line) => (
          <UndoRow key={line.item.cartItemId} line={line} />
        ))}
    </div>
  );
}

/** Longest time in milliseconds until a line is rendered. Moving the focus later would interrupt other work. */
const longestDrawMs = 5_000;

function focusOnceDrawn(id: string): void {
  const focus = (): boolean => {
    const title = document.getElementById(id);
    title?.focus();
    return title !== null;
  };
  if (focus()) return;
  const drawing = new MutationObserver(() => {
    if (focus()) drawing.disconnect();
  });
  drawing.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawing.disconnect(), longestDrawMs);
}

function UndoRow({ line }: { line: RemovedLine }) {
  const { bring, isPending } = useBringBack(line, {
    onBack: () => withdraw(line),
    onFailure: () => document.activeElement?.closest('.undo-rows') == null && countDown(line),
  });
  return (
    <p className="toast pointer-events-auto max-w-full pr-1">
      <span className="min-w-0 truncate">Eliminaste {line.item.title}</span>
      <button
        type="button"
        aria-disabled={isPending || undefined}
        className="min-h-touch px-3 font-semibold text-quetzal-300 underline-offset-3 hover:underline"
        onClick={() => {
          pause(line);
          if (!isPending) bring();
        }}
        // The countdown pauses while the pointer or the focus is on the button.
        onPointerEnter={() => pause(line)}
        onPointerLeave={({ currentTarget }) =>
          document.activeElement !== currentTarget && !isPending && countDown(line)
        }
        onFocus={() => pause(line)}
        onBlur={({ currentTarget }) => !currentTarget.matches(':hover') && !isPending && countDown(line)}
      >
        {undoRemovalTexts.undo}
      </button>
    </p>
  );
}

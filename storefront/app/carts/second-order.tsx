import { unwrap } from '@ceiba/client/call-failure';
import { isInteger, isListOf, isNullOr, isShape, isText } from '@ceiba/client/guards';
import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import type { CartItem } from '@ceiba/contract/carts';
import { secondOrderTexts } from '@ceiba/domain/delivery/second-order';
import { Button } from '@ceiba/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { showAlert, showToast } from '../alerts/notices.ts';
import { api } from '../platform/api.ts';
import { addFailure } from './add-to-cart.ts';
import { callCart } from './cart-call.ts';
import { cartFailureWords } from './cart-failure.ts';
import { cartScope, takeCartFields } from './use-cart.ts';

/** A line that waits for the order after this one. */
interface LineOfNext {
  sku: string;
  title: string;
  quantity: number;
  /** True for a product of another seller. */
  offerId: string | null;
  /** Sku. */
  warranty: string | null;
}

const isKept = isListOf(
  isShape<LineOfNext>({
    sku: isText,
    title: isText,
    quantity: isInteger,
    offerId: isNullOr(isText),
    warranty: isNullOr(isText),
  }),
);

/** Key of local storage: the lines left for a second order. */
const secondOrderKey = 'ceiba.secondOrder';

const useSecondOrder = create<{ lines: readonly LineOfNext[] }>()(
  persist((): { lines: readonly LineOfNext[] } => ({ lines: [] }), {
    name: secondOrderKey,
    storage: localText(),
    partialize: ({ lines }) => (lines.length === 0 ? '' : JSON.stringify(lines)),
    merge: (stored) => {
      const lines = parseJson(stored);
      return { lines: isKept(lines) ? lines : [] };
    },
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(secondOrderKey, useSecondOrder);

/** Forgets the lines when a customer signs out. */
export function forgetSecondOrder(): void {
  useSecondOrder.setState({ lines: [] });
}

function forget(line: LineOfNext): void {
  useSecondOrder.setState(({ lines }) => ({ lines: lines.filter((other) => other !== line) }));
}

const lineOf = ({ sku, title, quantity, is3p, seller, warranties: [warranty] }: CartItem): LineOfNext => ({
  sku,
  title,
  quantity,
  offerId: is3p ? seller.offerId : null,
  warranty: warranty?.sku ?? null,
});

/** Moves lines from the cart to the next order. A line that cannot be removed stays in the cart. */
export function useSetAside(): { setAside: (items: readonly CartItem[]) => void; isPending: boolean } {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    scope: cartScope,
    mutationFn: async (items: readonly CartItem[]) => {
      for (const item of items) {
        const body = { cartItemId: item.cartItemId, quantity: 0 };
        const remove = (id: string) => api('changeCartProduct', { params: { id }, body });
        const { cartId, fields } = unwrap(await callCart(remove));
        useSecondOrder.setState(({ lines }) => ({ lines: [...lines, lineOf(item)] }));
        await takeCartFields(queryClient, cartId, fields);
      }
    },
    onSuccess: () => showToast(secondOrderTexts.kept),
    onError: (error) =>
      showAlert({
        id: 'cart-alerts',
        type: 'Error',
        ...cartFailureWords(error, {
          title: 'No pudimos separar tus productos',
          message: 'Intenta de nuevo más tarde.',
        }),
      }),
  });
  return { setAside: mutate, isPending };
}

/** The products of the second order, with a button that adds them to the cart. `onAdded` runs after they were added. */
export function SecondOrder({ onAdded }: { onAdded?: () => void }) {
  const { lines } = useSecondOrder();
  const titleId = useId();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    scope: cartScope,
    mutationFn: async () => {
      for (const line of lines) {
        const { sku, quantity, offerId, warranty } = line;
        const body = { sku, quantity, ...(offerId && { offerId }), ...(warranty && { warranty }) };
        const add = (id: string) => api('addCartProduct', { params: { id }, body });
        const { cartId, fields } = unwrap(await callCart(add, { opens: true }));
        const { cartItemId: _, ...shown } = fields;
        forget(line);
        await takeCartFields(queryClient, cartId, shown);
      }
    },
    onSuccess: () => onAdded?.(),
    onError: (error) => showAlert({ id: 'cart-alerts', type: 'Error', ...addFailure(error) }),
  });
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="panel grid gap-3">
      <div>
        <h2 id={titleId} className="heading-card">
          {secondOrderTexts.title}
        </h2>
        <p className="text-sm text-ink-soft">{secondOrderTexts.text}</p>
      </div>
      <ul className="grid gap-2">
        {lines.map((line) => (
          <li key={`${line.sku} ${line.warranty}`} className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              {line.quantity} × {line.title}
            </span>
            <button
              type="button"
              aria-label={`${secondOrderTexts.forget}: ${line.title}`}
              onClick={() => forget(line)}
              className="min-h-touch text-sm font-semibold text-ink-soft underline-offset-3 hover:underline"
            >
              {secondOrderTexts.forget}
            </button>
          </li>
        ))}
      </ul>
      <Button variant="outline" size="sm" className="justify-self-start" loading={isPending} onClick={() => mutate()}>
        {secondOrderTexts.add}
      </Button>
    </section>
  );
}

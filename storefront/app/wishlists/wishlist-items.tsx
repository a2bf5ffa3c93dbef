import { unwrap } from '@ceiba/client/call-failure';
import { giftCardTag } from '@ceiba/domain/catalog/gift-card-tag';
import { moveButton } from '@ceiba/domain/wishlists/wishlist';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { Picture } from '@ceiba/ui/picture';
import { Price, StruckPrice } from '@ceiba/ui/price';
import { tryToLoad } from '@ceiba/ui/try-to-load';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { cartScope, takeCartFields } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { PriceChangeNote } from '../prices/price-change-note.tsx';
import {
  readAgain,
  type ShownWishlist,
  type Wishlist,
  type WishlistItem,
  wishlistKey,
  wishlistsKey,
} from './wishlists-data.ts';

/** The file that opens a cart is loaded with the first press. */
const loadCartCall = () => tryToLoad(() => import('../carts/cart-call.ts'));

const moveKey = ['cart', 'move-wishlist-item'] as const;
const removeKey = ['wishlists', 'remove'] as const;

interface WishlistChanges {
  move: (item: WishlistItem) => void;
  remove: (item: WishlistItem) => void;
  /** Records that the customer has seen the changed price (PRICE-09). */
  markPriceSeen: (item: WishlistItem) => void;
  isMoving: (id: string) => boolean;
  isRemoving: (id: string) => boolean;
}

/** Actions on the items of a list (WISH-03). A failure is logged, and the list is read again (WISH-04, DEC-157). */
function useWishlistChanges(listId: string, onMoved: (item: WishlistItem) => void): WishlistChanges {
  const queryClient = useQueryClient();
  const params = { id: listId };
  const onError = (error: Error): void => console.warn('wishlist', error);
  const onSettled = (): Promise<void> => readAgain(queryClient);
  const moving = useMutation({
    mutationKey: moveKey,
    // The move changes the cart, so it runs in the cart's queue (CART-24).
    scope: cartScope,
    mutationFn: async ({ wishlistItemsIds }: WishlistItem) => {
      const { callCart } = await loadCartCall();
      const move = (cartId: string) => api('moveWishlistItems', { params, body: { cartId, wishlistItemsIds } });
      return unwrap(await callCart(move, { opens: true }));
    },
    onSuccess: async ({ cartId, fields: { wishlist: _, ...fields } }, item) => {
      await takeCartFields(queryClient, cartId, fields);
      await dropItem(queryClient, listId, item.id);
      onMoved(item);
    },
    onError,
    onSettled,
  });
  const removing = useMutation({
    mutationKey: removeKey,
    mutationFn: async ({ wishlistItemsIds }: WishlistItem) =>
      unwrap(await api('removeWishlistItems', { params, body: { wishlistItemsIds } })),
    onSuccess: (_, item) => dropItem(queryClient, listId, item.id),
    onError,
    onSettled,
  });
  const telling = useMutation({
    mutationFn: async ({ sku, salesPrice }: WishlistItem) => {
      const body = { products: [{ sku, quantity: 1, seenPrice: salesPrice?.value ?? 0 }] };
      return unwrap(await api('addWishlistProducts', { params, body }));
    },
    onError,
    onSettled,
  });
  const moved = usePending(moveKey);
  const removed = usePending(removeKey);
  return {
    move: moving.mutate,
    remove: removing.mutate,
    markPriceSeen: telling.mutate,
    isMoving: (id) => moved.includes(id),
    isRemoving: (id) => removed.includes(id),
  };
}

/** Ids of the items with a pending change. */
const usePending = (mutationKey: readonly string[]): (string | null)[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (isItem(state.variables) ? state.variables.id : null),
  });

const isItem = (variables: unknown): variables is WishlistItem =>
  typeof variables === 'object' && variables !== null && 'wishlistItemsIds' in variables;

/** Removes an item from the cached lists immediately. The answers of two changes may arrive out of order. */
async function dropItem(queryClient: QueryClient, listId: string, itemId: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: wishlistsKey });
  queryClient.setQueryData<ShownWishlist>(
    wishlistKey(listId),
    (known) => known && { ...known, items: known.items.filter(({ id }) => id !== itemId) },
  );
  queryClient.setQueryData<Wishlist[]>(wishlistsKey, (known) =>
    known?.map((list) => ({
      ...list,
      items: list.items.filter(({ wishlistItemsIds }) => !wishlistItemsIds.includes(itemId)),
    })),
  );
}

const titleId = (itemId: string): string => `deseo-${itemId}`;

/** The items of a list with their actions (WISH-02, WISH-03). `headingId` takes the focus when the last one goes. */
export function WishlistItems({
  wishlist,
  headingId,
  onMoved,
}: {
  wishlist: ShownWishlist;
  headingId: string;
  onMoved: (item: WishlistItem) => void;
}) {
  const changes = useWishlistChanges(wishlist.id, onMoved);
  const ids = wishlist.items.map(({ id }) => id);
  const keepFocus = useFocusAfterRemoval(ids, titleId, headingId);
  return (
    <ul>
      {wishlist.items.map((item) => (
        <ItemRow key={item.id} item={item} changes={changes} onLeave={() => keepFocus(item.id)} />
      ))}
    </ul>
  );
}

interface RowProps {
  item: WishlistItem;
  changes: WishlistChanges;
  onLeave: () => void;
}

function ItemRow({ item, changes, onLeave }: RowProps) {
  const isOut = item.status === 'OUT_OF_STOCK';
  const isBusy = changes.isMoving(item.id) || changes.isRemoving(item.id);
  return (
    <li
      aria-busy={isBusy || undefined}
      className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-3.5 gap-y-2 border-t border-border py-4 first:border-t-0 sm:grid-cols-[96px_minmax(0,1fr)_auto] sm:gap-x-5"
    >
      <Link
        to={`/${item.slug}`}
        tabIndex={-1}
        aria-hidden="true"
        className="well aspect-square w-full self-start rounded-[14px] sm:row-span-2"
      >
        <Picture image={item.mainImage} width={96} alt="" className={cx('w-[88%]', isOut && 'opacity-60 grayscale')} />
      </Link>
      <div className="grid min-w-0 content-start gap-1">
        <span className="text-xs text-ink-muted">{item.brand.title}</span>
        <Link id={titleId(item.id)} to={`/${item.slug}`} className="font-medium text-pretty hover:underline">
          {item.title}
        </Link>
        {item.quantity > 1 && <span className="text-sm text-ink-soft tabular-nums">{item.quantity} unidades</span>}
      </div>
      <ItemPrice item={item} />
      <PriceChangeNote item={item} describedBy={titleId(item.id)} onSeen={() => changes.markPriceSeen(item)} />
      <ItemActions item={item} changes={changes} onLeave={onLeave} />
    </li>
  );
}

function ItemPrice({ item: { salesPrice, regularPrice, discount } }: { item: WishlistItem }) {
  if (salesPrice === null) return <p className="text-sm text-ink-soft max-sm:col-start-2">Precio no disponible</p>;
  const isReduced = discount?.displayDiscount === true;
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 max-sm:col-start-2 sm:flex-col sm:items-end">
      <Price value={salesPrice.value} offer={isReduced} className="text-xl" />
      {isReduced && regularPrice !== null && <StruckPrice value={regularPrice.value} />}
    </div>
  );
}

function ItemActions({ item, changes, onLeave }: RowProps) {
  const leave = (change: (item: WishlistItem) => void) => () => {
    onLeave();
    change(item);
  };
  return (
    <div className="col-span-full flex flex-wrap items-center gap-2 sm:col-start-2">
      <MoveButton item={item} isMoving={changes.isMoving(item.id)} onMove={leave(changes.move)} />
      <Button
        variant="ghost"
        size="sm"
        icon={<Icon name="trash-2" size="sm" />}
        aria-describedby={titleId(item.id)}
        loading={changes.isRemoving(item.id)}
        onClick={leave(changes.remove)}
      >
        Eliminar
      </Button>
    </div>
  );
}

/** The button that moves an item to the cart (WISH-08). A gift card first asks for its recipient on its page (GIFT-01). */
function MoveButton({ item, isMoving, onMove }: { item: WishlistItem; isMoving: boolean; onMove: () => void }) {
  const { label, isDisabled } = moveButton(item.status === 'OUT_OF_STOCK');
  const look = {
    variant: 'tonal',
    size: 'sm',
    icon: isDisabled ? undefined : <Icon name="shopping-cart" size="sm" />,
    'aria-describedby': titleId(item.id),
  } as const;
  if (!isDisabled && item.internalTags.includes(giftCardTag)) {
    return (
      <ButtonLink to={`/${item.slug}`} {...look}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <Button disabled={isDisabled} loading={isMoving} onClick={onMove} {...look}>
      {label}
    </Button>
  );
}

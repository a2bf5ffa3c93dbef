import type { CartItem } from '@ceiba/contract/carts';
import { shownGifts } from '@ceiba/domain/catalog/gifts';
import { fixedTags } from '@ceiba/domain/catalog/tags';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { Icon } from '@ceiba/ui/icon';
import { IconButton } from '@ceiba/ui/icon-button';
import { Spinner } from '@ceiba/ui/loading';
import { Picture } from '@ceiba/ui/picture';
import { shownAmount } from '@ceiba/ui/price';
import { ProductTag } from '@ceiba/ui/tag';
import type { ReactNode } from 'react';
import { shopNow } from '../platform/shop-time.ts';
import type { LineChanges } from './use-change-line.ts';

/**
 * Shows gifts, the warranty, and the recipient of a gift card. If the line must be removed, the warranty has no button (CART-08).
 */
export function LineExtras({ item, changes, isBad }: { item: CartItem; changes: LineChanges; isBad: boolean }) {
  const gifts = shownGifts(item.freeProducts, shopNow());
  const [warranty] = item.warranties;
  if (gifts.length === 0 && warranty === undefined && item.giftCard === null) return null;
  return (
    <div className="col-span-full mt-1 grid gap-1.5 sm:col-start-2">
      {gifts.length > 0 && <Gifts gifts={gifts} />}
      {warranty !== undefined && <WarrantyRow item={item} warranty={warranty} changes={changes} isBad={isBad} />}
      {item.giftCard !== null && (
        <Row>
          <Icon name="mail" />
          <span className="min-w-0 flex-1 wrap-anywhere">
            Para <b className="font-semibold">{item.giftCard.giftcardName}</b> ({item.giftCard.giftcardEmail}), el{' '}
            {formatDateText(item.giftCard.giftcardDeliveryDate)}
          </span>
        </Row>
      )}
    </div>
  );
}

/** The warranty of a line, with the button that removes it (WAR-08, WAR-09). */
function WarrantyRow({
  item,
  warranty,
  changes,
  isBad,
}: {
  item: CartItem;
  warranty: CartItem['warranties'][number];
  changes: LineChanges;
  isBad: boolean;
}) {
  return (
    <Row>
      <Icon name="shield-check" />
      <span className="min-w-0 flex-1">{warranty.title}</span>
      <b className="font-semibold tabular-nums">
        {shownAmount(warranty.amount)}
        {item.quantity > 1 && ' c/u'}
      </b>
      {changes.isWarrantyPending(item.cartItemId) && (
        <span className="grid size-touch place-items-center">
          <Spinner className="text-primary" />
        </span>
      )}
      {!isBad && !changes.isWarrantyPending(item.cartItemId) && (
        <IconButton
          label="Eliminar garantía"
          className="-my-1.5 -mr-2"
          onClick={() => changes.change({ item, quantity: 0, warranty: warranty.sku })}
        >
          <Icon name="trash-2" />
        </IconButton>
      )}
    </Row>
  );
}

function Gifts({ gifts }: { gifts: CartItem['freeProducts'] }) {
  return (
    <div className="grid gap-2 rounded-md bg-surface-sunken px-3 py-2.5 text-sm *:first:justify-self-start">
      <ProductTag tag={fixedTags.giftDetail} />
      {gifts.map((gift) => (
        <div key={gift.title} className="flex items-center gap-3">
          <span className="grid size-11 flex-none place-items-center rounded-sm bg-white">
            <Picture image={gift.image} width={44} alt="" className="w-[88%]" />
          </span>
          <span className="min-w-0 flex-1 text-ink-soft">{gift.title}</span>
          <b className="font-semibold text-success">Gratis</b>
        </div>
      ))}
    </div>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex items-center gap-3 rounded-md bg-surface-sunken px-3 py-2.5 text-sm">{children}</div>;
}

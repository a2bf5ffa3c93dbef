import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { exclusiveTexts } from '@ceiba/domain/delivery/exclusive-items';
import { presaleWaitTexts } from '@ceiba/domain/delivery/presale-wait';
import { noStoreTexts, secondOrderTexts } from '@ceiba/domain/delivery/second-order';
import { saveForLaterLabel } from '@ceiba/domain/wishlists/wishlist';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { Thumbnail } from '@ceiba/ui/thumbnail';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import { type ReactNode, useId } from 'react';
import type { CartLine } from '../carts/cart-lines.ts';
import { useSetAside } from '../carts/second-order.tsx';
import { useChangeLine } from '../carts/use-change-line.ts';
import { useOpenLink } from '../platform/open-link.ts';
import { useSaveForLater } from '../wishlists/use-save-for-later.ts';
import { deliveryFormsId } from './delivery-texts.ts';
import { exclusiveLines } from './line-dates.ts';
import { ownPresaleText, type PresaleWait, presaleWaits } from './presale-waits.ts';

export interface ExclusiveItemsProps {
  lines: readonly CartLine[];
  shipments?: readonly DeliveryTimeGroup[] | undefined;
  /** Loads the stores again. Set only if no store has all products. */
  onRetry?: () => void;
}

/** In the delivery step: the reason why no store has all products, or the presales that delay the shipments. */
export default function ExclusiveItemsPart({ lines, shipments = [], onRetry }: ExclusiveItemsProps) {
  if (onRetry !== undefined) return <NoStore lines={lines} onRetry={onRetry} />;
  return <PresaleNotes waits={presaleWaits(lines, shipments)} focusId={deliveryFormsId} />;
}

/** Actions that take a line out of the order: save it for later, or remove it with undo. */
function useTakeOut() {
  const changes = useChangeLine();
  const later = useSaveForLater();
  const { setAside } = useSetAside();
  // Products of a payment link cannot go to the buyer's wishlist.
  const isOwn = useOpenLink() === null;
  return {
    canSave: (line: CartLine): boolean => isOwn && later.canSave(line),
    save: ({ item }: CartLine) => later.save(item, item.quantity),
    canSetAside: isOwn,
    setAside: ({ item }: CartLine) => setAside([item]),
    remove: ({ item }: CartLine) => changes.change({ item, quantity: 0 }),
    isLeaving: ({ item }: CartLine): boolean =>
      later.isSaving(item.cartItemId) || changes.pendingQuantity(item.cartItemId) === 0,
  };
}

const noteId = (sku: string): string => `espera-${sku}`;

/** Names the presale that delays the others, with a button that removes it (DEC-215). `focusId`: the element that takes the focus afterwards. */
export function PresaleNotes({ waits, focusId }: { waits: readonly PresaleWait[]; focusId: string }) {
  const { canSave, save, remove, isLeaving } = useTakeOut();
  const skus = waits.map(({ awaited }) => awaited.sku);
  const keepFocus = useFocusAfterRemoval(skus, noteId, focusId);
  return waits.map(({ awaited, lines }) => {
    const areSaved = lines.every(canSave);
    const takeOut = () => {
      keepFocus(awaited.sku);
      for (const line of lines) (areSaved ? save : remove)(line);
    };
    return (
      <AlertBox key={awaited.sku} type="Info" title={presaleWaitTexts.order(awaited.title)}>
        <p>
          {ownPresaleText(awaited)}. {areSaved ? presaleWaitTexts.saves : presaleWaitTexts.removes}
        </p>
        <Button
          id={noteId(awaited.sku)}
          variant="outline"
          size="sm"
          className="mt-2.5"
          loading={lines.some(isLeaving)}
          onClick={takeOut}
        >
          {presaleWaitTexts.apart}
        </Button>
      </AlertBox>
    );
  });
}

/** Explains why no store has all products: some products exclude each other, or are not in stock. Each line has buttons to take it out. */
function NoStore({ lines, onRetry }: { lines: readonly CartLine[]; onRetry: () => void }) {
  const exclusive = exclusiveLines(lines);
  if (exclusive !== null) {
    const { title, text, pickupOnly, homeOnly } = exclusiveTexts;
    const groups = [
      { heading: pickupOnly, lines: exclusive.pickupOnly },
      { heading: homeOnly, lines: exclusive.homeOnly },
    ];
    return <LinesApart title={title} text={text} groups={groups} />;
  }
  const goods = lines.filter(({ kind }) => kind === 'goods');
  return (
    <LinesApart
      title={noStoreTexts.title}
      text={noStoreTexts.text}
      groups={goods.length > 1 ? [{ heading: 'Tus productos', lines: goods }] : []}
    >
      <Button variant="outline" size="sm" className="mt-2.5 justify-self-start" onClick={onRetry}>
        Reintentar
      </Button>
    </LinesApart>
  );
}

interface LinesApartProps {
  title: string;
  text: string;
  groups: readonly { heading: string; lines: readonly CartLine[] }[];
  children?: ReactNode;
}

const titleId = (cartItemId: string): string => `aparte-${cartItemId}`;

/** Lines that cannot be ordered together, each with buttons to take it out. */
function LinesApart({ title, text, groups, children }: LinesApartProps) {
  const takeOut = useTakeOut();
  const ids = groups.flatMap(({ lines }) => lines.map(({ item }) => item.cartItemId));
  const onLeave = useFocusAfterRemoval(ids, titleId, deliveryFormsId);
  return (
    <AlertBox type="Warning" title={title}>
      <p>{text}</p>
      {children}
      {groups.map((group) => (
        <LineGroup key={group.heading} {...group} takeOut={takeOut} onLeave={onLeave} />
      ))}
    </AlertBox>
  );
}

function LineGroup({
  heading,
  lines,
  takeOut,
  onLeave,
}: LinesApartProps['groups'][number] & {
  takeOut: ReturnType<typeof useTakeOut>;
  onLeave: (cartItemId: string) => void;
}) {
  const headingId = useId();
  return (
    <div className="mt-3">
      <p id={headingId} className="font-semibold">
        {heading}
      </p>
      <ul aria-labelledby={headingId} className="mt-2 grid gap-2">
        {lines.map((line) => (
          <LineToTakeOut key={line.item.cartItemId} line={line} takeOut={takeOut} onLeave={onLeave} />
        ))}
      </ul>
    </div>
  );
}

function LineToTakeOut({
  line,
  takeOut: { canSave, save, canSetAside, setAside, remove, isLeaving },
  onLeave,
}: {
  line: CartLine;
  takeOut: ReturnType<typeof useTakeOut>;
  onLeave: (cartItemId: string) => void;
}) {
  const { item } = line;
  const action = (label: string, icon: 'trash-2' | 'heart' | 'package', go: (line: CartLine) => void) => (
    <Button
      variant="ghost"
      size="sm"
      icon={<Icon name={icon} size="sm" className="max-sm:hidden" />}
      className="whitespace-nowrap max-sm:px-0"
      aria-describedby={titleId(item.cartItemId)}
      loading={isLeaving(line)}
      onClick={() => {
        onLeave(item.cartItemId);
        go(line);
      }}
    >
      {label}
    </Button>
  );
  return (
    <li className="grid grid-cols-[48px_minmax(0,1fr)] items-center gap-x-3 rounded-md bg-surface px-3 py-2 text-ink">
      <Thumbnail image={item.mainImage} quantity={item.quantity} width={48} />
      <span id={titleId(item.cartItemId)} tabIndex={-1} className="wrap-anywhere outline-none">
        {item.title}
      </span>
      <div className="col-span-full flex flex-wrap gap-x-4 sm:col-start-2 sm:-ml-4 sm:gap-x-0">
        {action('Eliminar', 'trash-2', remove)}
        {canSave(line) && action(saveForLaterLabel, 'heart', save)}
        {canSetAside && action(secondOrderTexts.setAside, 'package', setAside)}
      </div>
    </li>
  );
}

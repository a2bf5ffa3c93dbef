import type { CartItem } from '@ceiba/contract/carts';
import { quantityOptions } from '@ceiba/domain/carts/cart-limits';
import { mustBeRemoved, removalTexts } from '@ceiba/domain/carts/line-removal';
import { secondOrderTexts } from '@ceiba/domain/delivery/second-order';
import { visitProblem } from '@ceiba/domain/visits/visit';
import { saveForLaterLabel } from '@ceiba/domain/wishlists/wishlist';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { Skeleton, Spinner } from '@ceiba/ui/loading';
import { Picture } from '@ceiba/ui/picture';
import { Price, StruckPrice, shownAmount } from '@ceiba/ui/price';
import { Select } from '@ceiba/ui/select';
import { ProductTag } from '@ceiba/ui/tag';
import { Link } from 'react-router';
import { useLocationStore } from '../locations/location-store.ts';
import { PriceChangeNote } from '../prices/price-change-note.tsx';
import { type CartLine, lineTitleId } from './cart-lines.ts';
import { LineExtras } from './line-extras.tsx';
import { type LineChanges, useMarkPriceSeen } from './use-change-line.ts';

/**
 * The quantities 1 to 10 (CONST-29, DEC-186). Quantities above the stock are disabled. A larger quantity that is already in the cart stays
 * visible.
 */
function QuantitySelect({
  value,
  salable,
  onChange,
  disabled = false,
  describedBy,
}: {
  value: number;
  /** Number of units that can be sold. Null if there is no limit. */
  salable: number | null;
  onChange: (quantity: number) => void;
  disabled?: boolean;
  /** ID of the element that names the product. */
  describedBy: string;
}) {
  const offered = quantityOptions(null);
  const shown = offered.includes(value) ? offered : [...offered, value];
  return (
    <Select
      small
      aria-label="Cantidad"
      aria-describedby={describedBy}
      name="quantity"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      className="w-20"
    >
      {shown.map((quantity) => (
        <option key={quantity} value={quantity} disabled={salable !== null && quantity > salable}>
          {quantity}
        </option>
      ))}
    </Select>
  );
}

/** Moves a line from the cart to the wishlist (CART-23). */
export interface SavingForLater {
  canSave: (line: CartLine) => boolean;
  save: (item: CartItem, quantity: number) => void;
  /** True while the line is being moved. */
  isSaving: (cartItemId: string) => boolean;
}

/**
 * The date of a line's arrival: `awaited` while the date is loading, null if the date is unknown. `isProblem`: the text
 * explains why the line cannot be in this order.
 */
export type LineDate = { text: string; isProblem?: true } | 'awaited' | null;

interface LineProps {
  line: CartLine;
  changes: LineChanges;
  later: SavingForLater;
  date: LineDate;
  onRemove: () => void;
  /** Moves the line to the next order. Set only for a line that cannot be ordered together with the others. */
  onSetAside: (() => void) | null;
}

/** One line of the cart: narrow layout up to 639 px, three columns from 640 (APP-35, CART-06). */
export function CartLineRow({ line, changes, later, date: arrival, onRemove, onSetAside }: LineProps) {
  const { item } = line;
  // Shown in place of the date, because the two texts would contradict each other.
  const date = useVisitProblem(item) ?? arrival;
  const isBad = mustBeRemoved(line);
  const markPriceSeen = useMarkPriceSeen();
  const pending = changes.pendingQuantity(item.cartItemId);
  const isBusy = pending !== null || later.isSaving(item.cartItemId);
  return (
    <li
      aria-busy={isBusy || undefined}
      className={cx(
        'grid grid-cols-[84px_minmax(0,1fr)] gap-x-3.5 gap-y-1 border-t border-border p-4 first:border-t-0 sm:grid-cols-[116px_minmax(0,1fr)_auto] sm:gap-x-5 sm:gap-y-1.5 sm:p-5',
        isBad && 'bg-[linear-gradient(90deg,var(--color-danger-soft),transparent_60%)]',
      )}
    >
      <Link
        to={`/${item.slug}`}
        tabIndex={-1}
        aria-hidden="true"
        className="well aspect-square w-full self-start rounded-[14px] sm:row-span-2"
      >
        <Picture image={item.mainImage} width={116} alt="" className={cx('w-[88%]', isBad && 'opacity-60 grayscale')} />
      </Link>
      <LineHead line={line} isBad={isBad} date={date} />
      <LinePrice line={line} />
      <PriceChangeNote item={item} describedBy={lineTitleId(item.cartItemId)} onSeen={() => markPriceSeen(item)} />
      {isBad ? (
        <OnlyRemoval line={line} pending={pending} changes={changes} onRemove={onRemove} />
      ) : (
        <LineActions
          line={line}
          pending={pending}
          changes={changes}
          later={later}
          onRemove={onRemove}
          onSetAside={onSetAside}
        />
      )}
      <LineExtras item={item} changes={changes} isBad={isBad} />
    </li>
  );
}

/** The reason why the visit is not possible at the place that the shopper has chosen here. The checkout asks for the place itself. */
function useVisitProblem(item: CartItem): LineDate {
  const place = useLocationStore(({ location }) => location);
  const text = visitProblem(item, place ? { regionId: place.userRegion, city: place.userCity } : null);
  return text === null ? null : { text, isProblem: true };
}

function LineHead({ line, isBad, date }: { line: CartLine; isBad: boolean; date: LineDate }) {
  const { item } = line;
  const tags = item.tags.filter((tag) => !giftTags.has(tag.id));
  return (
    <div className="grid min-w-0 content-start gap-1">
      <Link
        to={`/search?q=${encodeURIComponent(item.brand.title)}`}
        className="inline-flex min-h-6 items-center justify-self-start text-xs text-ink-muted hover:underline"
      >
        {item.brand.title}
      </Link>
      <Link
        id={lineTitleId(item.cartItemId)}
        to={`/${item.slug}`}
        className="text-sm font-medium text-pretty hover:underline sm:text-base"
      >
        {item.title}
      </Link>
      {tags.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <ProductTag key={tag.id} tag={tag} />
          ))}
        </div>
      )}
      {!isBad && date !== null && <ArrivalLine date={date} />}
    </div>
  );
}

/** Reserves the height of the date while it is loading, so that nothing below moves. */
function ArrivalLine({ date }: { date: NonNullable<LineDate> }) {
  if (date !== 'awaited')
    return <p className={cx('text-sm', date.isProblem ? 'font-medium text-danger' : 'text-success')}>{date.text}</p>;
  return (
    <p className="flex h-[1lh] items-center text-sm">
      <Skeleton className="h-3.5 w-3/5" />
    </p>
  );
}

/** The gifts of a line have their own row, with the longer tag (CAT-03). */
const giftTags: ReadonlySet<string> = new Set(['gift', 'gift-detail']);

function LinePrice({ line: { item, quantity } }: { line: CartLine }) {
  if (item.salesPrice === null) return <p className="text-sm text-ink-soft max-sm:col-start-2">Precio no disponible</p>;
  const isReduced = item.discount?.displayDiscount === true;
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 max-sm:col-start-2 sm:flex-col sm:items-end">
      <Price value={item.lineTotal.value} offer={isReduced} className="text-xl" />
      {quantity > 1 && (
        <span className="text-sm text-ink-soft tabular-nums">{shownAmount(item.salesPrice.value)} c/u</span>
      )}
      {isReduced && item.regularPrice !== null && <StruckPrice value={item.regularPrice.value} />}
    </div>
  );
}

type ActionProps = Omit<LineProps, 'date' | 'later' | 'onSetAside'> & { pending: number | null };

/** A line that must be removed has only the button that removes it (CART-08). */
function OnlyRemoval({ line: { item }, pending, changes, onRemove }: ActionProps) {
  return (
    <div className="col-span-full grid justify-items-start gap-2.5 pt-1 sm:col-start-2">
      <AlertBox type="Error" title={removalTexts.title} className="w-full">
        {removalTexts.message}
      </AlertBox>
      <Button
        variant="danger"
        size="sm"
        icon={<Icon name="trash-2" size="sm" />}
        aria-describedby={lineTitleId(item.cartItemId)}
        loading={pending === 0}
        onClick={() => {
          onRemove();
          changes.change({ item, quantity: 0 });
        }}
      >
        Eliminar
      </Button>
    </div>
  );
}

function LineActions({
  line,
  pending,
  changes,
  later,
  onRemove,
  onSetAside,
}: ActionProps & Pick<LineProps, 'later' | 'onSetAside'>) {
  const { item } = line;
  const isSaving = later.isSaving(item.cartItemId);
  const isLeaving = isSaving || pending === 0;
  const action = { isDisabled: isLeaving, describedBy: lineTitleId(item.cartItemId) };
  const remove = () => {
    onRemove();
    changes.change({ item, quantity: 0 });
  };
  const save = () => {
    onRemove();
    later.save(item, pending ?? item.quantity);
  };
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-1 sm:col-start-2 sm:mt-0.5">
      <QuantitySelect
        describedBy={action.describedBy}
        value={pending ?? item.quantity}
        salable={item.salableQuantity}
        disabled={isLeaving}
        onChange={(quantity) => changes.change({ item, quantity })}
      />
      <LineAction label="Eliminar" icon="trash-2" onPress={remove} {...action} />
      {later.canSave(line) && <LineAction label={saveForLaterLabel} icon="heart" onPress={save} {...action} />}
      {onSetAside && (
        <LineAction
          label={secondOrderTexts.setAside}
          icon="package"
          onPress={() => {
            onRemove();
            onSetAside();
          }}
          {...action}
        />
      )}
      {(isSaving || pending !== null) && <Spinner className="text-primary" />}
      <span role="status" className="sr-only">
        {isSaving || pending !== null ? 'Actualizando producto' : ''}
      </span>
    </div>
  );
}

function LineAction({
  label,
  icon,
  isDisabled,
  describedBy,
  onPress,
}: {
  label: string;
  icon: 'trash-2' | 'heart' | 'package';
  isDisabled: boolean;
  describedBy: string;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-describedby={describedBy}
      disabled={isDisabled}
      onClick={onPress}
      className="inline-flex min-h-touch items-center gap-1.5 text-sm font-semibold text-ink-soft underline-offset-3 hover:underline disabled:text-ink-disabled"
    >
      <Icon name={icon} size="sm" className="max-sm:hidden" />
      {label}
    </button>
  );
}

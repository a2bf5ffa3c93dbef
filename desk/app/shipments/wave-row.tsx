import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { Button } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { Tag } from '../platform/tag.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { useMay } from '../session/session.ts';
import {
  arrivalKey,
  arrivedText,
  comingOf,
  comingText,
  type IncomingUnits,
  leftOf,
  maxToMiss,
  type PickRow,
  withArrived,
} from './pick-units.ts';

interface ProductRowProps {
  row: PickRow;
  isCurrent: boolean;
  /** Units that have arrived from other stores, by `arrivalKey`. */
  arrived: ReadonlySet<string>;
  /** Without a place, the row is for the place of the wave. */
  onMissing: (place?: { storeCode: string; name: string }) => void;
  onShelf: () => void;
  onArrived: (places: readonly IncomingUnits[]) => void;
}

/** A product of a wave: its shelf, its shipments, and the number of scanned units. */
export function ProductRow({ row, isCurrent, arrived, onMissing, onShelf, onArrived }: ProductRowProps) {
  const may = useMay();
  const { sku, title, picture, shelf, picked, missing, shipments } = row;
  const unitsToScan = leftOf(withArrived(row, arrived));
  const coming = comingOf(row);
  const isHeld = shipments.some((each) => each.isHeld);
  const isDone = unitsToScan === 0 && coming.length === 0 && !isHeld;
  const shelfText = shelf ?? 'Sin estante';
  return (
    <li
      className={cx(
        'wave-row',
        isCurrent && missing === 0 && 'bg-surface-tint shadow-[inset_4px_0_0_var(--color-primary)]',
      )}
      data-done={(isDone && missing === 0) || undefined}
      data-missing={missing > 0 || undefined}
    >
      <span className="wave-shelf">
        {may('stock.move') ? (
          <button
            type="button"
            className="link"
            aria-haspopup="dialog"
            onClick={onShelf}
            aria-label={`${shelfText}, estante de ${title}`}
          >
            {shelfText}
          </button>
        ) : (
          shelfText
        )}
      </span>
      <Thumbnail src={picture} isLate />
      <span className="wave-title">
        <b>{title}</b>
        <span className="text-ink-muted whitespace-nowrap tabular-nums text-dense">{sku}</span>
      </span>
      <span className="wave-shipments">
        {shipments.map(({ id, line, quantity: units, isHeld }) => (
          <Tag key={`${id}/${line}`} isWarning={isHeld}>
            {isHeld && <DeskIcon name="circle-pause" />}
            {units > 1 ? `${id} ×${units}` : id}
            {isHeld && <span>detenida</span>}
          </Tag>
        ))}
        {coming.map((place) => (
          <span key={place.storeCode} className="flex items-center flex-wrap gap-1">
            {arrived.has(arrivalKey(sku, place.storeCode)) ? (
              <span className="text-ink-soft text-xs">{`${place.quantity === 1 ? '1 llegó' : `${place.quantity} llegaron`} de ${place.name}`}</span>
            ) : (
              <>
                <span className="text-ink-soft text-xs">{`${comingText(place.quantity)} de ${place.name}`}</span>
                <Button
                  size="small"
                  look="ghost"
                  aria-label={`${arrivedText(place.quantity)}: ${title}, de ${place.name}`}
                  onClick={() => onArrived([place])}
                >
                  {arrivedText(place.quantity)}
                </Button>
              </>
            )}
            {maxToMiss(row, place.storeCode) > 0 && (
              <Button
                size="small"
                look="ghost"
                aria-haspopup="dialog"
                aria-label={`Allá tampoco está: ${title}, en ${place.name}`}
                onClick={() => onMissing(place)}
              >
                Allá tampoco está
              </Button>
            )}
          </span>
        ))}
      </span>
      <span className="wave-count">
        {isDone && missing === 0 ? (
          <span className="flex items-center justify-end gap-1 text-dense font-semibold text-success">
            <DeskIcon name="circle-check" />
            Listo
          </span>
        ) : (
          picked + unitsToScan > 0 && (
            <>
              {picked} <small className="text-ink-muted">{`de ${picked + unitsToScan}`}</small>
            </>
          )
        )}
        {missing > 0 && (
          <small className="block text-danger">{countedText(missing, 'no encontrada', 'no encontradas')}</small>
        )}
      </span>
      <span className="wave-missing">
        {unitsToScan > 0 && maxToMiss(row) > 0 && (
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => onMissing()}
            aria-label={`No encontrado: ${title}`}
          >
            No encontrado
          </Button>
        )}
      </span>
    </li>
  );
}

import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { Button } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { useMay } from '../session/session.ts';
import {
  arrivalKey,
  arrivedText,
  type Coming,
  comingOf,
  comingText,
  leftOf,
  mostToMiss,
  type PickRow,
  withArrived,
} from './pick-units.ts';

interface ProductRowProps {
  row: PickRow;
  isCurrent: boolean;
  /** Units that have arrived from other stores, by `arrivalKey`. */
  arrived: ReadonlySet<string>;
  /** Without a place: at the wave's own. */
  onMissing: (place?: { storeCode: string; name: string }) => void;
  onShelf: () => void;
  onArrived: (places: readonly Coming[]) => void;
}

/** A product of a wave: its shelf, its shipments, and how many units of it were read. */
export function ProductRow({ row, isCurrent, arrived, onMissing, onShelf, onArrived }: ProductRowProps) {
  const may = useMay();
  const { sku, title, picture, shelf, picked, missing, shipments } = row;
  const left = leftOf(withArrived(row, arrived));
  const coming = comingOf(row);
  const isHeld = shipments.some((each) => each.isHeld);
  const isDone = left === 0 && coming.length === 0 && !isHeld;
  const shelfText = shelf ?? 'Sin estante';
  return (
    <li className={cx('pick', isDone && missing === 0 && 'done', missing > 0 && 'miss', isCurrent && 'cur')}>
      <span className="shelf">
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
      <img className="th l" src={picture} alt="" width="48" height="48" loading="lazy" />
      <span className="ell">
        <b className="strong ell">{title}</b>
        <span className="muted num dense">{sku}</span>
      </span>
      <span className="to">
        {shipments.map(({ id, line, quantity: units, isHeld }) => (
          <span key={`${id}/${line}`} className={cx('tagx num', isHeld && 'held')}>
            {isHeld && <DeskIcon name="circle-pause" />}
            {units > 1 ? `${id} ×${units}` : id}
            {isHeld && <span>detenida</span>}
          </span>
        ))}
        {coming.map((place) => (
          <span key={place.storeCode} className="row wrapx g4">
            {arrived.has(arrivalKey(sku, place.storeCode)) ? (
              <span className="soft tiny">{`${place.quantity === 1 ? '1 llegó' : `${place.quantity} llegaron`} de ${place.name}`}</span>
            ) : (
              <>
                <span className="soft tiny">{`${comingText(place.quantity)} de ${place.name}`}</span>
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
            {mostToMiss(row, place.storeCode) > 0 && (
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
      <span className="q2">
        {isDone && missing === 0 ? (
          <span className="row g4 ok dense strong">
            <DeskIcon name="circle-check" />
            Listo
          </span>
        ) : (
          picked + left > 0 && (
            <>
              {picked} <small>{`de ${picked + left}`}</small>
            </>
          )
        )}
        {missing > 0 && <small className="bad">{countedText(missing, 'no encontrada', 'no encontradas')}</small>}
      </span>
      <span className="nf">
        {left > 0 && mostToMiss(row) > 0 && (
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

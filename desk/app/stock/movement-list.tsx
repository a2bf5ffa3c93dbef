import { movementWords } from '@ceiba/contract/desk/stock-fields';
import { cx } from '@ceiba/ui/class-names';
import { Link } from 'react-router';
import { countText, longMomentText } from '../platform/formats.ts';
import { RowList } from '../platform/row-list.tsx';
import type { DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

export type Movement = DeskAnswer<'listProductMovements'>['data'][number];

/** The page of a document, by the letter before its number. */
const documentPages: readonly (readonly [form: RegExp, path: string])[] = [
  [/^T-\d+$/, '/inventario/traslados'],
  [/^K-\d+$/, '/inventario/conteos'],
  [/^P-\d+$/, '/inventario/proveedores'],
  [/^D-\d+$/, '/devoluciones'],
  [/^C-\d+$/, '/compras'],
];

/** Movements of a product, each with its cause as a link (BUY-10). */
export const MovementList = ({ label, movements }: { label: string; movements: readonly Movement[] }) => (
  <RowList aria-label={label}>
    {movements.map((movement) => (
      <li key={movement.id} className="flex items-baseline gap-3">
        <span className={cx('w-14 flex-none text-right tabular-nums', movement.units < 0 && 'text-danger')}>
          {movement.units > 0 ? `+${countText(movement.units)}` : `−${countText(-movement.units)}`}
        </span>
        <span className="min-w-0 flex-1 wrap-anywhere">
          <Cause movement={movement} />
          <small className="text-ink-muted">
            {[movement.storeName, longMomentText(movement.at), movement.by].filter((text) => text !== null).join(' · ')}
          </small>
        </span>
        <span className="flex-none text-right text-xs tabular-nums text-ink-muted">
          {`quedan ${countText(movement.level)}`}
        </span>
      </li>
    ))}
  </RowList>
);

function Cause({ movement: { cause, orderNumber, document } }: { movement: Movement }) {
  const may = useMay();
  const words = movementWords[cause] ?? cause;
  const page = documentPages.find(([form]) => document !== null && form.test(document))?.[1];
  if (document !== null) {
    const text = `${words} ${document}`;
    return page === undefined ? (
      <>{text}</>
    ) : (
      <Link className="link" to={`${page}/${document}`}>
        {text}
      </Link>
    );
  }
  if (orderNumber === null) return <>{words}</>;
  const text = `${words} ${orderNumber}`;
  return may('orders.read') ? (
    <Link className="link" to={`/ordenes/${orderNumber}`}>
      {text}
    </Link>
  ) : (
    <>{text}</>
  );
}

import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { countedFigures, figures } from '@ceiba/domain/reports/figures';
import { ButtonLink } from '../platform/button.tsx';
import { dayText, moneyText, nothing } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { Table } from '../platform/table.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { useMay } from '../session/session.ts';
import { ShipmentPill } from '../shipments/shipment-pills.tsx';

type Line = DeskOrder['lines'][number];
type TaxLine = DeskOrder['taxLines'][number];
type Shipment = DeskOrder['shipments'][number];

const amountText = (amount: number | null): string => (amount === null ? nothing : moneyText(amount));

/** Each shipment with its own lines (WORK-05). Lines without a shipment come separately. */
export function OrderShipments({ order }: { order: DeskOrder }) {
  const loose = order.lines.filter(({ shipmentId }) => shipmentId === null);
  return (
    <>
      {order.shipments.map((shipment) => (
        <ShipmentCard key={shipment.id} order={order} shipment={shipment} />
      ))}
      {loose.length > 0 && (
        <section className="card" aria-label="Productos sin envío">
          <Lines
            lines={loose.map((line) => ({ line, quantity: line.quantity }))}
            taxLines={order.taxLines}
            label="Productos"
          />
        </section>
      )}
    </>
  );
}

function ShipmentCard({ order, shipment }: { order: DeskOrder; shipment: Shipment }) {
  const may = useMay();
  const { id, state, isLate, seller, storeCode, promisedOn, courier, trackingNumber, cashToCollect, reason } = shipment;
  const facts = [
    seller,
    storeCode,
    courier,
    trackingNumber === null ? null : `Guía ${trackingNumber}`,
    cashToCollect > 0 ? `${countedFigures.cashToCollect.label} ${moneyText(cashToCollect)}` : null,
    reason,
  ].filter((fact) => fact !== null && fact !== '');
  const lines = shipment.lines.flatMap(({ line, quantity }) => {
    const found = order.lines.find((each) => each.line === line);
    return found === undefined ? [] : [{ line: found, quantity }];
  });
  return (
    <section className="card" aria-label={`Envío ${id}`}>
      <div className="flex flex-wrap items-center gap-2.5 px-4 py-2.5">
        <div>
          <div className="flex items-center gap-2 flex-wrap">
            <h2 className="whitespace-nowrap tabular-nums">{id}</h2>
            <ShipmentPill state={state} />
            {isLate && (
              <Pill look="red" icon="clock-alert">
                Atrasado
              </Pill>
            )}
          </div>
          <p className="text-ink-soft text-dense">
            {facts.join(' · ')}
            {promisedOn !== null && (
              <>
                {facts.length > 0 && ' · '}
                {'Promesa '}
                <b className="font-semibold">{dayText(promisedOn)}</b>
              </>
            )}
          </p>
        </div>
        {may('shipments.read') && (
          <span className="ml-auto flex gap-2 max-lg:ml-0 max-lg:flex-wrap">
            <ButtonLink size="small" to={`/preparacion/${id}`} aria-label={`Ver envío ${id}`}>
              Ver envío
            </ButtonLink>
          </span>
        )}
      </div>
      <Lines lines={lines} taxLines={order.taxLines} label={`Productos de ${id}`} />
    </section>
  );
}

interface LinesProps {
  lines: readonly { line: Line; quantity: number }[];
  taxLines: readonly TaxLine[];
  label: string;
}

/** Lines as on the invoice (DEC-233): a warranty is a separate line below its product, with value and IVA. */
function Lines({ lines, taxLines, label }: LinesProps) {
  if (lines.length === 0) return <p className="p-4 text-ink-muted">No le queda ningún producto.</p>;
  return (
    <Table
      label={label}
      frame="border-t border-border"
      look="order-lines"
      texts={['Producto']}
      numbers={['Cant.', 'Precio', 'Valió', 'IVA incl.', figures.unitsWorth.label]}
    >
      {lines.flatMap(({ line, quantity }) =>
        taxLines
          .filter((each) => each.line === line.line)
          .map((each) => (
            <LineRow
              key={`${line.line} ${each.isWarranty ? 'garantía' : ''}`}
              line={each}
              quantity={quantity}
              picture={each.isWarranty ? null : line.picture}
              // Older orders have the warranty in the line of its product.
              note={each.isWarranty ? 'Garantía' : ownWarranty(line, taxLines)}
            />
          )),
      )}
    </Table>
  );
}

const ownWarranty = ({ line, warranty }: Line, taxLines: readonly TaxLine[]): string | null =>
  taxLines.some((each) => each.line === line && each.isWarranty) ? null : warranty;

function LineRow({
  line,
  quantity,
  picture,
  note,
}: {
  line: TaxLine;
  quantity: number;
  /** Null for a warranty. */
  picture: string | null;
  note: string | null;
}) {
  const { sku, title, unitPrice, worth, iva, refunded } = line;
  return (
    <tr>
      <td>
        <span className="grid grid-cols-[48px_minmax(0,1fr)] items-center gap-3">
          <Thumbnail src={picture} isLate />
          <span className="min-w-0 truncate">
            {title}
            <small className="text-xs text-ink-muted block">{[sku, note].filter(Boolean).join(' · ')}</small>
          </span>
        </span>
      </td>
      <td className="text-right" data-l="Cant.">
        {quantity}
      </td>
      <td className="text-right text-ink-soft" data-l="Precio">
        {amountText(unitPrice)}
      </td>
      <td className="text-right font-semibold" data-l="Valió">
        {amountText(worth)}
      </td>
      <td className="text-right text-ink-soft" data-l="IVA incl.">
        {amountText(iva)}
      </td>
      <td className="text-right" data-l={figures.unitsWorth.label}>
        {refunded === null || refunded === 0 ? <span className="text-ink-muted">{nothing}</span> : moneyText(-refunded)}
      </td>
    </tr>
  );
}

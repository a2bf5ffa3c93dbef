import { useParams } from 'react-router';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { longMomentText, moneyText, nothing } from '../platform/formats.ts';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { Table } from '../platform/table.tsx';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';

type SharedCart = DeskAnswer<'getDeskCartCode'>['data'];
type Line = SharedCart['lines'][number];
type StoreState = Line['stores'][number]['state'];

const pills: Readonly<Record<StoreState, PillStyle>> = {
  now: { look: 'good', icon: 'circle-check' },
  few: { look: 'corn', icon: 'triangle-alert' },
  transfer: { look: 'sky', icon: 'truck' },
  none: { look: 'stone', icon: 'x' },
};

/** A cart that a shopper shared, by its code (WA-04). It names nobody, and nothing here changes the shopper's cart. */
export function Component() {
  const { code = '' } = useParams();
  const cart = useDeskQuery('getDeskCartCode', { params: { code } }, { staleTime: 0 });
  return (
    <>
      <PageHead title={`Carrito ${code}`} />
      <Loaded query={cart}>{({ data }) => <Shared cart={data} />}</Loaded>
    </>
  );
}

function Shared({ cart }: { cart: SharedCart }) {
  const { createdAt, expiresAt, total, lines } = cart;
  return (
    <DetailFrame
      aside={
        <Card title="Resumen">
          <Facts
            facts={[
              ['Total de hoy', moneyText(total)],
              ['Compartido', longMomentText(createdAt)],
              ['Vale hasta', longMomentText(expiresAt)],
            ]}
          />
          <p className="text-dense text-ink-soft">Los precios y las existencias son los de ahora. El carrito no aparta nada.</p>
        </Card>
      }
    >
      <Lines lines={lines} />
      {lines.map((line) => (
        <StoresOf key={`${line.sku} ${line.warranty?.label}`} line={line} />
      ))}
    </DetailFrame>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <Card title="Productos" isBare>
      <Table label="Productos del carrito" texts={['Producto']} numbers={['Cantidad', 'Precio entonces', 'Precio de hoy']}>
        {lines.map(({ sku, title, quantity, priceThen, priceNow, available, warranty }) => (
          <tr key={`${sku} ${warranty?.label}`}>
            <td>
              {title}
              <small className="block text-xs text-ink-muted">
                {sku}
                {warranty !== null && ` · Garantía ${warranty.label}`}
              </small>
            </td>
            <td className="text-right tabular-nums">{quantity}</td>
            <td className="text-right tabular-nums">{priceThen === null ? nothing : moneyText(priceThen)}</td>
            <td className="text-right tabular-nums">
              {available && priceNow !== null ? (
                moneyText(priceNow)
              ) : (
                <Pill look="stone" icon="x">
                  No disponible
                </Pill>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

/** The stores that have a line, by the plan that an order would follow (LIVE). */
function StoresOf({ line: { title, quantity, notPickedUp, stores } }: { line: Line }) {
  return (
    <Card title={`En tiendas: ${title}`} isBare>
      {notPickedUp !== null ? (
        <p className="p-4 text-ink-soft">{notPickedUp}</p>
      ) : (
        <Table label={`Tiendas con ${title}`} texts={['Tienda', quantity === 1 ? 'Para 1 unidad' : `Para ${quantity} unidades`]}>
          {stores.map(({ storeCode, name, state, message }) => (
            <tr key={storeCode}>
              <td>{name}</td>
              <td>
                <Pill {...pills[state]}>{message}</Pill>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

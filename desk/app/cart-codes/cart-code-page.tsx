import { useParams } from 'react-router';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { countedText, longMomentText, moneyText } from '../platform/formats.ts';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { BankPlans } from './bank-plans.tsx';

type SharedCart = DeskAnswer<'getDeskCartCode'>['data'];
type Line = SharedCart['lines'][number];
type StoreState = Line['stores'][number]['state'];

const pills: Readonly<Record<StoreState, PillStyle & { label: string }>> = {
  now: { look: 'good', icon: 'circle-check', label: 'Disponible' },
  few: { look: 'corn', icon: 'triangle-alert', label: 'Últimas' },
  transfer: { look: 'sky', icon: 'truck', label: 'Traslado' },
  none: { look: 'stone', icon: 'x', label: 'No disponible' },
};

/** A cart that a shopper shared, by its code (WA-04). The page shows no names, and cannot change the shopper's cart. */
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
  const { createdAt, expiresAt, total, lines, plans } = cart;
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
          <p className="text-dense text-ink-soft">
            Los precios y las existencias son los de ahora. El carrito no aparta nada.
          </p>
        </Card>
      }
    >
      {lines.map((line) => (
        <LineCard key={`${line.sku} ${line.warranty?.label}`} line={line} />
      ))}
      {/* Servers of the previous release answer without plans. */}
      {plans !== undefined && <BankPlans plans={plans} />}
    </DetailFrame>
  );
}

/** A line with its prices, and the stores that have the product. The same rule chooses the stores of an order (LIVE). */
function LineCard({ line }: { line: Line }) {
  const { sku, title, quantity, priceThen, priceNow, available, warranty, notPickedUp, stores } = line;
  const having = stores.filter(({ state }) => state !== 'none');
  const others = stores.length - having.length;
  return (
    <Card title={title}>
      <Facts
        facts={[
          ['Código', sku],
          ['Cantidad', String(quantity)],
          ['Precio de hoy', available && priceNow !== null ? moneyText(priceNow) : pills.none.label],
          ['Precio al compartir', priceThen === null ? null : moneyText(priceThen)],
          ...(warranty === null ? [] : ([['Garantía', warranty.label]] as const)),
        ]}
      />
      {notPickedUp !== null && <p className="text-ink-soft">{notPickedUp}</p>}
      {having.length > 0 && (
        <RowList aria-label={`Tiendas con ${title}`}>
          {having.map(({ storeCode, name, state, message }) => (
            <li key={storeCode} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {name}
                <small className="text-ink-muted">{message}</small>
              </span>
              <Pill {...pills[state]}>{pills[state].label}</Pill>
            </li>
          ))}
        </RowList>
      )}
      {others > 0 && (
        <p className="text-dense text-ink-soft">
          {having.length === 0
            ? 'Ninguna tienda lo tiene.'
            : `${countedText(others, 'tienda más no lo tiene', 'tiendas más no lo tienen')}.`}
        </p>
      )}
    </Card>
  );
}

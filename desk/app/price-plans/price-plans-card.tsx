import { reasonField } from '@ceiba/contract/desk/fields';
import { pricePlanFields } from '@ceiba/contract/desk/price-plan-fields';
import type { PricePlan } from '@ceiba/contract/desk/price-plans';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { longMomentText, moneyText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { historyKey, listKey } from '../session/cache-keys.ts';
import { call, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

type Product = Pick<DeskProduct, 'sku' | 'state' | 'regularPrice' | 'salesPrice'>;

/** "Precios planeados": future prices, and prices that failed to start (PROD-09). */
export function PricePlansCard({ product }: { product: Product }) {
  const { sku, state } = product;
  const may = useMay();
  const queries = useQueryClient();
  const [isPlanning, setIsPlanning] = useState(false);
  const plans = useDeskQuery('getProductPricePlans', { params: { sku } }, { staleTime: 0 });
  const keep = (data: PricePlan[]): void => {
    queries.setQueryData(queryKeyOf('getProductPricePlans', { params: { sku } }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: listKey('price-plans') });
    // A plan is in the history, but does not change the product's version.
    void queries.invalidateQueries({ queryKey: historyKey('products', sku) });
  };
  return (
    <Card
      title="Precios planeados"
      actions={
        may('prices.edit') &&
        state !== 'archived' && (
          <Button size="small" icon="calendar-clock" aria-haspopup="dialog" onClick={() => setIsPlanning(true)}>
            Planear precio
          </Button>
        )
      }
    >
      <Loaded query={plans}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-muted">Ningún precio planeado.</p>
          ) : (
            <ul className="stack gap-3">
              {data.map((plan) => (
                <PlanRow key={plan.id} plan={plan} keep={keep} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isPlanning && <PlanDialog product={product} keep={keep} onClose={() => setIsPlanning(false)} />}
    </Card>
  );
}

const priceFields = {
  ...pricePlanFields,
  reason: {
    ...reasonField,
    isOptional: true,
    hint: 'Se pide si el precio cambia más de 40 % o queda por debajo del costo.',
  },
} as const;

const shown = (amount: number | null): string => (amount === null ? '' : amount.toFixed(2));

function PlanDialog({
  product: { sku, regularPrice, salesPrice },
  keep,
  onClose,
}: {
  product: Product;
  keep: (plans: PricePlan[]) => void;
  onClose: () => void;
}) {
  return (
    <FieldDialog
      title="Planear precio"
      text="Hasta ese momento nada cambia. Puedes cancelarlo hasta que empiece."
      button="Planear"
      fields={{
        ...priceFields,
        regularPrice: { ...priceFields.regularPrice, value: shown(regularPrice) },
        salesPrice: { ...priceFields.salesPrice, value: shown(salesPrice) },
      }}
      send={({ reason, ...body }, options) =>
        call('planPrice', { params: { sku }, body: { ...body, ...(reason !== null && { reason }) } }, options)
      }
      done="Precio planeado"
      onDone={({ data }) => keep(data)}
      onClose={onClose}
    />
  );
}

/** "Q900.00, oferta Q800.00": the price of a plan. */
const priceText = ({ regularPrice, salesPrice }: PricePlan): string =>
  salesPrice === null ? moneyText(regularPrice) : `${moneyText(regularPrice)}, oferta ${moneyText(salesPrice)}`;

function PlanRow({ plan, keep }: { plan: PricePlan; keep: (plans: PricePlan[]) => void }) {
  const { id, state, at, discountEndsAt, by, why, list } = plan;
  const may = useMay();
  const { send, isSending, error } = useChange();
  const words = priceText(plan);
  const verb = state === 'failed' ? 'Quitar' : 'Cancelar';
  const cancel = async (): Promise<void> => {
    const sent = await send((options) => call('cancelPricePlan', { params: { id }, body: {} }, options));
    if (!sent.ok) return;
    showToast(state === 'failed' ? 'Precio quitado' : 'Precio cancelado');
    keep(sent.value.data);
  };
  return (
    <li className="stack gap-1">
      <span className="flex items-start gap-2">
        <DeskIcon
          name={state === 'failed' ? 'circle-alert' : 'calendar-clock'}
          className={state === 'failed' ? 'mt-0.5 text-danger' : 'mt-0.5 text-ink-muted'}
        />
        <span className="min-w-0 flex-1">
          {words}
          <small className="block text-xs text-ink-muted">
            {`Desde ${longMomentText(at)}${discountEndsAt === null ? '' : `; la oferta termina ${longMomentText(discountEndsAt)}`}`}
          </small>
          {why !== null && <small className="block text-xs text-on-danger-soft">{`No se aplicó: ${why}`}</small>}
          <small className="block text-xs text-ink-muted">
            {list === null ? by : <Link className="link" to={`/importaciones/${list.id}`}>{`Lista ${list.name}`}</Link>}
          </small>
        </span>
        {list === null && may('prices.edit') && (
          <Button size="small" loading={isSending} aria-label={`${verb} «${words}»`} onClick={() => void cancel()}>
            {verb}
          </Button>
        )}
      </span>
      {error !== undefined && <Note kind="error">{refusalText(error)}</Note>}
    </li>
  );
}

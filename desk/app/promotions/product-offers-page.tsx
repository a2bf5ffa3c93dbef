import { skuMaxLength } from '@ceiba/contract/desk/product-fields';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FieldControl } from '../actions/field-control.tsx';
import { PageForm } from '../actions/page-form.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { dayText, momentText, moneyText } from '../platform/formats.ts';
import { RowList } from '../platform/row-list.tsx';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';

type Offers = DeskAnswer<'getProductOffers'>['data'];

const skuField = { kind: 'text', label: 'SKU', max: skuMaxLength } as const;

/** "Qué recibe un producto": its flash sale, gifts, companions, warranties and low-stock text at this time (PROD-11). */
export function Component() {
  const [params, setParams] = useSearchParams();
  const sku = params.get('sku') ?? '';
  const { form } = useLandingForm<Record<string, string>>({ defaultValues: { sku } });
  const submit = form.handleSubmit(({ sku: typed = '' }) => setParams({ sku: typed.trim() }));
  return (
    <>
      <PageHead title="Qué recibe un producto" />
      <DetailFrame>
        <Card title="Producto">
          <PageForm onSubmit={submit}>
            <FieldControl form={form} name="sku" field={skuField} />
            <span>
              <Button type="submit" look="primary">
                Ver
              </Button>
            </span>
          </PageForm>
        </Card>
        {sku !== '' && <OffersOf key={sku} sku={sku} />}
      </DetailFrame>
    </>
  );
}

function OffersOf({ sku }: { sku: string }) {
  const found = useDeskQuery('getProductOffers', { params: { sku } }, { staleTime: 0 });
  return <Loaded query={found}>{({ data }) => <OfferCards offers={data} />}</Loaded>;
}

function OfferCards({ offers }: { offers: Offers }) {
  const { title, price, flashSale, gifts, companions, warranties, stockOffer } = offers;
  return (
    <>
      <Card title={title}>
        <p>{price === null ? 'No tiene precio.' : `Se vende a ${moneyText(price)}.`}</p>
        {flashSale === null ? (
          <p className="text-ink-muted">Sin oferta relámpago.</p>
        ) : (
          <p>
            <Link className="link" to={`/promociones/relampago/${flashSale.id}`}>
              Oferta relámpago
            </Link>
            {` de ${moneyText(flashSale.price)}, hasta ${momentText(flashSale.endsAt)}.`}
          </p>
        )}
        <StockText stockOffer={stockOffer} />
      </Card>
      <Rows title="Regalos" none="Ningún regalo.">
        {gifts.map((gift) => (
          <Row key={gift.id} to={`/promociones/regalos/${gift.id}`} name={gift.title}>
            {gift.endDate === null ? 'Sin fin' : `Hasta ${dayText(gift.endDate)}`}
          </Row>
        ))}
      </Rows>
      <Rows title="Acompañantes" none="Ninguno: se recomienda lo que más se compra con él.">
        {companions.map((companion) => (
          <Row key={companion.id} to={`/promociones/acompanantes/${companion.id}`} name={companion.title}>
            {companion.sku}
          </Row>
        ))}
      </Rows>
      <Rows title="Garantías extendidas" none="No ofrece garantías.">
        {warranties.map(({ code, label, amount, category }) => (
          <Row key={code} to={`/promociones/garantias/${encodeURIComponent(code)}`} name={label}>
            {`${moneyText(amount)} · ${category === null ? 'Del producto' : `De la categoría ${category}`}`}
          </Row>
        ))}
      </Rows>
    </>
  );
}

function StockText({ stockOffer }: { stockOffer: Offers['stockOffer'] }) {
  if (stockOffer === null) return <p className="text-ink-muted">Sin aviso de últimas unidades.</p>;
  const { id, threshold, category, text } = stockOffer;
  return (
    <p>
      <Link className="link" to={`/promociones/ultimas-unidades/${id}`}>
        {`Aviso desde ${threshold} unidades`}
      </Link>
      {category !== null && `, de la categoría ${category}`}
      {text === null ? '. Ahora no se muestra.' : `: «${text}».`}
    </p>
  );
}

const Rows = ({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) => (
  <Card title={title} isBare>
    {children.length === 0 ? (
      <p className="p-4 text-ink-muted">{none}</p>
    ) : (
      <RowList aria-label={title}>{children}</RowList>
    )}
  </Card>
);

const Row = ({ to, name, children }: { to: string; name: string; children: string }) => (
  <li>
    <Link className="link wrap-anywhere" to={to}>
      {name}
    </Link>
    <small className="text-ink-muted">{children}</small>
  </li>
);

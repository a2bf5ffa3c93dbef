import type { Field } from '@ceiba/contract/desk/fields';
import { productStates } from '@ceiba/contract/desk/lists/products';
import { productGroups, productLabels } from '@ceiba/contract/desk/product-fields';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { FieldControl } from '../actions/field-control.tsx';
import { Card, DetailFrame, Loaded, SaveBar } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { useDetailForm } from '../detail/use-detail-form.ts';
import { longMomentText } from '../platform/formats.ts';
import { fieldRefusalText, isOfField } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { PricePlansCard } from '../price-plans/price-plans-card.tsx';
import { SupplyCard } from '../purchases/supply-card.tsx';
import { historyKey, listKey } from '../session/cache-keys.ts';
import { call, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { attributeId } from './declared-fields.tsx';
import { FamilyCard } from './family-card.tsx';
import { PicturesCard } from './pictures-card.tsx';
import { PlansCard, planAction } from './plan-card.tsx';
import { PreviewButton } from './preview-button.tsx';
import { PriceWarning, usePriceReason } from './price-reason.tsx';
import { productHref, productPills, productsPath } from './product-looks.ts';
import { changesOf, detailFields, type Texts, textsOf } from './product-texts.ts';
import { productActions } from './product-verbs.ts';
import { BrandField, CategoryField, SellerField } from './reference-fields.tsx';
import { productRestoring } from './restore-value.ts';
import { SheetCard } from './sheet-card.tsx';
import { StockCard } from './stock-card.tsx';

/** The page of a product: editor, pictures, and the data that it lacks for sale (PROD-02, PROD-03). */
export function Component() {
  const { sku = '' } = useParams();
  const product = useDeskQuery('getDeskProduct', { params: { sku } }, { staleTime: 0 });
  return <Loaded query={product}>{({ data }) => <ProductPage key={data.sku} product={data} />}</Loaded>;
}

function ProductPage({ product }: { product: DeskProduct }) {
  const may = useMay();
  const isWide = useIsWide();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { sku } = product;
  const params = { sku };
  const keep = (data: DeskProduct): void => {
    queries.setQueryData(queryKeyOf('getDeskProduct', { params }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: listKey('products') });
    // A plan is in the history, but does not change the product's version.
    void queries.invalidateQueries({ queryKey: historyKey('products', sku) });
  };
  const { askReason, dialog } = usePriceReason();
  const detail = useDetailForm<Texts, DeskProduct>({
    entity: product,
    fields: detailFields,
    valuesOf: textsOf,
    save: async (texts, version, options) => {
      const body = { version, ...changesOf(texts) };
      const sent = await call('changeProduct', { params, body }, options);
      if (sent.ok || !isOfField(sent.error, 'reason')) return sent;
      const reason = await askReason(fieldRefusalText(sent.error, 'reason'));
      return reason === undefined ? sent : call('changeProduct', { params, body: { ...body, reason } }, options);
    },
    read: () => call('getDeskProduct', { params }),
    onSaved: keep,
    draftKey: `products.${sku}`,
  });
  const { form, dirty } = detail;
  const actions = [
    ...productActions({
      ...{ product, isDirty: dirty.length > 0, keep },
      open: (made) => void navigate(productHref(made.sku)),
    }),
    planAction({ product, keep }),
  ];
  const mayEdit = may('catalog.edit');
  const faults = <FaultsCard product={product} form={form} />;
  return (
    <>
      <PageHead
        title={product.title}
        path={productsPath}
        beside={<Pill {...productPills[product.state]}>{productStates[product.state]}</Pill>}
        actions={
          <>
            {product.state === 'published' && (
              <a className="button" href={`/${product.slug}`} target="_blank" rel="noreferrer">
                <DeskIcon name="external-link" />
                Ver en la tienda
              </a>
            )}
            {product.state !== 'published' && mayEdit && <PreviewButton sku={sku} />}
            <ActionButtons
              actions={actions}
              allowed={product.actions}
              most={isWide ? 2 : 1}
              {...(product.state === 'draft' && { next: 'publish' })}
            />
          </>
        }
      />
      <DetailFrame
        aside={
          <>
            {isWide && faults}
            <FamilyCard product={product} isDirty={dirty.length > 0} />
            <PlansCard product={product} keep={keep} />
            <PricePlansCard product={product} />
            <StockCard sku={sku} onMoved={() => void queries.invalidateQueries({ queryKey: listKey('products') })} />
            <SupplyCard sku={sku} />
            <Card title="Códigos">
              <Facts
                facts={[
                  ['Código', sku],
                  ['Códigos de barras', product.codes.join(', ')],
                  ['Agregado', longMomentText(product.createdAt)],
                ]}
                isWrapped
              />
            </Card>
            <HistoryCard
              entity="products"
              entityId={sku}
              version={product.version + product.picturesVersion}
              {...(mayEdit && {
                restoring: productRestoring({
                  ...{ product, keep, isDirty: dirty.length > 0 },
                  mayPrice: may('prices.edit'),
                }),
              })}
            />
          </>
        }
      >
        {!isWide && faults}
        <fieldset className="contents" disabled={!mayEdit}>
          <Groups product={product} form={form} pictures={<PicturesCard product={product} onSaved={keep} />} />
        </fieldset>
        {mayEdit && <SaveBar detail={detail} />}
        {dialog}
      </DetailFrame>
    </>
  );
}

type Form = UseFormReturn<Texts>;

const columnsLook = 'grid grid-cols-2 items-start gap-4 max-lg:grid-cols-1';

const Controls = ({ form, fields }: { form: Form; fields: Readonly<Record<string, Field>> }) =>
  Object.entries(fields).map(([name, field]) => <FieldControl key={name} form={form} name={name} field={field} />);

/** The groups of the form, in the order of the page. */
function Groups({ product, form, pictures }: { product: DeskProduct; form: Form; pictures: ReactNode }) {
  const may = useMay();
  const { what, price, texts, delivery, sale } = productGroups;
  const { title, brand: _brand, category: _category, ...more } = what;
  const { seller: _seller, ...selling } = sale;
  const { isPresale, presaleDate, ...ways } = delivery;
  const presaleDay = form.watch('presaleDate') ?? '';
  const isLate = presaleDay !== '' && presaleDay < guatemalaDate(new Date());
  return (
    <>
      <Card title="Qué es">
        <FieldControl form={form} name="title" field={title} />
        <div className={columnsLook}>
          <BrandField form={form} />
          <CategoryField form={form} present={[product.category, product.categoryTitle]} />
          <Controls form={form} fields={more} />
        </div>
      </Card>
      {pictures}
      <fieldset className="contents" disabled={!may('prices.edit')}>
        <Card title="Precio">
          <div className="grid grid-cols-3 items-start gap-4 max-lg:grid-cols-1">
            <Controls form={form} fields={price} />
          </div>
          <PriceWarning product={product} form={form} />
        </Card>
      </fieldset>
      <Card title="Textos">
        <FieldControl form={form} name="description" field={texts.description} rows={8} />
      </Card>
      <SheetCard form={form} category={form.watch('category') ?? ''} isPublished={product.state === 'published'} />
      <Card title="Entrega">
        <div className={columnsLook}>
          <FieldControl form={form} name="isPresale" field={isPresale} />
          <FieldControl
            form={form}
            name="presaleDate"
            field={presaleDate}
            {...(isLate && { hint: 'Esa fecha ya pasó: cámbiala, o quita la preventa.' })}
          />
          <Controls form={form} fields={ways} />
        </div>
      </Card>
      <Card title="Venta">
        <div className={columnsLook}>
          <SellerField form={form} present={[product.seller, product.sellerTitle]} />
          <Controls form={form} fields={selling} />
        </div>
      </Card>
    </>
  );
}

/** The IDs of the cards in which a fault is corrected, for faults without a field in the form. */
const cards: Readonly<Record<string, string>> = { pictures: 'fotos', attributes: 'caracteristicas' };

/** The ID of the part of the page in which a fault is corrected. Undefined if a field of the form corrects the fault. */
const partOf = (field: string): string | undefined => {
  const code = /^attributes\.(.+)$/.exec(field)?.[1];
  return code === undefined ? cards[field] : attributeId(code);
};

const labelOf = (field: string): string => productLabels[field.split('.')[0] ?? ''] ?? field;

const focusCard = (id: string): void => {
  const card = document.getElementById(id);
  card?.scrollIntoView({ block: 'center' });
  card?.querySelector<HTMLElement>('input, select, button')?.focus();
};

/** "Qué falta": the faults that keep a product from sale, then advice. Each row links to its field (PROD-03, PROD-27). */
function FaultsCard({ product: { faults, state }, form }: { product: DeskProduct; form: Form }) {
  if (faults.length === 0)
    return (
      <Card title="Qué falta">
        <p className="flex items-center gap-2 text-ink-soft">
          <DeskIcon name="circle-check" className="text-success" />
          {state === 'published' ? 'Nada: está a la venta.' : 'Nada: ya se puede publicar.'}
        </p>
      </Card>
    );
  return (
    <Card title="Qué falta">
      <ul className="stack gap-2">
        {faults.map(({ field, text, isBlocking }) => (
          <li key={`${field} ${text}`} className="flex items-start gap-2">
            <DeskIcon
              name={isBlocking ? 'circle-alert' : 'info'}
              className={isBlocking ? 'mt-0.5 text-danger' : 'mt-0.5 text-ink-muted'}
            />
            <span className="min-w-0">
              <button
                type="button"
                className="link"
                onClick={() => {
                  const card = partOf(field);
                  if (card === undefined) form.setFocus(field);
                  else focusCard(card);
                }}
              >
                {labelOf(field)}
              </button>
              {`: ${text}`}
              {!isBlocking && <small className="block text-xs text-ink-muted">Aviso: no impide publicar.</small>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

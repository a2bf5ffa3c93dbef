import { productList, productStates } from '@ceiba/contract/desk/lists/products';
import { planStates } from '@ceiba/contract/desk/product-fields';
import { maxGridRows } from '@ceiba/contract/desk/product-grid-fields';
import { Link } from 'react-router';
import { ListPage } from '../list/list-page.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { momentText, moneyText } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { ProductBulk } from './product-bulk.tsx';
import { familyHref, listPills, newProductHref, productHref, productPills, runsPath } from './product-looks.ts';

type ProductRow = DeskAnswer<'listDeskProducts'>['data'][number];

const cells = {
  title: ({ title, picture }: ProductRow) => (
    <span className="flex min-w-0 items-center gap-2.5">
      <Thumbnail src={picture} size={32} isLate />
      <span className="min-w-0 truncate max-lg:whitespace-normal">{title}</span>
    </span>
  ),
  sku: ({ sku, family }: ProductRow) =>
    family === null ? undefined : (
      <span className="inline-grid leading-[14px] max-lg:leading-5">
        <span className="truncate">{sku}</span>
        <Link className="link text-[11px]" to={familyHref(family)} aria-label={`Ver familia ${family}`}>
          Ver familia
        </Link>
      </span>
    ),
  price: ({ price, regularPrice }: ProductRow) =>
    price === null ? (
      <span className="text-ink-muted">Sin precio</span>
    ) : (
      <span className="inline-grid leading-[14px] max-lg:leading-5">
        {moneyText(price)}
        {regularPrice !== null && regularPrice > price && (
          <del className="text-[11px] text-ink-muted">{moneyText(regularPrice)}</del>
        )}
      </span>
    ),
  state: ({ state, plan }: ProductRow) =>
    plan === null ? undefined : (
      <span className="inline-grid justify-items-start gap-0.5">
        <Pill {...productPills[state]}>{productStates[state]}</Pill>
        <small className="text-xs text-ink-muted">{`${planStates[plan.state]}: ${momentText(plan.at)}`}</small>
      </span>
    ),
  stock: ({ stock }: ProductRow) =>
    stock === 0 ? <span className="font-semibold text-danger">Agotado</span> : undefined,
};

const views = [
  { label: 'Todos', query: {} },
  { label: 'Publicados', query: { state: 'published' } },
  { label: 'Borradores', query: { state: 'draft' } },
  { label: 'Con fecha', query: { planned: 'true' } },
  { label: 'Sin foto', query: { missing: 'picture' } },
  { label: 'Archivados', query: { state: 'archived' } },
];

const hrefOf = ({ sku }: ProductRow): string => productHref(sku);

/** "Productos": every product with its picture, price, stock and state (PROD-01). */
export function Component() {
  const may = useMay();
  return (
    <ListPage
      list={productList}
      read={(query, options) => call('listDeskProducts', { query }, options)}
      hrefOf={hrefOf}
      cells={cells}
      pills={listPills}
      views={views}
      takesFilter
      bulkMost={maxGridRows}
      {...((may('catalog.edit') || may('catalog.publish')) && {
        bulk: (ids, clear, whole) => <ProductBulk skus={ids} whole={whole} onStarted={clear} />,
      })}
      actions={
        <>
          <ButtonLink icon="rows-4" to={runsPath}>
            Cambios en lote
          </ButtonLink>
          {may('catalog.edit') && (
            <ButtonLink look="primary" icon="plus" to={newProductHref}>
              Nuevo producto
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

import { countScopes, stockCountList } from '@ceiba/contract/desk/lists/stock-counts';
import { goodsField } from '@ceiba/contract/desk/stock-fields';
import { readTypedGoods } from '@ceiba/domain/stock/typed-goods';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { ListPage } from '../list/list-page.tsx';
import { Button } from '../platform/button.tsx';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { countPills } from './count-pills.ts';

type CountRow = DeskAnswer<'listStockCounts'>['data'][number];

const views = [
  { label: 'Abiertos', query: { state: 'counting,recounting,reviewed' } },
  { label: 'Por aprobar', query: { state: 'reviewed' } },
  { label: 'Todos', query: {} },
];

/** "Conteos" of stock (PROD-21). */
export function Component() {
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <ListPage
        list={stockCountList}
        read={(query, options) => call('listStockCounts', { query }, options)}
        hrefOf={({ number }: CountRow) => `/inventario/conteos/${number}`}
        pills={{ state: countPills }}
        views={views}
        actions={
          <Button icon="plus" aria-haspopup="dialog" onClick={() => setIsNew(true)}>
            Nuevo conteo
          </Button>
        }
      />
      {isNew && <NewCount onClose={() => setIsNew(false)} />}
    </>
  );
}

const scopeOf = ({
  scope,
  shelf,
  categoryId,
  goods,
}: {
  scope: keyof typeof countScopes;
  shelf: string | undefined;
  categoryId: string | undefined;
  goods: string | undefined;
}) => {
  if (scope === 'shelf') return { kind: scope, shelf: shelf ?? '' };
  if (scope === 'category') return { kind: scope, categoryId: Number(categoryId) };
  if (scope === 'list') return { kind: scope, skus: (readTypedGoods(goods ?? '') ?? []).map(({ sku }) => sku) };
  return { kind: scope };
};

function NewCount({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const navigate = useNavigate();
  const places = useDeskQuery('listPlaces', {});
  const hasCategories = may('catalog.read');
  const categories = useDeskQuery(
    'listNames',
    { query: { kind: 'category' } },
    { staleTime: 300_000, enabled: hasCategories },
  );
  const { category: _, ...otherScopes } = countScopes;
  const is = (scope: keyof typeof countScopes) => (texts: Readonly<Record<string, string>>) => texts['scope'] === scope;
  return (
    <FieldDialog
      title="Nuevo conteo"
      text="Quien cuenta no ve cuántas debería haber. Varias personas pueden contar a la vez."
      button="Empezar a contar"
      isOff={places.data === undefined}
      fields={{
        storeCode: {
          kind: 'option',
          label: 'Lugar',
          options: (places.data?.data ?? []).map(({ storeCode, name }) => [storeCode, name] as const),
        },
        scope: { kind: 'choice', label: 'Qué se cuenta', values: hasCategories ? countScopes : otherScopes },
        shelf: { kind: 'text', label: 'Estante', max: 20, isFor: is('shelf') },
        categoryId: {
          kind: 'option',
          label: 'Categoría',
          options: (categories.data?.data ?? []).map(({ code, name }) => [code, name] as const),
          isFor: is('category'),
        },
        goods: { ...goodsField, hint: 'Un SKU o código por línea.', isFor: is('list') },
      }}
      lands={{ PRODUCT_NOT_FOUND: 'goods', 'scope.skus': 'goods', 'scope.shelf': 'shelf' }}
      send={({ storeCode, ...values }, options) =>
        call('createStockCount', { body: { storeCode, scope: scopeOf(values) } }, options)
      }
      done="Conteo empezado"
      onDone={({ data }) => void navigate(`/inventario/conteos/${data.number}`)}
      onClose={onClose}
    />
  );
}

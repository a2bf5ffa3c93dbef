import { purchaseList } from '@ceiba/contract/desk/lists/purchases';
import { ListPage } from '../list/list-page.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { purchaseHref, purchasePills } from './purchase-looks.ts';

type PurchaseRow = DeskAnswer<'listPurchases'>['data'][number];

const views = [
  { label: 'Por llegar', query: { state: 'ordered,partlyReceived', sort: 'expectedOn' } },
  { label: 'Borradores', query: { state: 'draft' } },
  { label: 'Atrasadas', query: { late: 'true' } },
  { label: 'Todas', query: {} },
];

/** "Compras" (BUY-02). */
export function Component() {
  const may = useMay();
  return (
    <ListPage
      list={purchaseList}
      read={(query, options) => call('listPurchases', { query }, options)}
      hrefOf={({ number }: PurchaseRow) => purchaseHref(number)}
      pills={{ state: purchasePills }}
      views={views}
      actions={
        <>
          {may('purchases.receive') && (
            <ButtonLink look="ghost" to="/compras/recibir">
              Recibir sin orden
            </ButtonLink>
          )}
          {may('purchases.edit') && (
            <>
              <ButtonLink look="ghost" to="/compras/por-reponer">
                Por reponer
              </ButtonLink>
              <ButtonLink icon="plus" to="/compras/+">
                Nueva orden de compra
              </ButtonLink>
            </>
          )}
        </>
      }
    />
  );
}

import { changedPriceList, maxShelfLabels } from '@ceiba/contract/desk/lists/changed-prices';
import { ListPage } from '../list/list-page.tsx';
import { PrintLink } from '../platform/print-link.tsx';
import { labelsPath } from '../platform/shelf-labels.ts';
import { call } from '../session/desk-client.ts';

/** "Cambiaron de precio hoy": products whose labels at the shelf must be printed again (BUY-08). */
export function Component() {
  return (
    <ListPage
      list={changedPriceList}
      read={(query, options) => call('listChangedPrices', { query }, options)}
      bulk={(skus) => <PrintLink path={labelsPath(skus)}>Imprimir etiquetas</PrintLink>}
      bulkMost={maxShelfLabels}
      actions={<PrintLink path="shelf-labels?changed=today">Imprimir todas</PrintLink>}
      path={[{ label: 'Productos', to: '/productos' }]}
    />
  );
}

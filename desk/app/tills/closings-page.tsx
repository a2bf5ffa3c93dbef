import { closingList } from '@ceiba/contract/desk/lists/till-closings';
import { useState } from 'react';
import { Facts } from '../detail/facts.tsx';
import { ListPage } from '../list/list-page.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { momentText, moneyText } from '../platform/formats.ts';
import { PrintLink } from '../platform/print-link.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { tillPath } from './till-links.tsx';

type ClosingRow = DeskAnswer<'listTillClosings'>['data'][number];

const views = [
  { label: 'Todos', query: {} },
  { label: 'Con diferencia', query: { differs: 'true' } },
];

/** "Cierres de caja" (CASH-05): the closings of all tills, for accounting. */
export function Component() {
  const [chosen, setChosen] = useState<ClosingRow>();
  return (
    <>
      <ListPage
        list={closingList}
        read={(query, options) => call('listTillClosings', { query }, options)}
        onOpen={(row: ClosingRow) => setChosen(row)}
        views={views}
        path={tillPath}
      />
      {chosen && <ClosingDialog closing={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function ClosingDialog({ closing, onClose }: { closing: ClosingRow; onClose: () => void }) {
  const { id, tillId, tillName, storeName, openedAt, openedBy, closedAt, closedBy, counts, reason } = closing;
  const { float, expected, counted, difference, expectedCards, countedCards, cardsDifference } = closing;
  const amounts = [
    ['Fondo', float],
    ['Efectivo esperado', expected],
    ['Efectivo contado', counted],
    ['Diferencia', difference],
    ['Vouchers esperados', expectedCards],
    ['Vouchers contados', countedCards],
    ['Diferencia de vouchers', cardsDifference],
  ] as const;
  return (
    <Dialog title={`Cierre de ${tillName}`} text={storeName} onClose={onClose}>
      <div className="stack">
        <Facts
          facts={[
            ['Abrió', `${openedBy}, ${momentText(openedAt)}`],
            ['Cerró', `${closedBy}, ${momentText(closedAt)}`],
            ...(counts > 1 ? [['Veces contado', String(counts)] as const] : []),
            ...amounts.map(([label, amount]) => [label, moneyText(amount)] as const),
            ...(reason === '' ? [] : [['Motivo', reason] as const]),
          ]}
        />
        <span className="flex items-center gap-2 flex-wrap">
          <PrintLink path={`tills/${tillId}/closings/${id}?size=letter`}>Imprimir cierre</PrintLink>
        </span>
      </div>
    </Dialog>
  );
}

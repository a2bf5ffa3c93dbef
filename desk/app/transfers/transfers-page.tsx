import { transferList } from '@ceiba/contract/desk/lists/transfers';
import { goodsField } from '@ceiba/contract/desk/stock-fields';
import { transferFields } from '@ceiba/contract/desk/transfer-fields';
import { readTypedGoods } from '@ceiba/domain/stock/typed-goods';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { ListPage } from '../list/list-page.tsx';
import { useNamesQuery } from '../list/names.ts';
import { Button } from '../platform/button.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { transferPills } from './transfer-pills.ts';

type TransferRow = DeskAnswer<'listTransfers'>['data'][number];

const views = [
  { label: 'Abiertos', query: { state: 'draft,sent' } },
  { label: 'En camino', query: { state: 'sent' } },
  { label: 'Con diferencia', query: { state: 'closed' } },
  { label: 'Todos', query: {} },
];

/** "Traslados": goods that move from one place to another (PROD-20). */
export function Component() {
  const may = useMay();
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <ListPage
        list={transferList}
        read={(query, options) => call('listTransfers', { query }, options)}
        hrefOf={({ number }: TransferRow) => `/inventario/traslados/${number}`}
        pills={{ state: transferPills }}
        views={views}
        actions={
          may('stock.move') && (
            <Button icon="plus" aria-haspopup="dialog" onClick={() => setIsNew(true)}>
              Nuevo traslado
            </Button>
          )
        }
      />
      {isNew && <NewTransfer onClose={() => setIsNew(false)} />}
    </>
  );
}

function NewTransfer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  // A store may ask for goods of any place, so all places can be chosen.
  const places = useNamesQuery('place');
  const options = (places.data?.data ?? []).map(({ code, name }) => [code, name] as const);
  return (
    <FieldDialog
      title="Nuevo traslado"
      text="Sin productos, se escanea lo que sale."
      button="Crear traslado"
      isOff={places.data === undefined}
      fields={{
        from: { kind: 'option', label: 'Sale de', options },
        to: { kind: 'option', label: 'Llega a', options: [...options.slice(1), ...options.slice(0, 1)] },
        goods: { ...goodsField, isOptional: true },
        note: transferFields.note,
      }}
      lands={{ lines: 'goods', PRODUCT_NOT_FOUND: 'goods' }}
      send={({ from, to, goods, note }, callOptions) =>
        call('createTransfer', { body: { from, to, note, lines: readTypedGoods(goods ?? '') ?? [] } }, callOptions)
      }
      done="Traslado creado"
      onDone={({ data }) => void navigate(`/inventario/traslados/${data.number}`)}
      onClose={onClose}
    />
  );
}

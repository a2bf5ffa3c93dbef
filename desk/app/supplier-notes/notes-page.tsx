import { supplierNoteList } from '@ceiba/contract/desk/lists/supplier-notes';
import { goodsField } from '@ceiba/contract/desk/stock-fields';
import { supplierNoteFields } from '@ceiba/contract/desk/supplier-note-fields';
import { readTypedGoods } from '@ceiba/domain/stock/typed-goods';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { ListPage } from '../list/list-page.tsx';
import { Button } from '../platform/button.tsx';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { notePills } from './note-pills.ts';

type NoteRow = DeskAnswer<'listSupplierNotes'>['data'][number];

const views = [
  { label: 'Abiertas', query: { state: 'open' } },
  { label: 'Todas', query: {} },
];

/** "Devoluciones al proveedor": defective units that went back (BUY-09). */
export function Component() {
  const may = useMay();
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <ListPage
        list={supplierNoteList}
        read={(query, options) => call('listSupplierNotes', { query }, options)}
        hrefOf={({ number }: NoteRow) => `/inventario/proveedores/${number}`}
        pills={{ state: notePills }}
        views={views}
        actions={
          may('stock.move') && (
            <Button icon="plus" aria-haspopup="dialog" onClick={() => setIsNew(true)}>
              Regresar productos
            </Button>
          )
        }
      />
      {isNew && <NewNote onClose={() => setIsNew(false)} />}
    </>
  );
}

function NewNote({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const places = useDeskQuery('listPlaces', {});
  const { supplier, reason } = supplierNoteFields;
  return (
    <FieldDialog
      title="Regresar productos al proveedor"
      text="Salen de las existencias ahora. La nota queda abierta hasta que den crédito o los repongan."
      button="Regresar productos"
      isOff={places.data === undefined}
      fields={{
        supplier,
        storeCode: {
          kind: 'option',
          label: 'Sale de',
          options: (places.data?.data ?? []).map(({ storeCode, name }) => [storeCode, name] as const),
        },
        goods: goodsField,
        reason,
      }}
      lands={{ lines: 'goods', PRODUCT_NOT_FOUND: 'goods', STOCK_WOULD_BE_NEGATIVE: 'goods' }}
      send={({ goods, ...body }, options) =>
        call('createSupplierNote', { body: { ...body, lines: readTypedGoods(goods) ?? [] } }, options)
      }
      done="Productos regresados"
      onDone={({ data }) => void navigate(`/inventario/proveedores/${data.number}`)}
      onClose={onClose}
    />
  );
}

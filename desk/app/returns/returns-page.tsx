import { returnList } from '@ceiba/contract/desk/returns';
import { returnReasons } from '@ceiba/domain/returns/return-window';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { ListPage } from '../list/list-page.tsx';
import { Button } from '../platform/button.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { returnPills } from './return-pills.ts';

type ReturnRow = DeskAnswer<'listDeskReturns'>['data'][number];

const views = [
  { label: 'Abiertas', query: { open: 'true' } },
  { label: 'Solicitadas', query: { state: 'requested' } },
  { label: 'Esperando producto', query: { state: 'approved' } },
  { label: 'Sin resultado', query: { state: 'received' } },
  { label: 'Por regresar', query: { state: 'toSendBack' } },
  { label: 'Resueltas', query: { state: 'resolved' } },
  { label: 'Todas', query: {} },
];

/** "Devoluciones" (WORK-20). */
export function Component() {
  const may = useMay();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <ListPage
        list={returnList}
        read={(query, options) => call('listDeskReturns', { query }, options)}
        hrefOf={({ number }: ReturnRow) => `/devoluciones/${number}`}
        pills={{ state: returnPills }}
        views={views}
        actions={
          may('returns.approve') && (
            <Button icon="plus" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
              Nueva devolución
            </Button>
          )
        }
      />
      {isAsking && (
        <FieldDialog
          title="Nueva devolución"
          text="Para quien llama: queda aprobada, y le llega un correo."
          button="Crear devolución"
          fields={[
            { name: 'orderNumber', label: 'Orden', required: true },
            { name: 'sku', label: 'Código del producto', required: true },
            { name: 'quantity', label: 'Cantidad', value: '1', required: true },
            { name: 'reason', label: 'Motivo', options: returnReasons.map((text) => [text, text] as const) },
            { name: 'description', label: 'Qué dijo' },
          ]}
          send={({ orderNumber = '', sku = '', quantity, reason: said, description = '' }, options) => {
            const reason = returnReasons.find((each) => each === said) ?? 'Otro';
            const body = { orderNumber, sku, quantity: Number(quantity), reason, description };
            return call('createReturn', { body }, options);
          }}
          done="Devolución creada"
          onDone={({ data }) => void navigate(`/devoluciones/${data.number}`)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

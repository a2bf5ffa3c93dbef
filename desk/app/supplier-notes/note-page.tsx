import { supplierNoteStates } from '@ceiba/contract/desk/lists/supplier-notes';
import { supplierNoteFields } from '@ceiba/contract/desk/supplier-note-fields';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { countedText, longMomentText } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { notePills } from './note-pills.ts';

type SupplierNote = DeskAnswer<'getSupplierNote'>['data'];

/** A note of goods that went back to their supplier, until they are credited or replaced (BUY-09). */
export function Component() {
  const { number = '' } = useParams();
  const note = useDeskQuery('getSupplierNote', { params: { number } }, { staleTime: 0 });
  return <Loaded query={note}>{({ data }) => <NotePage key={data.number} note={data} />}</Loaded>;
}

function NotePage({ note }: { note: SupplierNote }) {
  const queries = useQueryClient();
  const { number, version, state, supplier, storeName, reason, reference, createdAt, createdBy, endedAt, endedBy } =
    note;
  const keep = (data: SupplierNote): void =>
    void queries.setQueryData(queryKeyOf('getSupplierNote', { params: { number } }), { status: 200, data });
  return (
    <>
      <PageHead
        title={`Nota ${number}`}
        caption={supplier}
        path={[{ label: 'Devoluciones al proveedor', to: '/inventario/proveedores' }]}
        beside={<Pill {...(notePills[state] ?? { look: 'stone', icon: 'circle' })}>{supplierNoteStates[state]}</Pill>}
        actions={<ActionButtons actions={[settleAction(note, keep)]} allowed={note.actions} next="settle" />}
      />
      <DetailFrame
        aside={
          <>
            <Card title="Resumen">
              <Facts
                isWrapped
                facts={[
                  ['Proveedor', supplier],
                  ['Salió de', storeName],
                  ['Por qué', reason],
                  ['Creada', `${longMomentText(createdAt)}, ${createdBy}`],
                  ['Terminó', endedAt === null ? null : `${longMomentText(endedAt)}, ${endedBy ?? ''}`],
                  ['Papel del proveedor', reference],
                ]}
              />
            </Card>
            <HistoryCard entity="supplier-notes" entityId={number} version={version} />
          </>
        }
      >
        <Card title={countedText(note.units, 'unidad', 'unidades')} isBare>
          <RowList aria-label="Productos de la nota">
            {note.lines.map(({ sku, title, quantity }) => (
              <li key={sku} className="flex items-center justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">
                  <Link className="link" to={`/inventario/${encodeURIComponent(sku)}`}>
                    {title}
                  </Link>
                  <small className="text-ink-muted">{sku}</small>
                </span>
                <b className="font-semibold tabular-nums">{quantity}</b>
              </li>
            ))}
          </RowList>
        </Card>
      </DetailFrame>
    </>
  );
}

const settleAction = ({ number, version }: SupplierNote, keep: (data: SupplierNote) => void): DeskAction => ({
  verb: 'settle',
  label: 'Terminar nota',
  permission: 'stock.move',
  icon: 'check',
  dialog: (close) => (
    <FieldDialog
      title="Terminar nota"
      text="Si repusieron los productos, entran a las existencias del mismo lugar."
      button="Terminar nota"
      fields={{ outcome: supplierNoteFields.outcome, reference: supplierNoteFields.reference }}
      send={(body, options) => call('settleSupplierNote', { params: { number }, body: { version, ...body } }, options)}
      done="Nota terminada"
      onDone={({ data }) => keep(data)}
      onClose={close}
    />
  ),
});

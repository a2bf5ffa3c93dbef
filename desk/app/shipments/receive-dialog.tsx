import type { Shipment } from '@ceiba/contract/desk/shipments';
import { useState } from 'react';
import { useChange } from '../actions/use-change.ts';
import { Button } from '../platform/button.tsx';
import { Dialog, DialogEnd } from '../platform/dialog.tsx';
import { countedText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { reportUnknownCode } from '../scan/report-unknown-code.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { call } from '../session/desk-client.ts';

/** Receives a returned, undelivered shipment: scanned unit by unit, or as a whole by the label of an unopened parcel (WORK-11). */
export function ReceiveDialog({
  shipment: { id, version, lines, orderNumber, storeCode },
  keep,
  onClose,
}: {
  shipment: Shipment;
  keep: (shipment: Shipment) => void;
  onClose: () => void;
}) {
  const goods = lines.filter(({ isGoods }) => isGoods);
  const all = goods.reduce((sum, { quantity }) => sum + quantity, 0);
  const [read, setRead] = useState<Readonly<Record<number, number>>>({});
  const [sending, setSending] = useState<'restock' | 'scrap'>();
  const { error, send } = useChange();
  const count = goods.reduce((sum, { line }) => sum + (read[line] ?? 0), 0);
  const onCode = (text: string): ScanVerdict => {
    const code = text.toUpperCase();
    if (code === id) {
      setRead(Object.fromEntries(goods.map(({ line, quantity }) => [line, quantity])));
      return { isRight: true, title: `Correcto: ${id}`, text: 'El bulto completo.' };
    }
    const named = goods.filter(({ sku, codes, serials }) =>
      [sku, ...codes, ...serials].some((each) => each.toUpperCase() === code),
    );
    const lineToScan = named.find(({ line, quantity }) => (read[line] ?? 0) < quantity);
    const [known] = named;
    if (known === undefined) {
      reportUnknownCode(text, storeCode);
      return { isRight: false, title: 'No es de este envío', text: `Leíste ${text}.` };
    }
    if (lineToScan === undefined)
      return { isRight: false, title: `Ya están todas: ${known.title}`, text: `Leíste ${text}.` };
    setRead({ ...read, [lineToScan.line]: (read[lineToScan.line] ?? 0) + 1 });
    return { isRight: true, title: `Correcto: ${lineToScan.title}`, text: `${count + 1} de ${all}.` };
  };
  const receive = async (fate: 'restock' | 'scrap'): Promise<void> => {
    setSending(fate);
    const received = await send((options) =>
      call('receiveShipment', { params: { id }, body: { version, fate } }, options),
    );
    setSending(undefined);
    if (!received.ok) return;
    keep(received.value.data);
    showToast(fate === 'restock' ? 'Reingresado al inventario' : 'Desechado');
    onClose();
  };
  const isWhole = count === all;
  return (
    <Dialog
      title={`Recibir ${id}`}
      text={`Lee cada unidad que volvió, o la etiqueta del bulto cerrado. El dinero de la orden ${orderNumber} ya se decidió.`}
      onClose={onClose}
      footer={
        <DialogEnd>
          <Button
            look="danger"
            icon="trash-2"
            disabled={!isWhole}
            loading={sending === 'scrap'}
            onClick={() => void receive('scrap')}
          >
            Desechar
          </Button>
          <Button
            look="primary"
            icon="rotate-ccw"
            disabled={!isWhole}
            loading={sending === 'restock'}
            onClick={() => void receive('restock')}
          >
            Reingresar
          </Button>
        </DialogEnd>
      }
    >
      <ScanField onCode={onCode} />
      <ul className="stack" aria-label="Lo que debe volver">
        {goods.map(({ line, title, quantity }) => (
          <li key={line} className="flex items-center gap-2 flex-wrap justify-between">
            <span>{title}</span>
            <span className="whitespace-nowrap tabular-nums">{`${read[line] ?? 0} de ${quantity}`}</span>
          </li>
        ))}
      </ul>
      {!isWhole && (
        <p className="text-xs text-ink-muted">{`${countedText(all - count, 'unidad', 'unidades')} por leer. Lo que no volvió lo decide gerencia.`}</p>
      )}
      {error && <Note kind="error">{refusalText(error)}</Note>}
    </Dialog>
  );
}

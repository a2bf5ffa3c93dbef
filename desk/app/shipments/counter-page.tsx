import { isOrderNumber } from '@ceiba/domain/orders/order';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import { type FormEvent, useState } from 'react';
import { useChange } from '../actions/use-change.ts';
import { Card } from '../detail/detail-frame.tsx';
import { LeaveDialog } from '../detail/leave-guard.tsx';
import { Button } from '../platform/button.tsx';
import { countedText, moneyText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useLatest } from '../platform/use-latest.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { call } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useCashTill } from '../tills/cash-till.tsx';
import { bodyOf, firstValues, type MoveField, MoveForm } from './move-dialog.tsx';
import { ProofCard } from './proof-card.tsx';
import type { Shipment } from './shipment-page.tsx';
import { ShipmentPill } from './shipment-pills.tsx';

interface Pickup {
  id: string;
  code: string;
}

/** What the buyer shows: a shipment's or an order's number, with its six digits where that was a QR of the order's page. */
export function readPickup(text: string): Pickup | undefined {
  const [name = '', code = ''] = text.trim().split(/[\s:]+/);
  const id = isOrderNumber(name) ? `${name}-1` : name;
  return readShipmentId(id) === undefined ? undefined : { id, code };
}

/** The pickup counter (WORK-13): a number or a QR, the code, and it is handed over. */
export function Component() {
  const [found, setFound] = useState<{ shipment: Shipment; code: string }>();
  const [handed, setHanded] = useState<Shipment>();
  /** Somebody has signed, or a photo was taken, and it is not saved: the next code waits. */
  const [isUnsaved, setIsUnsaved] = useState(false);
  const [waiting, setWaiting] = useState<Pickup>();
  /** One is being handed over: nothing takes its place before its answer. */
  const [isSending, setIsSending] = useState(false);
  const [verdict, setVerdict] = useState<ScanVerdict>();
  const begin = useLatest();
  const look = async (id: string, code: string): Promise<void> => {
    const isLatest = begin();
    const read = await call('getShipment', { params: { id } });
    if (!isLatest()) return;
    if (!read.ok) {
      setVerdict({ isRight: false, title: 'No lo encontramos', text: refusalText(read.error) });
      return;
    }
    const { data: shipment } = read.value;
    setFound({ shipment, code });
    setVerdict({
      isRight: true,
      title: shipment.id,
      text: `${countedText(shipment.units, 'unidad', 'unidades')} para entregar.`,
    });
  };
  /** As somebody else left it; what is typed stays. */
  const reread = async ({ shipment, code }: { shipment: Shipment; code: string }): Promise<void> => {
    const isLatest = begin();
    const read = await call('getShipment', { params: { id: shipment.id } });
    if (isLatest() && read.ok) setFound({ shipment: read.value.data, code });
  };
  const onCode = (text: string): ScanVerdict => {
    const pickup = readPickup(text);
    setVerdict(undefined);
    // What is no shipment takes nothing away.
    if (pickup === undefined)
      return {
        isRight: false,
        title: 'No es un envío',
        text: `Leíste ${text}. Escribe el número del envío o de la orden.`,
      };
    if (isSending)
      return {
        isRight: false,
        title: 'Espera un momento',
        text: `${found?.shipment.id ?? 'El otro'} se está entregando.`,
      };
    if (!isUnsaved) return take(pickup);
    setWaiting(pickup);
    return {
      isRight: false,
      title: 'Falta guardar la prueba',
      text: `La de ${handed?.id ?? 'la entrega'} no se ha guardado.`,
    };
  };
  const take = (pickup: Pickup): ScanVerdict => {
    begin();
    setVerdict(undefined);
    setFound(undefined);
    setHanded(undefined);
    void look(pickup.id, pickup.code);
    return { isRight: true, title: `Buscando ${pickup.id}`, text: '' };
  };
  return (
    <>
      <PageHead title="Entregas" />
      <div className="counter">
        <ScanField
          label="Número del envío, de la orden, o el QR"
          ready={{ title: 'Listo', text: 'Pide el correo o la página de la orden.' }}
          onCode={onCode}
          verdict={verdict}
        />
        {found && (
          <HandOver
            key={found.shipment.id}
            {...found}
            reread={() => reread(found)}
            onSending={setIsSending}
            onDone={(shipment) => {
              setFound(undefined);
              setVerdict(undefined);
              setHanded(shipment);
            }}
          />
        )}
        {handed && <ProofCard key={handed.id} shipment={handed} onSaved={setHanded} onDirty={setIsUnsaved} />}
        {waiting !== undefined && (
          <LeaveDialog
            onLeave={() => {
              setIsUnsaved(false);
              setWaiting(undefined);
              setVerdict(take(waiting));
            }}
            onStay={() => setWaiting(undefined)}
          />
        )}
      </div>
    </>
  );
}

function HandOver({
  shipment,
  code,
  reread,
  onSending,
  onDone,
}: {
  shipment: Shipment;
  code: string;
  reread: () => Promise<void>;
  onSending: (isSending: boolean) => void;
  onDone: (handed: Shipment) => void;
}) {
  const { id, state, version, lines, cashToCollect, moves } = shipment;
  const fields: readonly MoveField[] = [
    'code',
    'receiver',
    ...(cashToCollect > 0 ? (['amountReceived'] as const) : []),
    // Of a supervisor without the code, and of cash that is another than was due.
    'optionalReason',
  ];
  const [values, setValues] = useState<Record<string, string>>(() => ({ ...firstValues(fields, shipment), code }));
  const { error, isSending, send } = useChange();
  const till = useCashTill(shipment, cashToCollect > 0);
  const { tillId } = till;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const told = { ...bodyOf(fields, values), ...(tillId !== undefined && { tillId }) };
    const body = { to: 'delivered' as const, version, ...told };
    onSending(true);
    const moved = await send(async (options) => {
      const sent = await call('moveShipment', { params: { id }, body }, options);
      if (!sent.ok && sent.error.status === 409) await reread();
      return sent;
    });
    onSending(false);
    if (!moved.ok) return;
    showToast(`${id} entregado`);
    onDone(moved.value.data);
  };
  return (
    <Card title={id} actions={<ShipmentPill state={state} />}>
      <ul>
        {lines.map(({ line, title, quantity }) => (
          <li key={line}>{`${quantity} × ${title}`}</li>
        ))}
      </ul>
      {cashToCollect > 0 && <Note kind="warning" title={`Cobra ${moneyText(cashToCollect)}`} />}
      {state === 'at_store' && moves.includes('delivered') ? (
        <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
          <MoveForm
            fields={fields}
            shipment={shipment}
            values={values}
            till={till}
            error={error}
            onChange={setValues}
          />
          <Button type="submit" look="primary" size="large" block icon="circle-check" loading={isSending}>
            Entregar
          </Button>
        </form>
      ) : (
        <Note kind="info">Este envío no espera en la tienda.</Note>
      )}
    </Card>
  );
}

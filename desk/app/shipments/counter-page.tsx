import type { Shipment } from '@ceiba/contract/desk/shipments';
import { shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import { readTillSearch } from '@ceiba/domain/tills/till';
import { useState } from 'react';
import { Card } from '../detail/detail-frame.tsx';
import { LeaveDialog } from '../detail/leave-guard.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { countedText, moneyText, phoneText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { showToast } from '../platform/toasts.tsx';
import { useLatest } from '../platform/use-latest.ts';
import { useIsWide } from '../platform/use-wide.ts';
import { reportUnknownCode } from '../scan/report-unknown-code.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { ReceiptLinks } from '../tills/receipt-links.tsx';
import { type MoveField, MoveForm, useMoveForm } from './move-dialog.tsx';
import { ProofCard } from './proof-card.tsx';
import { ShipmentPill } from './shipment-pills.tsx';

interface Pickup {
  id: string;
  code: string;
}

/** A shipment with its code, or search words: a phone or a name. */
type Asked = Pickup | { words: string };

type Waiting = DeskAnswer<'findPickups'>['data'][number];

/** Parses the number of a shipment or an order, which the buyer shows. A QR code of the order's page also contains the six digits. */
export function readPickup(text: string): Pickup | undefined {
  const [name = '', code = ''] = text.trim().split(/[\s:]+/);
  const id = isOrderNumber(name) ? `${name}-1` : name;
  return readShipmentId(id) === undefined ? undefined : { id, code };
}

/** A phone, or a name of letters. A code of a box is neither. */
function wordsIn(text: string): { words: string } | undefined {
  const words = text.trim();
  const search = readTillSearch(words);
  const isPhone = search !== undefined && 'phone' in search;
  return isPhone || /^[\p{L}\p{M}'. -]{2,}$/u.test(words) ? { words } : undefined;
}

const isHandable = ({ state, moves }: Shipment): boolean => state === 'at_store' && moves.includes('delivered');

/** The reason why a shipment cannot be handed over at the counter. */
function whyNot({ state, isHeld }: Shipment): string {
  if (isHeld) return 'La orden está detenida.';
  if (state === 'waiting') return 'Está en espera: si falta el pago, primero se cobra en la caja.';
  if (state === 'delivered') return 'Ya se entregó.';
  if (state === 'at_store') return 'No puedes entregarlo desde tu cuenta.';
  return `Está en "${shipmentStateLabels[state]}": no espera en la tienda.`;
}

/** The pickup counter (WORK-13): find a shipment by number or QR code, check its code, and hand it over. */
export function Component() {
  const [found, setFound] = useState<{ shipment: Shipment; code: string }>();
  const [handed, setHanded] = useState<Shipment>();
  /** True if a signature or photo is not saved yet: the next code waits. */
  const [isUnsaved, setIsUnsaved] = useState(false);
  const [waiting, setWaiting] = useState<Asked>();
  /** True during a handover. No other shipment replaces it before the answer. */
  const [isSending, setIsSending] = useState(false);
  const [verdict, setVerdict] = useState<ScanVerdict>();
  /** Waiting shipments, if a phone or a name matches several. */
  const [several, setSeveral] = useState<readonly Waiting[]>([]);
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
    const title = `${shipment.id} · ${shipment.buyer.name}`;
    setVerdict(
      isHandable(shipment)
        ? { isRight: true, title, text: `${countedText(shipment.units, 'unidad', 'unidades')} para entregar.` }
        : { isRight: false, title: `No se entrega: ${title}`, text: whyNot(shipment) },
    );
  };
  const clear = (): void => {
    setFound(undefined);
    setHanded(undefined);
    setSeveral([]);
  };
  /** Searches by phone or name. A single match opens immediately. Of several matches, the person chooses one. */
  const search = async (q: string): Promise<void> => {
    const isLatest = begin();
    const answer = await call('findPickups', { query: { q } });
    if (!isLatest()) return;
    if (!answer.ok) return setVerdict({ isRight: false, title: 'No se pudo buscar', text: refusalText(answer.error) });
    const [only, ...others] = answer.value.data;
    if (only !== undefined) clear();
    if (only === undefined)
      return setVerdict({ isRight: false, title: 'Nada por aquí', text: `Nada espera en la tienda para ${q}.` });
    if (others.length === 0) return look(only.id, '');
    setSeveral(answer.value.data);
    setVerdict({ isRight: true, title: `${answer.value.data.length} envíos`, text: 'Elige cuál se entrega.' });
  };
  /** Reads the shipment again after a change by another person. Typed values stay. */
  const reread = async ({ shipment, code }: { shipment: Shipment; code: string }): Promise<void> => {
    const isLatest = begin();
    const read = await call('getShipment', { params: { id: shipment.id } });
    if (isLatest() && read.ok) setFound({ shipment: read.value.data, code });
  };
  const onCode = (text: string): ScanVerdict => {
    const pickup = readPickup(text);
    const pickupOrWords = pickup ?? wordsIn(text);
    setVerdict(undefined);
    // A text that is not a shipment, phone or name changes nothing.
    if (pickupOrWords === undefined) {
      reportUnknownCode(text, null);
      return {
        isRight: false,
        title: 'No es un envío',
        text: `Leíste ${text}. Escribe el número del envío o de la orden, un teléfono o un nombre.`,
      };
    }
    if (isSending)
      return {
        isRight: false,
        title: 'Espera un momento',
        text: `${found?.shipment.id ?? 'El otro'} se está entregando.`,
      };
    if (!isUnsaved) return take(pickupOrWords);
    setWaiting(pickupOrWords);
    return {
      isRight: false,
      title: 'Falta guardar la prueba',
      text: `La de ${handed?.id ?? 'la entrega'} no se ha guardado.`,
    };
  };
  const take = (input: Asked): ScanVerdict => {
    begin();
    setVerdict(undefined);
    if ('words' in input) void search(input.words);
    else {
      clear();
      void look(input.id, input.code);
    }
    return { isRight: true, title: `Buscando ${'words' in input ? input.words : input.id}`, text: '' };
  };
  return (
    <>
      <PageHead title="Entregas" />
      <div className="grid max-w-[640px] gap-4">
        <ScanField
          label="Número del envío, de la orden, o el QR"
          ready={{
            title: 'Listo',
            text: 'Pide el correo o la página de la orden. También busca por teléfono o nombre.',
          }}
          onCode={onCode}
          verdict={verdict}
        />
        {several.length > 0 && (
          <ul className="card divide-y divide-border overflow-hidden" aria-label="Envíos que esperan">
            {several.map(({ id, name, phone, storeName, units, cashToCollect }) => (
              <li key={id}>
                <Button
                  className="justify-start rounded-none px-4 py-2.5 text-left inset-ring-0"
                  block
                  onClick={() => {
                    setSeveral([]);
                    void look(id, '');
                  }}
                >
                  <span className="stack gap-1">
                    <b className="font-semibold">{`${name} · ${phoneText(phone)}`}</b>
                    <small className="text-ink-soft whitespace-nowrap tabular-nums">
                      {[
                        id,
                        storeName,
                        countedText(units, 'unidad', 'unidades'),
                        ...(cashToCollect > 0 ? [`cobra ${moneyText(cashToCollect)}`] : []),
                      ].join(' · ')}
                    </small>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
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
        {handed && <Handed shipment={handed} />}
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

/** The person who received the shipment, and the receipt of its cash. */
function Handed({ shipment: { id, buyer, receipt, cashCollected } }: { shipment: Shipment }) {
  return (
    <Note
      kind="good"
      title={`${id} entregado a ${buyer.name}`}
      {...(receipt !== null && {
        actions: <ReceiptLinks tillId={receipt.tillId} movementId={receipt.movementId} isSmall />,
      })}
    >
      {cashCollected === null || cashCollected === 0 ? 'No se cobraba nada.' : `Cobrado: ${moneyText(cashCollected)}.`}
    </Note>
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
  const { id, state, version, lines, cashToCollect, buyer } = shipment;
  const may = useMay();
  const isWide = useIsWide();
  const fields: readonly MoveField[] = [
    'code',
    ...(cashToCollect > 0 ? (['handedOver'] as const) : []),
    'receiver',
    // The reason for a handover without the code by a supervisor, or for an amount that differs from the due amount.
    'optionalReason',
  ];
  const move = useMoveForm(fields, shipment, { code, focuses: false });
  const submit = move.form.handleSubmit(async (texts) => {
    onSending(true);
    const moved = await move.send(texts, async (body, options) => {
      const input = { params: { id }, body: { to: 'delivered' as const, version, ...body } };
      const sent = await call('moveShipment', input, options);
      if (!sent.ok && sent.error.status === 409) await reread();
      return sent;
    });
    onSending(false);
    if (!moved.ok) return;
    showToast(`${id} entregado`);
    onDone(moved.value.data);
  });
  const button = (
    <Button type="submit" look="primary" size="large" block={isWide} icon="circle-check" loading={move.isSending}>
      Entregar
    </Button>
  );
  return (
    <Card title={id} actions={<ShipmentPill state={state} />}>
      <p className="text-ink-soft">{`${buyer.name} · ${phoneText(buyer.phone)}`}</p>
      <ul>
        {lines.map(({ line, title, quantity }) => (
          <li key={line}>{`${quantity} × ${title}`}</li>
        ))}
      </ul>
      {isHandable(shipment) && cashToCollect > 0 && <Note kind="warning" title={`Cobra ${moneyText(cashToCollect)}`} />}
      {isHandable(shipment) ? (
        <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
          <MoveForm move={move} fields={fields} shipment={shipment} />
          {isWide ? button : <ThumbBar>{button}</ThumbBar>}
        </form>
      ) : (
        <Note
          kind={state === 'delivered' ? 'info' : 'warning'}
          {...(state === 'waiting' &&
            may('tills.use') && { actions: <ButtonLink to="/caja">Ir a la caja</ButtonLink> })}
        >
          {whyNot(shipment)}
        </Note>
      )}
    </Card>
  );
}

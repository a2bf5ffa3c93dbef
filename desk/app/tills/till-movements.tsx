import { reasonField } from '@ceiba/contract/desk/fields';
import type { Till } from '@ceiba/contract/desk/tills';
import { type Centavos, fromQuetzales, sum, zero } from '@ceiba/domain/money/money';
import { isTypedMovement, tillMovementLabels } from '@ceiba/domain/tills/till';
import { useState } from 'react';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { moneyText, timeText } from '../platform/formats.ts';
import { call } from '../session/desk-client.ts';
import { ReceiptLinks } from './receipt-links.tsx';

type Movement = Till['movements'][number];

const centavosOf = (amount: number | null): Centavos => {
  const read = fromQuetzales(amount ?? 0);
  return read.ok ? read.value : zero;
};

/** The means of a movement: a voucher, cash, or the typed reason. */
const wayOf = ({ means, reference, reason }: Movement): string =>
  means === 'card' ? `Tarjeta${reference === null ? '' : ` · ${reference}`}` : (reason ?? 'Efectivo');

const titleOf = ({ kind, orderNumber, corrects }: Movement): string =>
  corrects === null ? `${tillMovementLabels[kind]}${orderNumber === null ? '' : ` ${orderNumber}`}` : 'Corrección';

/** Movements of the open session. The cashier who will count the till sees no sum of payments (CASH-05). */
export function TillMovements({ till, onChanged }: { till: Till; onChanged: () => void }) {
  const { id, movements, actions } = till;
  const [undoing, setUndoing] = useState<string>();
  const [correcting, setCorrecting] = useState<Movement>();
  const [takingBack, setTakingBack] = useState<Movement>();
  /** Its corrections have reversed the whole amount. */
  const isTakenBack = ({ id: movementId, amount }: Movement): boolean =>
    sum(
      movements
        .filter((each) => each.id === movementId || each.corrects === movementId)
        .map((each) => centavosOf(each.amount)),
    ) === zero && amount !== null;
  /** Movements are listed newest first. A newer `unpaid` movement of the same order has reversed this payment. */
  const isUndone = (orderNumber: string, place: number): boolean =>
    movements.slice(0, place).some((newer) => newer.kind === 'unpaid' && newer.orderNumber === orderNumber);
  return (
    <>
      <Card title="Movimientos" isBare>
        {movements.length === 0 && <p className="p-4 text-ink-muted">Nada por aquí</p>}
        <ul className="text-dense">
          {movements.map((movement, place) => {
            const { id: movementId, kind, amount, orderNumber, at, by, corrects } = movement;
            return (
              <li
                key={movementId}
                className="grid grid-cols-[48px_minmax(0,1fr)_auto] gap-x-2.5 gap-y-1 border-t border-border px-4 py-2.5"
              >
                <span className="text-ink-muted whitespace-nowrap tabular-nums">{timeText(at)}</span>
                <span>
                  {titleOf(movement)}
                  <small className="block text-ink-muted">{`${wayOf(movement)} · ${by}`}</small>
                  {kind === 'payment' && orderNumber !== null && !isUndone(orderNumber, place) && (
                    <span className="flex items-center flex-wrap gap-1">
                      <ReceiptLinks tillId={id} movementId={movementId} isSmall />
                      {actions.includes('unpay') && (
                        <Button
                          size="small"
                          look="ghost"
                          aria-label={`Anular el cobro de ${orderNumber}`}
                          aria-haspopup="dialog"
                          onClick={() => setUndoing(orderNumber)}
                        >
                          Anular
                        </Button>
                      )}
                    </span>
                  )}
                  {isTypedMovement(kind) &&
                    corrects === null &&
                    actions.includes('correct') &&
                    !isTakenBack(movement) && (
                      <span className="flex items-center flex-wrap gap-1">
                        <Button
                          size="small"
                          look="ghost"
                          aria-label={`Anular ${tillMovementLabels[kind]}, ${timeText(at)}`}
                          aria-haspopup="dialog"
                          onClick={() => setTakingBack(movement)}
                        >
                          Anular
                        </Button>
                        <Button
                          size="small"
                          look="ghost"
                          aria-label={`Corregir el monto de ${tillMovementLabels[kind]}, ${timeText(at)}`}
                          aria-haspopup="dialog"
                          onClick={() => setCorrecting(movement)}
                        >
                          Corregir
                        </Button>
                      </span>
                    )}
                </span>
                {amount !== null && (
                  <span className="whitespace-nowrap tabular-nums font-semibold">{moneyText(amount)}</span>
                )}
              </li>
            );
          })}
        </ul>
      </Card>
      <p className="text-xs text-ink-muted">El fondo, los cobros y lo esperado se ven después de contar, al cerrar.</p>
      {undoing !== undefined && (
        <FieldDialog
          title={`Anular el cobro de ${undoing}`}
          text="La orden vuelve a esperar su pago y un correo le avisa a quien compró. En efectivo, entrega el dinero."
          button="Anular cobro"
          isDanger
          fields={{ reason: reasonField }}
          send={({ reason }, options) =>
            call('unpayAtTill', { params: { id }, body: { orderNumber: undoing, reason } }, options)
          }
          done="Cobro anulado"
          onDone={onChanged}
          onClose={() => setUndoing(undefined)}
        />
      )}
      {takingBack !== undefined && (
        <FieldDialog
          title={`Anular ${tillMovementLabels[takingBack.kind].toLowerCase()}`}
          text={`Dice ${moneyText(Math.abs(takingBack.amount ?? 0))}. Anúlalo si ese dinero no se movió: un movimiento contrario queda anotado.`}
          button="Anular"
          isDanger
          fields={{ reason: reasonField }}
          send={({ reason }, options) =>
            call('undoTillMovement', { params: { id, movement: takingBack.id }, body: { reason } }, options)
          }
          done="Movimiento anulado"
          onDone={onChanged}
          onClose={() => setTakingBack(undefined)}
        />
      )}
      {correcting !== undefined && (
        <FieldDialog
          title={`Corregir ${tillMovementLabels[correcting.kind].toLowerCase()}`}
          text={`Dice ${moneyText(Math.abs(correcting.amount ?? 0))}. Lo corrige otra persona, no quien lo escribió.`}
          button="Corregir"
          fields={{ amount: { kind: 'money', label: 'Monto verdadero' }, reason: reasonField }}
          send={({ amount, reason }, options) =>
            call('correctTillMovement', { params: { id, movement: correcting.id }, body: { amount, reason } }, options)
          }
          done="Monto corregido"
          onDone={onChanged}
          onClose={() => setCorrecting(undefined)}
        />
      )}
    </>
  );
}

import { reasonField } from '@ceiba/contract/desk/fields';
import type { Till } from '@ceiba/contract/desk/tills';
import { differenceWithoutReason, tillMovementLabels } from '@ceiba/domain/tills/till';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Facts } from '../detail/facts.tsx';
import { Button } from '../platform/button.tsx';
import { momentText, moneyText } from '../platform/formats.ts';
import { PrintLink } from '../platform/print-link.tsx';
import { call } from '../session/desk-client.ts';

/** Dialogs of a till. */
export type TillDialogName = 'open' | 'move' | 'close' | 'explain' | 'recount' | 'recountFloat';

type LastClosing = NonNullable<Till['closing']>;

const rowsOf = (amounts: NonNullable<LastClosing['amounts']>) =>
  [
    ['Fondo', amounts.float],
    ['Efectivo esperado', amounts.expected],
    ['Efectivo contado', amounts.counted],
    ['Diferencia', amounts.difference],
    ['Vouchers esperados', amounts.expectedCards],
    ['Vouchers contados', amounts.countedCards],
    ['Diferencia de vouchers', amounts.cardsDifference],
  ] as const;

/** The last closing. Its amounts are for the person who counted and for people who may see tills (CASH-05). */
export function LastClosingFacts({
  till,
  closing,
  onRecount,
}: {
  till: Till;
  closing: LastClosing;
  onRecount?: () => void;
}) {
  const { id, closedAt, closedBy, counts, reason, amounts } = closing;
  return (
    <>
      <h3>{`Último cierre: ${momentText(closedAt)}, ${closedBy}`}</h3>
      {counts > 1 && <p className="text-ink-soft">{`Se contó ${counts} veces. Cada cuenta queda anotada.`}</p>}
      {amounts !== null && <Facts facts={rowsOf(amounts).map(([label, amount]) => [label, moneyText(amount)])} />}
      {reason !== null && <p className="text-ink-soft">{`Motivo: ${reason}`}</p>}
      {amounts !== null && (
        <span className="flex items-center gap-2 flex-wrap">
          <PrintLink path={`tills/${till.id}/closings/${id}?size=strip`}>Imprimir cierre</PrintLink>
          <PrintLink path={`tills/${till.id}/closings/${id}?size=letter`}>Cierre en carta</PrintLink>
          {onRecount && (
            <Button look="ghost" aria-haspopup="dialog" onClick={onRecount}>
              Contar otra vez
            </Button>
          )}
        </span>
      )}
    </>
  );
}

const countFields = {
  counted: { kind: 'money', label: 'Efectivo contado' },
  cards: { kind: 'money', label: 'Suma de vouchers', value: '0' },
} as const;

export function TillDialog({
  till,
  asking,
  onDone,
  onClose,
}: {
  till: Till;
  asking: TillDialogName;
  onDone: (till: Till) => void;
  onClose: () => void;
}) {
  const { id, version } = till;
  const params = { id };
  const shared = { onClose, onDone: (answer: { data: Till }) => onDone(answer.data) };
  const most = moneyText(differenceWithoutReason / 100);
  switch (asking) {
    case 'open':
      return (
        <FieldDialog
          title="Abrir caja"
          text="Cuenta lo que hay antes de escribir. Si no es lo que quedó al cerrar, la diferencia queda anotada."
          button="Abrir caja"
          fields={{ float: { kind: 'money', label: 'Fondo contado' } }}
          send={({ float }, options) => call('openTill', { params, body: { version, float } }, options)}
          done="Caja abierta"
          {...shared}
        />
      );
    case 'move':
      return (
        <FieldDialog
          title="Retiro o ingreso"
          button="Registrar"
          fields={{
            kind: {
              kind: 'choice',
              label: 'Qué es',
              values: {
                out: tillMovementLabels.out,
                deposit: tillMovementLabels.deposit,
                in: tillMovementLabels.in,
              },
            },
            amount: { kind: 'money', label: 'Monto' },
            reason: reasonField,
          }}
          send={(body, options) => call('moveTillCash', { params, body }, options)}
          done="Movimiento registrado"
          {...shared}
        />
      );
    case 'close':
      return (
        <FieldDialog
          title="Cerrar caja"
          text="Aparta primero la bolsa al banco y cuenta lo que queda. La caja se cierra con esta cuenta: lo esperado se ve después."
          button="Cerrar caja"
          fields={{
            ...countFields,
            reason: {
              ...reasonField,
              label: 'Motivo, si sabes que algo no cuadra',
              hint: `Se pide si la diferencia pasa de ${most}.`,
              isOptional: true,
            },
          }}
          send={({ counted, cards, reason }, options) => {
            const body = { version, counted, cards, ...(reason !== null && { reason }) };
            return call('closeTill', { params, body }, options);
          }}
          done="Caja cerrada"
          {...shared}
        />
      );
    case 'explain':
      return (
        <FieldDialog
          title="¿Por qué no cuadra?"
          text={differenceText(till)}
          button="Guardar motivo"
          fields={{ reason: reasonField }}
          send={({ reason }, options) => call('explainTill', { params, body: { version, reason } }, options)}
          done="Motivo guardado"
          {...shared}
        />
      );
    case 'recount':
      return (
        <FieldDialog
          title="Contar otra vez"
          text="La cuenta anterior se queda anotada, con quién la hizo. Esta vale desde ahora."
          button="Guardar cuenta"
          fields={{ ...countFields, reason: reasonField }}
          send={(values, options) => {
            const body = { version, kind: 'closing' as const, ...values };
            return call('recountTill', { params, body }, options);
          }}
          done="Cuenta guardada"
          {...shared}
        />
      );
    case 'recountFloat':
      return (
        <FieldDialog
          title="Corregir el fondo"
          text="Con cuánto empezó la caja. Lo corrige otra persona, no quien la abrió."
          button="Guardar fondo"
          fields={{ counted: { kind: 'money', label: 'Fondo verdadero' }, reason: reasonField }}
          send={(values, options) => {
            const body = { version, kind: 'opening' as const, ...values };
            return call('recountTill', { params, body }, options);
          }}
          done="Fondo corregido"
          {...shared}
        />
      );
  }
}

/** "Faltan Q10.00 en efectivo. Sobran Q5.00 en vouchers.", without amounts that agree. */
function differenceText({ closing }: Till): string {
  const { difference = 0, cardsDifference = 0 } = closing?.amounts ?? {};
  const text = (amount: number, where: string): string[] =>
    amount === 0 ? [] : [`${amount < 0 ? 'Faltan' : 'Sobran'} ${moneyText(Math.abs(amount))} en ${where}.`];
  const sentence = [...text(difference, 'efectivo'), ...text(cardsDifference, 'vouchers')].join(' ');
  return sentence === '' ? 'El último cierre tiene una diferencia.' : sentence;
}

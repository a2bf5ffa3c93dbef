import type { ApiError, CallOptions } from '@ceiba/contract/client';
import { reasonField } from '@ceiba/contract/desk/fields';
import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { civilDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { otherStoresText } from '@ceiba/domain/orders/desk-labels';
import { hasEnded, mayCancelUnits } from '@ceiba/domain/orders/shipment';
import type { Result } from '@ceiba/domain/result';
import { useState } from 'react';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { CheckField, SelectField } from '../platform/field.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { Stepper } from '../platform/stepper.tsx';
import { showToast } from '../platform/toasts.tsx';
import { RefundDialog } from '../refunds/refund-dialog.tsx';
import { NewReturnDialog } from '../returns/new-return-dialog.tsx';
import { call } from '../session/desk-client.ts';

interface ActionsOf {
  order: DeskOrder;
  /** Shows the order from the call's answer. */
  keep: (order: DeskOrder) => void;
  /** Reads the order again after a change. */
  reread: () => void;
  /** The current user. */
  userId: string;
}

type Answered = Result<{ data: DeskOrder }, ApiError>;

const showAnswer = async (sent: Promise<Answered>, keep: ActionsOf['keep']): Promise<Answered> => {
  const answer = await sent;
  if (answer.ok) keep(answer.value.data);
  return answer;
};

/** The actions of an order. The page shows those that the order and the person's role allow. */
export const orderActions = ({ order, keep, reread, userId }: ActionsOf): DeskAction[] => {
  const { number, version } = order;
  const params = { number };
  const assign = (assigneeId: string | null, seen: number) => (options: CallOptions) =>
    showAnswer(call('correctOrder', { params, body: { version: seen, assigneeId } }, options), keep);
  /** Asks for a reason, and sends the call. Used for the two calls that need only a reason. */
  const reasonDialog = (
    name: 'releaseOrder' | 'holdOrder',
    words: Pick<Parameters<typeof FieldDialog>[0], 'title' | 'text' | 'button' | 'done'>,
  ): NonNullable<DeskAction['dialog']> => {
    return (close) => (
      <FieldDialog
        {...words}
        fields={{ reason: reasonField }}
        send={({ reason }, options) => call(name, { params, body: { version, reason } }, options)}
        onDone={({ data }) => keep(data)}
        onClose={close}
      />
    );
  };
  return [
    {
      verb: 'refund',
      label: 'Reembolsar',
      icon: 'undo-2',
      permission: 'orders.refund',
      dialog: (close) => <RefundDialog order={order} onClose={close} onDone={reread} />,
    },
    {
      verb: 'return',
      label: 'Nueva devolución',
      icon: 'rotate-ccw',
      permission: 'returns.approve',
      dialog: (close) => <NewReturnDialog orderNumber={number} onClose={close} />,
    },
    {
      verb: 'release',
      label: 'Liberar',
      icon: 'play',
      permission: 'orders.review',
      dialog: reasonDialog('releaseOrder', {
        title: `¿Liberar la orden ${number}?`,
        text: 'Se puede preparar y enviar desde ahora.',
        button: 'Liberar',
        done: 'Orden liberada',
      }),
    },
    {
      verb: 'hold',
      label: 'Detener',
      icon: 'pause',
      permission: 'orders.edit',
      dialog: reasonDialog('holdOrder', {
        title: `¿Detener la orden ${number}?`,
        text: 'No se prepara ni se envía nada de ella hasta que alguien la libere.',
        button: 'Detener',
        done: 'Orden detenida',
      }),
    },
    {
      verb: 'cancel',
      label: 'Cancelar orden',
      icon: 'ban',
      isDanger: true,
      permission: 'orders.cancel',
      dialog: (close) => <CancelDialog order={order} keep={keep} onClose={close} />,
    },
    {
      verb: 'promise',
      label: 'Cambiar fecha prometida',
      icon: 'clock',
      permission: 'orders.edit',
      dialog: (close) => <PromiseDialog order={order} keep={keep} onClose={close} />,
    },
    {
      verb: 'tag',
      label: 'Asignarme',
      icon: 'user-round',
      permission: 'orders.edit',
      ...(order.assignee?.id === userId ? { blocked: 'Ya es tuya' } : {}),
      done: 'La orden es tuya',
      run: assign(userId, version),
      undo: assign(order.assignee?.id ?? null, version + 1),
    },
  ];
};

const isResendable = ({ isOpen, isOwn }: DeskOrder['mails'][number]): boolean => isOpen && isOwn;

/** The button beside an order's mails, with which a customer is answered in two clicks (§0.6). */
export const resendAction = ({ order, keep }: Pick<ActionsOf, 'order' | 'keep'>): DeskAction => ({
  verb: 'resend',
  label: 'Reenviar correo',
  icon: 'mail',
  permission: 'orders.edit',
  ...(order.mails.some(isResendable)
    ? {}
    : { blocked: order.mails.some(({ isOpen }) => isOpen) ? 'Son de otra tienda' : 'Sus correos llevan códigos' }),
  dialog: (close) => <ResendDialog order={order} keep={keep} onClose={close} />,
});

/** Number of a line's units in shipments that are not packed yet. */
const unitsToCancel = ({ shipments }: DeskOrder, line: number): number =>
  shipments
    .filter(({ state }) => mayCancelUnits(state))
    .flatMap(({ lines }) => lines.filter((each) => each.line === line))
    .reduce((units, { quantity }) => units + quantity, 0);

/** Cancels the whole order, or units of its lines (WORK-15). */
export function CancelDialog({
  order,
  keep,
  units: first,
  onClose,
}: {
  order: DeskOrder;
  keep: ActionsOf['keep'];
  /** Preselected units, by line. */
  units?: Readonly<Record<number, number>>;
  onClose: () => void;
}) {
  // A person limited to some stores may only cancel these stores' units (record 0086).
  const [isPart, setIsPart] = useState(!order.isOwn || first !== undefined);
  const [units, setUnits] = useState<Readonly<Record<number, number>>>(first ?? {});
  const lines = Object.entries(units).flatMap(([line, quantity]) =>
    quantity > 0 ? [{ line: Number(line), quantity }] : [],
  );
  const { number, version } = order;
  return (
    <FieldDialog
      title={order.isOwn ? `¿Cancelar la orden ${number}?` : `¿Cancelar unidades de la orden ${number}?`}
      text="Las existencias regresan a su lugar y lo pagado se devuelve como se pagó. El cliente recibe un correo. No se puede deshacer."
      button={isPart ? 'Cancelar unidades' : 'Cancelar orden'}
      isDanger
      close="Cerrar"
      isOff={isPart && lines.length === 0}
      done={isPart ? 'Unidades canceladas' : 'Orden cancelada'}
      fields={{ reason: reasonField }}
      send={({ reason }, options) =>
        call('cancelOrder', { params: { number }, body: { version, reason, ...(isPart && { lines }) } }, options)
      }
      onDone={({ data }) => keep(data)}
      onClose={onClose}
    >
      {order.isOwn ? (
        <CheckField
          label="Solo algunas unidades"
          checked={isPart}
          onChange={({ target }) => setIsPart(target.checked)}
        />
      ) : (
        <Note kind="info">{otherStoresText}</Note>
      )}
      {isPart && (
        <ul className="stack gap-2">
          {order.lines.map((line) => {
            const unpackedUnits = line.isOwn ? unitsToCancel(order, line.line) : 0;
            return (
              <li key={line.line} className="flex items-center gap-2 flex-wrap justify-between">
                <span className="min-w-0 flex-1 wrap-anywhere">{line.title}</span>
                {line.isOwn ? (
                  <Stepper
                    label={`Unidades de ${line.title}`}
                    name={line.title}
                    value={units[line.line] ?? 0}
                    most={unpackedUnits}
                    isDisabled={unpackedUnits === 0}
                    onChange={(quantity) => setUnits({ ...units, [line.line]: Math.min(unpackedUnits, quantity) })}
                  />
                ) : (
                  <span className="text-ink-muted">De otra tienda</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </FieldDialog>
  );
}

/** Changes the promised day of a shipment (WORK-22). */
export function PromiseDialog({
  order,
  keep,
  shipmentId: only,
  onClose,
}: {
  order: DeskOrder;
  keep: ActionsOf['keep'];
  /** The shipment to change; without it any of the order's can be chosen. */
  shipmentId?: string;
  onClose: () => void;
}) {
  const { number, version } = order;
  const shipments = order.shipments.filter(
    ({ id, state, isOwn }) => isOwn && !hasEnded(state) && (only === undefined || id === only),
  );
  const [first] = shipments;
  return (
    <FieldDialog
      title="Cambiar fecha prometida"
      text="El cliente recibe un correo con la noticia."
      button="Cambiar fecha"
      fields={{
        shipmentId: {
          kind: 'option',
          label: 'Envío',
          options: shipments.map(({ id, promisedOn }) => [
            id,
            promisedOn === null ? id : `${id}, ${formatDate(civilDate(promisedOn))}`,
          ]),
        },
        promisedOn: { kind: 'day', label: 'Nueva fecha', value: first?.promisedOn ?? '' },
      }}
      send={({ shipmentId, promisedOn }, options) =>
        showAnswer(
          call(
            'correctOrder',
            { params: { number }, body: { version, promises: [{ shipmentId, promisedOn }] } },
            options,
          ),
          keep,
        )
      }
      lands={{ promises: 'promisedOn' }}
      done="Fecha cambiada"
      onDone={() => {}}
      onClose={onClose}
    />
  );
}

/** Sends the last mail of a kind again, to its original address or the order's current one (WORK-23). */
function ResendDialog({ order, keep, onClose }: { order: DeskOrder; keep: ActionsOf['keep']; onClose: () => void }) {
  const kinds = [...new Map(order.mails.filter(isResendable).map((mail) => [mail.kind, mail])).values()];
  const [kind, setKind] = useState(kinds.at(-1)?.kind ?? '');
  const addresses = [
    ...new Set([order.email, ...order.mails.filter((mail) => mail.kind === kind).map(({ to }) => to)]),
  ];
  const [chosen, setTo] = useState(order.email);
  // The chosen address may belong only to mails of another kind.
  const to = addresses.includes(chosen) ? chosen : order.email;
  const { error, isSending, send } = useChange();
  const resend = async (): Promise<void> => {
    const input = { params: { number: order.number }, body: { kind, to } };
    const sent = await send((options) => call('resendOrderMail', input, options));
    if (!sent.ok) return;
    keep(sent.value.data);
    showToast(`Correo enviado a ${to}`);
    onClose();
  };
  return (
    <FormDialog
      title="Reenviar correo"
      text="Hasta cinco al día por orden."
      onClose={onClose}
      button="Reenviar correo"
      isSending={isSending}
      onSubmit={() => void resend()}
    >
      {error && <Note kind="error">{refusalText(error)}</Note>}
      <SelectField label="Correo" value={kind} onChange={({ target }) => setKind(target.value)}>
        {kinds.map((mail) => (
          <option key={mail.kind} value={mail.kind}>
            {mail.subject}
          </option>
        ))}
      </SelectField>
      <SelectField label="Para" value={to} onChange={({ target }) => setTo(target.value)}>
        {addresses.map((address) => (
          <option key={address} value={address}>
            {address}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

import type { CallOptions } from '@ceiba/contract/client';
import { reasonField } from '@ceiba/contract/desk/fields';
import type { Shipment } from '@ceiba/contract/desk/shipments';
import { failureReasons, type ShipmentState } from '@ceiba/domain/orders/shipment';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call } from '../session/desk-client.ts';
import { useCourierChoices } from './courier-field.tsx';
import { MoveDialog, type MoveField } from './move-dialog.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

interface Step {
  label: string;
  icon: NonNullable<DeskAction['icon']>;
  permission: DeskAction['permission'];
  /** The fields to fill in first. Without fields the step runs immediately. */
  fields: readonly MoveField[];
  done: string;
  isDanger?: true;
}

/** The step of a move from the current state to this state (§0.4). */
const stepOf = ({ state, cashToCollect, isPickup }: Shipment, to: ShipmentState): Step | undefined => {
  const isBack =
    (state === 'packed' && to === 'picking') || ((state === 'sent' || state === 'at_store') && to === 'packed');
  if (isBack)
    return {
      label: 'Regresar un paso',
      icon: 'undo-2',
      permission: 'shipments.send',
      fields: ['reason'],
      done: 'Regresó un paso',
    };
  switch (to) {
    case 'picking':
      return {
        label: 'Preparar',
        icon: 'scan-barcode',
        permission: 'shipments.pick',
        fields: [],
        done: 'En preparación',
      };
    case 'ready':
      return {
        label: 'Dejar para después',
        icon: 'undo-2',
        permission: 'shipments.pick',
        fields: [],
        done: 'Por preparar',
      };
    case 'packed':
      return {
        label: 'Empacado',
        icon: 'package-check',
        permission: 'shipments.pick',
        fields: [...(isPickup ? [] : (['courier'] as const)), 'parcels'],
        done: 'Empacado',
      };
    case 'sent':
      return state === 'sent'
        ? {
            label: 'Anotar intento',
            icon: 'history',
            permission: 'shipments.deliver',
            fields: ['failure'],
            done: 'Intento anotado',
          }
        : {
            label: 'Enviar',
            icon: 'truck',
            permission: 'shipments.send',
            fields: ['courier', 'trackingNumber', 'parcels'],
            done: 'Enviado',
          };
    case 'at_store':
      return {
        label: 'Listo para recoger',
        icon: 'store',
        permission: 'shipments.send',
        fields: [],
        done: 'Listo para recoger',
      };
    case 'delivered':
      if (state === 'ready')
        return {
          label: 'Dar por terminado',
          icon: 'circle-check',
          permission: 'orders.edit',
          fields: [],
          done: 'Terminado',
        };
      return {
        label: 'Entregar',
        icon: 'circle-check',
        permission: 'shipments.deliver',
        fields: [
          ...(isPickup ? (['code'] as const) : []),
          'receiver',
          ...(cashToCollect === 0 ? [] : isPickup ? (['handedOver'] as const) : (['amountReceived'] as const)),
          ...(isPickup || cashToCollect > 0 ? (['optionalReason'] as const) : []),
        ],
        done: 'Entregado',
      };
    case 'undelivered':
      return {
        label: 'No entregado',
        icon: 'package-x',
        permission: 'shipments.deliver',
        fields: ['failure'],
        done: 'No entregado',
        isDanger: true,
      };
    case 'canceled':
      return {
        label: 'Cancelar envío',
        icon: 'ban',
        permission: 'orders.cancel',
        fields: ['reason'],
        done: 'Cancelado',
        isDanger: true,
      };
    case 'waiting':
      return undefined;
  }
};

/** The most likely next state. */
const nextState: Partial<Record<ShipmentState, readonly ShipmentState[]>> = {
  ready: ['picking', 'delivered'],
  picking: ['packed'],
  packed: ['sent', 'at_store'],
  sent: ['delivered'],
  at_store: ['delivered'],
};

export const nextVerb = ({ state, moves }: Shipment): string =>
  `to-${nextState[state]?.find((to) => moves.includes(to)) ?? ''}`;

export function shipmentActions(shipment: Shipment, keep: (shipment: Shipment) => void): DeskAction[] {
  const { id, version, moves, actions, units } = shipment;
  const move = async (body: object, options: CallOptions, to: ShipmentState) => {
    const moved = await call('moveShipment', { params: { id }, body: { to, version, ...body } }, options);
    if (moved.ok) keep(moved.value.data);
    return moved;
  };
  const next = nextVerb(shipment);
  const steps = moves.flatMap((to): DeskAction[] => {
    const step = stepOf(shipment, to);
    if (step === undefined) return [];
    const { fields, ...shown } = step;
    const action = { verb: `to-${to}`, ...shown };
    if (fields.length === 0) return [{ ...action, run: (options) => move({}, options, to) }];
    return [
      {
        ...action,
        dialog: (close) => (
          <MoveDialog
            title={`${step.label} ${id}`}
            button={step.label}
            isDanger={step.isDanger === true}
            fields={fields}
            shipment={shipment}
            send={(body, options) => move(body, options, to)}
            done={step.done}
            onClose={close}
          />
        ),
      },
    ];
  });
  const others: DeskAction[] = [
    {
      verb: 'split',
      label: 'Dividir envío',
      icon: 'scissors',
      permission: 'shipments.pick',
      dialog: (close) => <SplitDialog shipment={shipment} keep={keep} onClose={close} />,
      ...(units < 2 && { blocked: 'Tiene una sola unidad.' }),
    },
    {
      verb: 'bring',
      label: 'Traer de otra tienda',
      icon: 'truck',
      permission: 'shipments.pick',
      confirm: {
        title: 'Traer de otra tienda',
        text: 'Se crea un traslado desde cada tienda que tiene unidades de este envío. Se empaca cuando lleguen.',
        button: 'Pedir el traslado',
      },
      run: async (options) => {
        const made = await call('bringUnits', { params: { id } }, options);
        if (!made.ok) return made;
        const found = await call('getShipment', { params: { id } });
        if (found.ok) keep(found.value.data);
        return made;
      },
      done: 'Traslado pedido',
    },
    {
      verb: 'edit',
      label: 'Corregir guía',
      icon: 'pencil',
      permission: 'shipments.send',
      dialog: (close) => <CarrierDialog shipment={shipment} keep={keep} onClose={close} />,
    },
    {
      verb: 'again',
      label: 'Enviar de nuevo',
      icon: 'rotate-ccw',
      permission: 'returns.receive',
      dialog: (close) => <AgainDialog shipment={shipment} keep={keep} onClose={close} />,
    },
    {
      verb: 'receive',
      label: 'Recibir',
      icon: 'rotate-ccw',
      permission: 'returns.receive',
      dialog: (close) => <ReceiveDialog shipment={shipment} keep={keep} onClose={close} />,
    },
  ];
  const shown = others.filter(({ verb }) => actions.includes(verb));
  return [...steps.toSorted((a, b) => Number(b.verb === next) - Number(a.verb === next)), ...shown];
}

/** Corrects the courier, the tracking number and the number of parcels, with a reason (WORK-11). */
function CarrierDialog({
  shipment: { id, version, courier, trackingNumber, parcels },
  keep,
  onClose,
}: {
  shipment: Shipment;
  keep: (shipment: Shipment) => void;
  onClose: () => void;
}) {
  const choices = useCourierChoices(courier);
  return (
    <FieldDialog
      title={`Corregir guía ${id}`}
      text="Quien compró lo ve en su pedido."
      button="Corregir guía"
      fields={{
        courier: {
          ...(choices.length > 0
            ? { kind: 'option', label: 'Sale por', options: choices, isOptional: true }
            : { kind: 'text', label: 'Sale por', max: 60, isOptional: true }),
          value: courier ?? '',
        },
        trackingNumber: { kind: 'text', label: 'Guía', max: 60, isOptional: true, value: trackingNumber ?? '' },
        parcels: { kind: 'whole', label: 'Bultos', min: 1, max: 99, isOptional: true, value: String(parcels) },
        reason: reasonField,
      }}
      send={({ reason, ...carrier }, options) => {
        const filledIn = Object.fromEntries(
          Object.entries(carrier).filter(([, value]) => value !== null && value !== ''),
        );
        return call('changeShipment', { params: { id }, body: { version, reason, ...filledIn } }, options);
      }}
      done="Guía corregida"
      onDone={({ data }) => keep(data)}
      onClose={onClose}
    />
  );
}

/** Sends a returned shipment again as a new one (WORK-11): after two attempts, or a refusal. */
function AgainDialog({
  shipment: { id, version },
  keep,
  onClose,
}: {
  shipment: Shipment;
  keep: (shipment: Shipment) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <FieldDialog
      title={`Enviar de nuevo ${id}`}
      text="El bulto ya volvió: sale otra vez como un envío nuevo, con lo mismo que cobrar. No se devuelve dinero."
      button="Enviar de nuevo"
      fields={{
        reason: {
          kind: 'option',
          label: 'Por qué no se entregó',
          options: Object.entries(failureReasons)
            .filter(([key]) => key !== 'no-recogido')
            .map(([, words]) => [words, words] as const),
        },
      }}
      send={({ reason }, options) => call('sendAgain', { params: { id }, body: { version, reason } }, options)}
      done="Empacado de nuevo"
      onDone={({ data }) => {
        keep(data);
        void queries.invalidateQueries({ queryKey: callKey('getShipment') });
        void navigate(`/preparacion/${data.id}`);
      }}
      onClose={onClose}
    />
  );
}

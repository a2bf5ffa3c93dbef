import { reasonField } from '@ceiba/contract/desk/fields';
import { doorCashList } from '@ceiba/contract/desk/lists/door-cash';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { ListPage } from '../list/list-page.tsx';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { moneyText } from '../platform/formats.ts';
import type { PillStyle } from '../platform/pill.tsx';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { useOpenTills } from '../tills/open-tills.ts';

type DoorCash = DeskAnswer<'listDoorCash'>['data'][number];
type Way = 'correction' | 'payment' | 'writeOff';

const pills: Readonly<Record<string, Readonly<Record<string, PillStyle>>>> = {
  state: {
    open: { look: 'corn', icon: 'clock-alert' },
    settled: { look: 'good', icon: 'circle-check' },
    whole: { look: 'stone', icon: 'circle-check' },
  },
};

const path = [{ label: 'Caja', to: '/caja' }];

const views = [
  { label: 'Todos', query: {} },
  { label: 'Falta dinero', query: { state: 'open' } },
];

/**
 * "Efectivo con mensajeros" (CASH-07): deliveries whose collected cash differs from the amount due, until the
 * difference is settled.
 */
export function Component() {
  const [chosen, setChosen] = useState<DoorCash>();
  return (
    <>
      <ListPage
        list={doorCashList}
        read={(query, options) => call('listDoorCash', { query }, options)}
        onOpen={(row: DoorCash) => setChosen(row)}
        pills={pills}
        views={views}
        path={path}
      />
      {chosen && <CashDialog key={chosen.id} cash={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** The dialog that settles the cash of a delivery. Shows the ways to settle it first, then the form of the chosen way. */
function CashDialog({ cash, onClose }: { cash: DoorCash; onClose: () => void }) {
  const [way, setWay] = useState<Way>();
  return way === undefined ? (
    <WayDialog cash={cash} onWay={setWay} onClose={onClose} />
  ) : (
    <SettleDialog cash={cash} way={way} onClose={onClose} />
  );
}

const standsText = ({ due, collected, writtenOff, missing }: DoorCash): string =>
  [
    `Se debían cobrar ${moneyText(due)} y se anotaron ${moneyText(collected)}.`,
    ...(writtenOff > 0 ? [`${moneyText(writtenOff)} se dieron por perdidos.`] : []),
    missing > 0 ? `Faltan ${moneyText(missing)}.` : 'No falta nada.',
  ].join(' ');

function WayDialog({ cash, onWay, onClose }: { cash: DoorCash; onWay: (way: Way) => void; onClose: () => void }) {
  const may = useMay();
  const { id, courier, missing, reason } = cash;
  return (
    <Dialog title={`Efectivo del envío ${id}`} text={`${courier} · ${standsText(cash)}`} onClose={onClose}>
      <div className="stack">
        {reason !== '' && <p className="text-ink-soft">{`Motivo: ${reason}`}</p>}
        {may('cash.settle') && missing > 0 && (
          <Button block look="primary" icon="banknote" onClick={() => onWay('payment')}>
            Llegó dinero después
          </Button>
        )}
        {may('cash.settle') && (
          <Button block icon="pencil" onClick={() => onWay('correction')}>
            Se anotó mal: corregir
          </Button>
        )}
        {may('cash.close') && may('cash.settle') && missing > 0 && (
          <Button block look="ghost" icon="ban" onClick={() => onWay('writeOff')}>
            Dar por perdido
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const words = {
  correction: {
    title: 'Corregir lo cobrado',
    text: 'Lo que de verdad se cobró por todo el envío. Lo corrige otra persona, no quien lo anotó.',
    label: 'Cobrado en total',
    button: 'Corregir',
    done: 'Cobro corregido',
  },
  payment: {
    title: 'Llegó dinero después',
    text: 'Lo que se recibió ahora, además de lo anotado.',
    label: 'Recibido ahora',
    button: 'Anotar',
    done: 'Pago anotado',
  },
  writeOff: {
    title: 'Dar por perdido',
    text: 'Nadie va a pagar este dinero. La fila se cierra y el motivo queda anotado.',
    label: 'Monto perdido',
    button: 'Dar por perdido',
    done: 'Anotado como perdido',
  },
} as const;

function SettleDialog({ cash, way, onClose }: { cash: DoorCash; way: Way; onClose: () => void }) {
  const queries = useQueryClient();
  const may = useMay();
  const isPaid = way === 'payment';
  const open = useOpenTills(isPaid && (may('tills.use') || may('tills.read'))).choices;
  const { id, version, due, missing } = cash;
  const { title, text, label, button, done } = words[way];
  return (
    <FieldDialog
      title={title}
      text={`Envío ${id}. ${text}`}
      button={button}
      isDanger={way === 'writeOff'}
      fields={{
        amount: { kind: 'money', label, value: (way === 'correction' ? due : missing).toFixed(2) },
        tillId: isPaid
          ? { kind: 'option', label: 'Entra a', options: [['', 'Ninguna caja'], ...open], isOptional: true }
          : undefined,
        reason: reasonField,
      }}
      send={({ amount, tillId, reason }, options) => {
        const body = { version, kind: way, amount, reason, ...(tillId && { tillId }) };
        return call('settleDoorCash', { params: { id }, body }, options);
      }}
      done={done}
      onDone={() => void queries.invalidateQueries({ queryKey: allDeskKeys })}
      onClose={onClose}
    />
  );
}

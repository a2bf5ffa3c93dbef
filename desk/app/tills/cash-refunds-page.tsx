import { cashRefundList } from '@ceiba/contract/desk/cash-refunds';
import { accountFields, paperField, reasonField } from '@ceiba/contract/desk/fields';
import { accountKnownDays } from '@ceiba/domain/refunds/refund';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DialogField, FieldDialog } from '../actions/field-dialog.tsx';
import { ListPage } from '../list/list-page.tsx';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { moneyText, phoneText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { everything } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { ownTillId } from './own-till.ts';

type DueRefund = DeskAnswer<'listCashRefunds'>['data'][number];
type Way = 'till' | 'account' | 'transfer';

const cells = { phone: ({ phone }: DueRefund) => phoneText(phone) };

/** "Reembolsos por pagar" (CASH-10): what is due in cash, and how it is paid. */
export function Component() {
  const may = useMay();
  const [chosen, setChosen] = useState<DueRefund>();
  const [way, setWay] = useState<Way>();
  const close = (): void => {
    setWay(undefined);
    setChosen(undefined);
  };
  return (
    <>
      <ListPage
        list={cashRefundList}
        read={(query, options) => call('listCashRefunds', { query }, options)}
        onOpen={(row: DueRefund) => setChosen(row)}
        cells={cells}
        path={[may('tills.use') ? { label: 'Caja', to: '/caja' } : { label: 'Órdenes', to: '/ordenes' }]}
      />
      {chosen && way === undefined && (
        <WayDialog
          refund={chosen}
          onOpened={(accountSavedAt) => setChosen({ ...chosen, accountSavedAt })}
          onWay={setWay}
          onClose={close}
        />
      )}
      {chosen && way !== undefined && <PayDialog refund={chosen} way={way} onClose={close} />}
    </>
  );
}

function WayDialog({
  refund,
  onOpened,
  onWay,
  onClose,
}: {
  refund: DueRefund;
  /** With when the account was saved that is read now: it may be newer than the list. */
  onOpened: (accountSavedAt: string) => void;
  onWay: (way: Way) => void;
  onClose: () => void;
}) {
  const may = useMay();
  const [account, setAccount] = useState<string>();
  const { id, orderNumber, name, phone, amount, transfer } = refund;
  const show = async (): Promise<void> => {
    const opened = await call('openRefundTransfer', { params: { id } });
    if (!opened.ok) return setAccount(refusalText(opened.error));
    const { bank, account: number, name: owner, accountSavedAt } = opened.value.data;
    setAccount(`${bank}, ${number}, ${owner}`);
    onOpened(accountSavedAt);
  };
  return (
    <Dialog
      title={`Reembolso de ${moneyText(amount)}`}
      text={`Orden ${orderNumber} · ${name} · ${phoneText(phone)}`}
      onClose={onClose}
    >
      <div className="stack">
        {transfer !== null && <Note kind="info" title={`Por transferencia: ${transfer}`} />}
        {account !== undefined && <Note kind="info">{account}</Note>}
        {transfer === null && !may('tills.use') && !may('orders.refund') && (
          <Note kind="info">Nadie ha anotado a qué cuenta se transfiere. Pídele a soporte que la anote.</Note>
        )}
        {may('tills.use') && (
          <Button block look="primary" icon="wallet" onClick={() => onWay('till')}>
            Pagar en una caja
          </Button>
        )}
        {may('orders.refund') && (
          <Button block icon="pencil" onClick={() => onWay('account')}>
            {transfer === null ? 'Anotar la cuenta' : 'Cambiar la cuenta'}
          </Button>
        )}
        {may('cash.settle') && transfer !== null && (
          <>
            <Button block icon="eye" onClick={() => void show()}>
              Ver la cuenta
            </Button>
            <Button block look="primary" icon="check" onClick={() => onWay('transfer')}>
              Ya se transfirió
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function PayDialog({ refund, way, onClose }: { refund: DueRefund; way: Way; onClose: () => void }) {
  const queries = useQueryClient();
  const tills = useDeskQuery('listTills', { query: { state: 'open', limit: 100 } }, { enabled: way === 'till' });
  const { id, orderNumber, amount, payAt, accountSavedAt, voucher } = refund;
  const readAnew = (): void => void queries.invalidateQueries({ queryKey: everything });
  const shared = { onClose, onDone: readAnew };
  if (way === 'account')
    return (
      <FieldDialog
        title={`Cuenta para la orden ${orderNumber}`}
        text={`Se guarda cifrada, y se olvida ${accountKnownDays} días después de pagarla.`}
        button="Guardar cuenta"
        fields={accountFields}
        send={(body, options) => call('setRefundTransfer', { params: { id }, body }, options)}
        done="Cuenta guardada"
        {...shared}
      />
    );
  if (way === 'transfer')
    return (
      <FieldDialog
        title={`Transferencia de ${moneyText(amount)}`}
        button={`Marcar pagado ${moneyText(amount)}`}
        fields={{ reference: { ...paperField, label: 'Referencia del banco' } }}
        send={async ({ reference }, options) => {
          const body = { reference, amount, ...(accountSavedAt !== null && { accountSavedAt }) };
          const paid = await call('payRefundByTransfer', { params: { id }, body }, options);
          // What it is now stands in the list behind.
          if (!paid.ok && paid.error.code === 'VERSION_CONFLICT') readAnew();
          return paid;
        }}
        refusedText={({ code, message }) => (code === 'VERSION_CONFLICT' ? message : undefined)}
        done="Reembolso pagado"
        {...shared}
      />
    );
  const open = (tills.data?.data ?? [])
    .filter(({ storeCode }) => payAt.some((store) => store.storeCode === storeCode))
    .map(({ id: till, name, storeName }) => [till, `${name}, ${storeName}`] as const);
  if (tills.isSuccess && open.length === 0) return <NoTill refund={refund} onClose={onClose} />;
  const own = open.find(([till]) => till === ownTillId());
  return (
    <FieldDialog
      title={`Entregar ${moneyText(amount)}`}
      text={`Orden ${orderNumber}`}
      button={`Entregar ${moneyText(amount)}`}
      fields={{
        tillId: {
          kind: 'option',
          label: 'Caja',
          // The money leaves the drawer that is at hand: of several none is guessed.
          options: own === undefined && open.length > 1 ? [['', 'Elige la caja'], ...open] : open,
          ...(own && { value: own[0] }),
        },
        ...(voucher !== null && voucherFields(voucher)),
        reference: paperField,
      }}
      send={({ tillId, reference, means, cashReason }, options) => {
        const how = means === undefined ? {} : { means, ...(cashReason !== undefined && { cashReason }) };
        return call('payRefundAtTill', { params: { id }, body: { tillId, reference, amount, ...how } }, options);
      }}
      done="Reembolso entregado"
      {...shared}
    />
  );
}

/** Money of a card terminal goes back to the card, unless the person writes a reason for cash. */
const voucherFields = (voucher: string) =>
  ({
    means: {
      kind: 'choice',
      label: 'Cómo se devuelve',
      values: { voucher: `Anular el voucher ${voucher}`, cash: 'Dar efectivo' },
      hint: 'Se pagó con tarjeta en la caja',
      empties: ['cashReason', 'reference'],
    },
    cashReason: { ...reasonField, label: 'Por qué en efectivo', isFor: ({ means }) => means === 'cash' },
  }) as const satisfies Record<string, DialogField>;

const namesShown = 3;

/** No till that may pay it is open, of those this person sees. */
function NoTill({ refund: { orderNumber, amount, payAt }, onClose }: { refund: DueRefund; onClose: () => void }) {
  const names = payAt.map(({ name }) => name);
  const where =
    names.length > namesShown ? 'cualquier tienda' : new Intl.ListFormat('es', { type: 'disjunction' }).format(names);
  return (
    <Dialog title={`Entregar ${moneyText(amount)}`} text={`Orden ${orderNumber}`} onClose={onClose}>
      <Note kind="info" title={`Este reembolso se paga en ${where}`}>
        Ahí no hay una caja abierta que puedas usar. Ábrela en Caja, o anota la cuenta para transferirlo.
      </Note>
    </Dialog>
  );
}

import { accountFields, paperField, reasonField } from '@ceiba/contract/desk/fields';
import { cashRefundList } from '@ceiba/contract/desk/lists/cash-refunds';
import { accountKnownDays } from '@ceiba/domain/refunds/refund';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DialogField, FieldDialog } from '../actions/field-dialog.tsx';
import { ListPage } from '../list/list-page.tsx';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { moneyText, phoneText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { useOpenTills } from './open-tills.ts';
import { ownTillId } from './own-till.ts';

type DueRefund = DeskAnswer<'listCashRefunds'>['data'][number];
type Way = 'till' | 'account' | 'transfer';

const cells = { phone: ({ phone }: DueRefund) => phoneText(phone) };

/** "Reembolsos por pagar" (CASH-10): refunds due in cash, and the ways to pay each. */
export function Component() {
  const may = useMay();
  const [chosen, setChosen] = useState<DueRefund>();
  return (
    <>
      <ListPage
        list={cashRefundList}
        read={(query, options) => call('listCashRefunds', { query }, options)}
        onOpen={(row: DueRefund) => setChosen(row)}
        cells={cells}
        path={[may('tills.use') ? { label: 'Caja', to: '/caja' } : { label: 'Órdenes', to: '/ordenes' }]}
      />
      {chosen && <RefundDialog key={chosen.id} refund={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** The dialog of a due refund. Shows the ways to pay it first, then the form of the chosen way. */
function RefundDialog({ refund, onClose }: { refund: DueRefund; onClose: () => void }) {
  const [way, setWay] = useState<Way>();
  const [accountSavedAt, setAccountSavedAt] = useState(refund.accountSavedAt);
  return way === undefined ? (
    <WayDialog refund={refund} onOpened={setAccountSavedAt} onWay={setWay} onClose={onClose} />
  ) : (
    <PayDialog refund={{ ...refund, accountSavedAt }} way={way} onClose={onClose} />
  );
}

function WayDialog({
  refund,
  onOpened,
  onWay,
  onClose,
}: {
  refund: DueRefund;
  /** Called with the time at which the account that was just read was saved. It may be newer than the list's. */
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
  const { id, orderNumber, amount, payAt, accountSavedAt, voucher } = refund;
  const payingStores = payAt.map(({ storeCode }) => storeCode);
  const { isKnown, choices: open } = useOpenTills(way === 'till', payingStores);
  const readAnew = (): void => void queries.invalidateQueries({ queryKey: allDeskKeys });
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
          // The list behind shows the current refund.
          if (!paid.ok && paid.error.code === 'VERSION_CONFLICT') readAnew();
          return paid;
        }}
        refusedText={({ code, message }) => (code === 'VERSION_CONFLICT' ? message : undefined)}
        lands={{ RECEIPT_USED: 'reference' }}
        done="Reembolso pagado"
        {...shared}
      />
    );
  if (isKnown && open.length === 0) return <NoTill refund={refund} onClose={onClose} />;
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
          // This browser's till pays by default. With several other tills, no till is preselected.
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
      lands={{ RECEIPT_USED: 'reference' }}
      done="Reembolso entregado"
      {...shared}
    />
  );
}

/** A card terminal's payment goes back to the card, unless the person gives a reason for cash. */
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

/** No till of this person is open and may pay the refund. */
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

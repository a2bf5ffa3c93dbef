import { readTyped, typedFault, typedMoney } from '@ceiba/contract/desk/fields';
import { tillPaymentFields } from '@ceiba/contract/desk/till-fields';
import type { Till } from '@ceiba/contract/desk/tills';
import { fromQuetzales, toQuetzales } from '@ceiba/domain/money/money';
import { changeWords, readTillSearch } from '@ceiba/domain/tills/till';
import { typedField } from '@ceiba/ui/typed-field';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLanding } from '../actions/use-landing-form.ts';
import { type Fact, Facts } from '../detail/facts.tsx';
import { Button, ButtonLink, IconButton } from '../platform/button.tsx';
import { TextField } from '../platform/field.tsx';
import { momentText, moneyText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { Segments } from '../platform/segments.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { useFocusNext } from '../platform/use-focus-next.ts';
import { useLatest } from '../platform/use-latest.ts';
import { useIsWide } from '../platform/use-wide.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { CashReceived } from './cash-received.tsx';
import { ReceiptLinks } from './receipt-links.tsx';

type Found = DeskAnswer<'findTillOrders'>['data'][number];

type Paid = DeskAnswer<'payAtTill'>['data'];
type PayKind = 'cash' | 'card';

const { received: receivedField, voucher: voucherField } = tillPaymentFields;
const firstTexts = { kind: 'cash', received: '', receipt: '' };

/** The order that is being paid, and its form. If the till of this payment closes, the next till continues. */
export function usePayment() {
  const [draft, setDraft] = useState<{
    order: Found;
    /** True if its call got no answer: the payment may have been made. */
    isUnsure: boolean;
  }>();
  // The scan field keeps the focus when a payment is refused, so that the next code can be scanned immediately.
  const form = useForm<Record<string, string>>({ defaultValues: firstTexts, shouldFocusError: false });
  const kind: PayKind = useWatch({ control: form.control, name: 'kind' }) === 'card' ? 'card' : 'cash';
  return {
    draft,
    form,
    kind,
    begin: (order: Found | undefined): void => {
      setDraft(order && { order, isUnsure: false });
      form.reset(firstTexts);
    },
    setUnsure: (order: Found, isUnsure: boolean): void =>
      setDraft((now) => (now?.order === order ? { order, isUnsure } : now)),
  };
}
type Payment = ReturnType<typeof usePayment>;

const ready = { title: 'Listo', text: 'Número de orden, teléfono, o el QR del correo.' };

/** "Cobrar" (CASH-02): finds an order, takes its money, shows the change, prints the receipt. */
export function PayDesk({ till, payment, onPaid }: { till: Till; payment: Payment; onPaid: () => void }) {
  const { draft, form, kind } = payment;
  const [found, setFound] = useState<readonly Found[]>([]);
  const received = useRef<HTMLElement>(null);
  const focusNext = useFocusNext();
  const focusReceived = (): void => focusNext(() => received.current?.querySelector('input'));
  const [paid, setPaid] = useState<Paid>();
  const [verdict, setVerdict] = useState<ScanVerdict>();
  const begin = useLatest();
  const show = (orders: readonly Found[]): void => {
    const [only, ...others] = orders;
    setFound(others.length > 0 ? orders : []);
    payment.begin(others.length === 0 ? only : undefined);
    if (only !== undefined && others.length === 0) focusReceived();
  };
  const look = async (q: string): Promise<void> => {
    const isLatest = begin();
    const answer = await call('findTillOrders', { params: { id: till.id }, query: { q } });
    if (!isLatest()) return;
    if (!answer.ok) return setVerdict({ isRight: false, title: 'No se pudo buscar', text: refusalText(answer.error) });
    show(answer.value.data);
    const count = answer.value.data.length;
    setVerdict(
      count === 0
        ? { isRight: false, title: 'Nada por aquí', text: `Nadie debe pagar ${q} en esta tienda.` }
        : { isRight: true, title: count === 1 ? 'Encontrada' : `${count} órdenes`, text: '' },
    );
  };
  const onCode = (code: string): ScanVerdict => {
    setVerdict(undefined);
    if (readTillSearch(code) === undefined) {
      // An amount typed while an order is open is the received cash.
      if (kind === 'cash' && draft?.order.state === 'payable' && isAmount(code)) {
        form.setValue('received', code, { shouldDirty: true, shouldValidate: true });
        focusReceived();
        return { isRight: true, title: 'Recibido', text: `Q${code}` };
      }
      return { isRight: false, title: 'No es una orden ni un teléfono', text: `Leíste ${code}.` };
    }
    begin();
    setPaid(undefined);
    show([]);
    void look(code);
    return { isRight: true, title: 'Buscando…', text: '' };
  };
  const next = (): void => {
    setPaid(undefined);
    show([]);
    setVerdict(undefined);
  };
  const take = (answer: Paid): void => {
    setPaid(answer);
    show([]);
    setVerdict(undefined);
    onPaid();
  };
  return (
    <>
      {/* Also shown after a payment, so that the next code can be scanned immediately. */}
      <ScanField label="Número de orden, teléfono o QR" ready={ready} onCode={onCode} verdict={verdict} />
      {paid !== undefined && <PaidCard till={till} paid={paid} onNext={next} />}
      {draft !== undefined && (
        <section ref={received} className="card">
          <PayCard
            key={`${draft.order.orderNumber}/${draft.order.shipmentId}`}
            till={till}
            payment={payment}
            order={draft.order}
            onPaid={take}
            onDrop={next}
          />
        </section>
      )}
      {found.length > 0 && (
        <ul className="card divide-y divide-border overflow-hidden" aria-label="Órdenes encontradas">
          {found.map((order) => (
            <li key={`${order.orderNumber}/${order.shipmentId}`}>
              <Button
                className="justify-start rounded-none px-4 py-2.5 text-left inset-ring-0"
                block
                onClick={() => show([order])}
              >
                {`${order.orderNumber} · ${order.name} · ${moneyText(order.due)}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const looks: Record<Found['state'], PillStyle & { text: string }> = {
  payable: { look: 'stone', icon: 'hourglass', text: 'Pendiente de pago' },
  paid: { look: 'good', icon: 'circle-check', text: 'Pagada' },
  expired: { look: 'red', icon: 'clock-alert', text: 'Vencida' },
  canceled: { look: 'out', icon: 'ban', text: 'Cancelada' },
  notReady: { look: 'sky', icon: 'package', text: 'Todavía no llega a la tienda' },
  delivered: { look: 'good', icon: 'circle-check', text: 'Entregado' },
};

interface PayProps {
  till: Till;
  payment: Payment;
  order: Found;
  onPaid: (paid: Paid) => void;
}

/** True for an amount of at most six digits. Numbers of orders, phones and product codes are longer. */
const isAmount = (text: string): boolean => /^(?:Q\s*)?\d{1,3}(?:,?\d{3})?(?:\.\d{1,2})?$/i.test(text.trim());

function PayCard({ onDrop, ...props }: PayProps & { onDrop: () => void }) {
  const { order } = props;
  const { orderNumber, name, phone, state, lines, placedAt, expiresAt, kind, receipt } = order;
  const { text, ...pill } = looks[state];
  const facts: readonly Fact[] = [
    ['Pedida', momentText(placedAt)],
    ...(expiresAt === null ? [] : [['Vence', momentText(expiresAt)] as const]),
    ...(receipt === null ? [] : [['Comprobante', receipt] as const]),
  ];
  return (
    <div className="grid grid-cols-2 *:border-border *:p-5 *:not-first:border-l max-lg:grid-cols-1 max-lg:*:p-4 max-lg:*:not-first:border-t max-lg:*:not-first:border-l-0">
      <div className="stack">
        <div className="flex gap-2 flex-wrap justify-between items-start">
          <div>
            <div className="flex items-center gap-2">
              <h2 className="whitespace-nowrap tabular-nums">{orderNumber}</h2>
              <Pill {...pill}>{text}</Pill>
            </div>
            <p className="text-ink-soft whitespace-nowrap tabular-nums">{`${name} · ${phone}`}</p>
          </div>
          <IconButton label="Quitar orden" icon="x" onClick={onDrop} />
        </div>
        <ul className="stack gap-2 text-dense">
          {lines.map((line) => (
            <li key={`${line.sku}/${line.title}`} className="flex items-center gap-2">
              <Thumbnail src={line.pictureUrl} size={32} />
              <span className="min-w-0 flex-1 truncate">{line.title}</span>
              <span className="text-ink-muted whitespace-nowrap tabular-nums">{line.quantity}</span>
              <span className="whitespace-nowrap tabular-nums">{moneyText(line.worth)}</span>
            </li>
          ))}
        </ul>
        <Facts facts={facts} />
      </div>
      {state !== 'payable' ? (
        <div className="stack">
          <Note
            kind={state === 'paid' || state === 'delivered' ? 'info' : 'warning'}
          >{`No se cobra: ${text.toLowerCase()}.`}</Note>
        </div>
      ) : kind === 'pickup' ? (
        <div className="stack">
          <Due due={order.due} />
          <Note kind="info">Se cobra al entregarla, con el código de quien la recoge.</Note>
          <ButtonLink look="primary" size="large" to="/entregas">
            Entregar
          </ButtonLink>
        </div>
      ) : (
        <PayForm {...props} />
      )}
    </div>
  );
}

const Due = ({ due }: { due: number }) => (
  <div className="flex gap-2 flex-wrap justify-between items-baseline">
    <span className="text-ink-soft">Por cobrar</span>
    <span className="text-4xl/[2.625rem] font-bold tracking-tight tabular-nums">{moneyText(due)}</span>
  </div>
);

function PayForm({ till, payment: { form, kind, setUnsure }, order, onPaid }: PayProps) {
  const { orderNumber, due } = order;
  const isWide = useIsWide();
  const { said, isSending, send } = useLanding(form, false);
  const [sentKind, setSentKind] = useState(kind);
  const choose = (next: PayKind): void => {
    if (isSending || next === kind) return;
    form.setValue('kind', next);
    form.setValue('received', '');
    form.setValue('receipt', '');
    form.clearErrors();
  };
  const submit = form.handleSubmit(async ({ received = '', receipt = '' }) => {
    setSentKind(kind);
    const typed = readTyped(receivedField, received);
    const amount = kind === 'cash' && typed.ok && typed.value !== null ? Number(typed.value) : due;
    const body = { orderNumber, kind, amount, ...(kind === 'card' && { receipt: receipt.trim() }) };
    const answer = await send(
      (options) => call('payAtTill', { params: { id: till.id }, body }, options),
      kind === 'card' ? { amount: 'receipt', receipt: 'receipt' } : { amount: 'received' },
    );
    if (answer.ok) return onPaid(answer.value.data);
    const { status } = answer.error;
    setUnsure(order, status < 400 || status >= 500);
  });
  const button = (
    <Button type="submit" look="primary" size="large" block={isWide} loading={isSending}>
      {`Cobrar ${moneyText(due)}`}
    </Button>
  );
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <Due due={due} />
      <Segments
        label="Forma de pago"
        isWhole
        value={kind}
        choices={[
          { value: 'cash', label: 'Efectivo', icon: 'banknote' },
          { value: 'card', label: 'Tarjeta', icon: 'credit-card' },
        ]}
        onChange={choose}
      />
      {kind === 'cash' ? (
        <CashReceived form={form} name="received" field={receivedField} due={due} />
      ) : (
        <TextField
          {...typedField(form, 'receipt', {
            label: voucherField.label,
            required: true,
            validate: (text) => typedFault(voucherField, text),
            autoComplete: 'off',
            controlClass: 'text-right whitespace-nowrap tabular-nums',
          })}
          maxLength={voucherField.max}
        />
      )}
      {/* A refusal of the other payment method does not apply to this method. */}
      {said !== undefined && sentKind === kind && <Note kind="error">{said}</Note>}
      {isWide ? button : <ThumbBar>{button}</ThumbBar>}
    </form>
  );
}

/** The change to give back, and the receipt. */
function PaidCard({ till, paid, onNext }: { till: Till; paid: Paid; onNext: () => void }) {
  const { orderNumber, amount, change, receipt, movementId } = paid;
  const owed = fromQuetzales(change);
  return (
    <>
      <Note kind="good" title={`Cobro registrado. Orden ${orderNumber} pagada.`} isNews>
        {`${moneyText(amount)}, recibo ${receipt}. El envío pasa a Por preparar.`}
      </Note>
      <section className="card">
        <div className="stack justify-items-center p-4 text-center">
          <span className="text-ink-soft">{change > 0 ? 'Entrega el vuelto' : 'Sin vuelto'}</span>
          <span className="text-4xl/[2.625rem] font-bold tracking-tight tabular-nums">{moneyText(change)}</span>
          {owed.ok && owed.value > 0 && <span className="text-ink-soft">{changeWords(owed.value)}</span>}
          <ReceiptLinks tillId={till.id} movementId={movementId} look="primary" isBlock />
          <Button block onClick={onNext}>
            Siguiente cobro
          </Button>
        </div>
      </section>
    </>
  );
}

/** Shown if the till was closed during a payment. Names the outcome of the payment, and the tills that can continue. */
export function StoppedPayment({
  payment: { draft, form, kind, begin },
  onLeave,
}: {
  payment: Payment;
  onLeave: (() => void) | undefined;
}) {
  if (draft === undefined) return null;
  const { order, isUnsure } = draft;
  const { orderNumber, due } = order;
  const typed = fromQuetzales(typedMoney(form.getValues('received') ?? ''));
  const received = kind === 'cash' && typed.ok ? `Recibido: ${moneyText(toQuetzales(typed.value))}.` : '';
  const title = isUnsure ? `No sabemos si la orden ${orderNumber} se cobró` : `La orden ${orderNumber} no se cobró`;
  const next = isUnsure
    ? 'La caja se cerró y no llegó respuesta. Busca la orden antes de cobrarla otra vez.'
    : `La caja se cerró antes. Faltan por cobrar ${moneyText(due)}. ${received} Abre una caja o elige otra para cobrarla.`;
  return (
    <Note
      kind="warning"
      isNews
      title={title}
      actions={
        <>
          {onLeave && <Button onClick={onLeave}>Elegir otra caja</Button>}
          <Button look="ghost" onClick={() => begin(undefined)}>
            Quitar orden
          </Button>
        </>
      }
    >
      {next}
    </Note>
  );
}

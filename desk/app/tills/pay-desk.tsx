import { typedMoney } from '@ceiba/contract/desk/fields';
import { fromQuetzales, toQuetzales } from '@ceiba/domain/money/money';
import { changeWords, readTillSearch } from '@ceiba/domain/tills/till';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type FormEvent, useRef, useState } from 'react';
import { useChange } from '../actions/use-change.ts';
import { type Fact, Facts } from '../detail/facts.tsx';
import { Button, ButtonLink, IconButton } from '../platform/button.tsx';
import { TextField } from '../platform/field.tsx';
import { momentText, moneyText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { useLatest } from '../platform/use-latest.ts';
import { useIsWide } from '../platform/use-wide.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { CashReceived } from './cash-received.tsx';
import { ReceiptLinks } from './receipt-links.tsx';
import type { Till } from './till-page.tsx';

type Found = DeskAnswer<'findTillOrders'>['data'][number];

/** A payment that is being typed. It outlives its till: a till that closes meanwhile leaves it to the next one. */
export interface PaymentDraft {
  order: Found;
  kind: 'cash' | 'card';
  /** The amount received, as typed; empty: just what is due. */
  text: string;
  receipt: string;
  /** Its call got no answer: the payment may have been made. */
  isUnsure: boolean;
}
const draftOf = (order: Found): PaymentDraft => ({ order, kind: 'cash', text: '', receipt: '', isUnsure: false });
type Paid = DeskAnswer<'payAtTill'>['data'];

const ready = { title: 'Listo', text: 'Número de orden, teléfono, o el QR del correo.' };

/** "Cobrar" (CASH-02): an order is found, its money taken, its change told, its receipt printed. */
export function PayDesk({
  till,
  draft,
  onDraft,
  onPaid,
}: {
  till: Till;
  draft: PaymentDraft | undefined;
  onDraft: (draft: PaymentDraft | undefined) => void;
  onPaid: () => void;
}) {
  const [found, setFound] = useState<readonly Found[]>([]);
  const received = useRef<HTMLElement>(null);
  const focusReceived = (): void => void requestAnimationFrame(() => received.current?.querySelector('input')?.focus());
  const [paid, setPaid] = useState<Paid>();
  const [verdict, setVerdict] = useState<ScanVerdict>();
  const begin = useLatest();
  const show = (orders: readonly Found[]): void => {
    const [only, ...others] = orders;
    setFound(others.length > 0 ? orders : []);
    onDraft(only !== undefined && others.length === 0 ? draftOf(only) : undefined);
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
      // An order stands here and a sum of money was typed: it is what its buyer handed over.
      if (draft?.kind === 'cash' && draft.order.state === 'payable' && isAmount(code)) {
        onDraft({ ...draft, text: code });
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
      {/* It stands there after a payment, too: the next code is read at once. */}
      <ScanField label="Número de orden, teléfono o QR" ready={ready} onCode={onCode} verdict={verdict} />
      {paid !== undefined && <PaidCard till={till} paid={paid} onNext={next} />}
      {draft !== undefined && (
        <section ref={received} className="card">
          <PayCard
            key={`${draft.order.orderNumber}/${draft.order.shipmentId}`}
            till={till}
            draft={draft}
            onDraft={onDraft}
            onPaid={take}
            onDrop={next}
          />
        </section>
      )}
      {found.length > 0 && (
        <ul className="card picks" aria-label="Órdenes encontradas">
          {found.map((order) => (
            <li key={`${order.orderNumber}/${order.shipmentId}`}>
              <Button block onClick={() => show([order])}>
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
  draft: PaymentDraft;
  onDraft: (draft: PaymentDraft) => void;
  onPaid: (paid: Paid) => void;
}

/** At most six digits: a number that is no order, no phone and no code of a product. */
const isAmount = (text: string): boolean => /^(?:Q\s*)?\d{1,3}(?:,?\d{3})?(?:\.\d{1,2})?$/i.test(text.trim());

function PayCard({ onDrop, ...props }: PayProps & { onDrop: () => void }) {
  const { order } = props.draft;
  const { orderNumber, name, phone, state, lines, placedAt, expiresAt, kind, receipt } = order;
  const { text, ...pill } = looks[state];
  const facts: readonly Fact[] = [
    ['Pedida', momentText(placedAt)],
    ...(expiresAt === null ? [] : [['Vence', momentText(expiresAt)] as const]),
    ...(receipt === null ? [] : [['Comprobante', receipt] as const]),
  ];
  return (
    <div className="pay">
      <div className="stack">
        <div className="row between top-a">
          <div>
            <div className="row">
              <h2 className="num">{orderNumber}</h2>
              <Pill {...pill}>{text}</Pill>
            </div>
            <p className="soft num">{`${name} · ${phone}`}</p>
          </div>
          <IconButton label="Quitar orden" icon="x" onClick={onDrop} />
        </div>
        <ul className="stack g8 dense">
          {lines.map((line) => (
            <li key={`${line.sku}/${line.title}`} className="row">
              <img className="th" src={line.pictureUrl} alt="" width="32" height="32" />
              <span className="grow ell">{line.title}</span>
              <span className="muted num">{line.quantity}</span>
              <span className="num">{moneyText(line.worth)}</span>
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
  <div className="row between base-a">
    <span className="soft">Por cobrar</span>
    <span className="huge">{moneyText(due)}</span>
  </div>
);

function PayForm({ till, draft, onDraft, onPaid }: PayProps) {
  const { order, kind, text, receipt } = draft;
  const { orderNumber, due } = order;
  const isWide = useIsWide();
  const { error: refused, isSending, send } = useChange();
  const [sent, setSent] = useState({ kind, text, receipt });
  // A refusal of the other way to pay says nothing of this one.
  const error = sent.kind === kind ? refused : undefined;
  const choose = (next: typeof kind): void => {
    if (isSending || next === kind) return;
    onDraft({ ...draft, kind: next, text: '', receipt: '' });
  };
  const typed = fromQuetzales(typedMoney(text) === '' ? due : typedMoney(text));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSent({ kind, text, receipt });
    const amount = kind === 'card' ? due : typed.ok ? toQuetzales(typed.value) : Number.NaN;
    const voucher = kind === 'card' ? receipt.trim() : '';
    const body = { orderNumber, kind, amount, ...(voucher !== '' && { receipt: voucher }) };
    const answer = await send((options) => call('payAtTill', { params: { id: till.id }, body }, options));
    if (answer.ok) return onPaid(answer.value.data);
    const { status } = answer.error;
    onDraft({ ...draft, isUnsure: status < 400 || status >= 500 });
  };
  const told: Readonly<Record<string, string>> = error?.metadata.fields ?? {};
  const isUnsaid = error !== undefined && told.amount === undefined && told.receipt === undefined;
  // A field that was typed in since is not wrong any more.
  const errors = sent.text === text && sent.receipt === receipt ? told : {};
  const button = (
    <Button type="submit" look="primary" size="large" block={isWide} loading={isSending}>
      {`Cobrar ${moneyText(due)}`}
    </Button>
  );
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <Due due={due} />
      <fieldset className="seg full" aria-label="Forma de pago">
        <button type="button" aria-pressed={kind === 'cash'} onClick={() => choose('cash')}>
          <DeskIcon name="banknote" />
          Efectivo
        </button>
        <button type="button" aria-pressed={kind === 'card'} onClick={() => choose('card')}>
          <DeskIcon name="credit-card" />
          Tarjeta
        </button>
      </fieldset>
      {kind === 'cash' ? (
        <CashReceived
          label="Recibido"
          due={due}
          text={text}
          error={errors.amount}
          onChange={(typed) => onDraft({ ...draft, text: typed })}
        />
      ) : (
        <TextField
          label="Número del voucher"
          required
          maxLength={60}
          autoComplete="off"
          controlClass="num"
          error={errors.receipt ?? errors.amount}
          value={receipt}
          onChange={({ target }) => onDraft({ ...draft, receipt: target.value })}
        />
      )}
      {isUnsaid && <Note kind="error">{refusalText(error)}</Note>}
      {isWide ? button : <div className="mbar">{button}</div>}
    </form>
  );
}

/** What is handed back, and the receipt. */
function PaidCard({ till, paid, onNext }: { till: Till; paid: Paid; onNext: () => void }) {
  const { orderNumber, amount, change, receipt, movementId } = paid;
  const owed = fromQuetzales(change);
  return (
    <>
      <Note kind="good" title={`Cobro registrado. Orden ${orderNumber} pagada.`} isNews>
        {`${moneyText(amount)}, recibo ${receipt}. El envío pasa a Por preparar.`}
      </Note>
      <section className="card">
        <div className="pad stack paid">
          <span className="soft">{change > 0 ? 'Entrega el vuelto' : 'Sin vuelto'}</span>
          <span className="huge">{moneyText(change)}</span>
          {owed.ok && owed.value > 0 && <span className="soft">{changeWords(owed.value)}</span>}
          <ReceiptLinks tillId={till.id} movementId={movementId} look="primary" isBlock />
          <Button block onClick={onNext}>
            Siguiente cobro
          </Button>
        </div>
      </section>
    </>
  );
}

/** The till closed under a payment that was being typed: what became of it, and where it goes on. */
export function StoppedPayment({
  draft: { order, kind, text, isUnsure },
  onDrop,
  onLeave,
}: {
  draft: PaymentDraft;
  onDrop: () => void;
  onLeave: (() => void) | undefined;
}) {
  const { orderNumber, due } = order;
  const typed = fromQuetzales(typedMoney(text));
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
          <Button look="ghost" onClick={onDrop}>
            Quitar orden
          </Button>
        </>
      }
    >
      {next}
    </Note>
  );
}

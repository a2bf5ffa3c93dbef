import { civilDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { giftCardName, giftCardTexts, plainGiftCardCode } from '@ceiba/domain/gift-cards/gift-card-payment';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { Price } from '@ceiba/ui/price';
import { type FormEvent, useState } from 'react';
import { askBalance, balanceFailureText, codeField, type GiftCardBalance } from '../gift-cards/ask-balance.ts';
import { personalMeta } from '../policies/personal-meta.ts';
import { ScriptNeeded } from '../shell/script-needed.tsx';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = personalMeta('Consulta tu saldo');

/** Shows the balance of a gift card by its code (DEC-199). The code stays on the page. */
export default function GiftCardPage() {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<{ balance?: GiftCardBalance; problem?: string }>({});
  const code = plainGiftCardCode(typed);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || code === '') return;
    setBusy(true);
    setResult({});
    setResult(
      await askBalance(code).then(
        (balance) => ({ balance }),
        (error) => ({ problem: balanceFailureText(error) }),
      ),
    );
    setBusy(false);
  };
  const { balance, problem } = result;
  return (
    <main id="contenido" className="wrap py-8">
      <div className="mx-auto grid max-w-[480px] gap-5">
        <h1 className="text-3xl">Consulta tu saldo</h1>
        <p className="text-ink-soft">
          Escribe el código de tu tarjeta de regalo: está en el correo con el que la recibiste. Úsala al pagar en la
          tienda en línea o preséntala en caja.
        </p>
        <ScriptNeeded title="Para consultar tu saldo hace falta JavaScript" />
        <form noValidate onSubmit={submit} aria-label="Consulta tu saldo" className="panel needs-script grid gap-4">
          <TextField
            label={giftCardTexts.field}
            {...codeField}
            error={problem}
            value={typed}
            readOnly={isBusy}
            onChange={({ target }) => {
              setTyped(target.value);
              setResult({});
            }}
          />
          <Button type="submit" size="lg" block loading={isBusy} blocked={code === ''}>
            Consultar
          </Button>
        </form>
        <p role="alert" className="sr-only">
          {problem}
        </p>
        <div role="status">{balance !== undefined && <Balance balance={balance} />}</div>
      </div>
    </main>
  );
}

function Balance({ balance: { balance, expiresOn, lastFour } }: { balance: GiftCardBalance }) {
  return (
    <section className="panel flex items-center gap-4">
      <Icon name="gift" size="lg" className="flex-none text-primary" />
      <p className="min-w-0">
        {giftCardName(lastFour)}
        <br />
        <Price value={balance} className="text-2xl" />
        <br />
        <span className="text-sm text-ink-soft">La puedes usar hasta el {formatDate(civilDate(expiresOn))}.</span>
      </p>
    </section>
  );
}

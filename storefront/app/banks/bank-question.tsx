import type { Centavos } from '@ceiba/domain/money/money';
import { longestPlanText } from '@ceiba/domain/payments/installments';
import { type MouseEvent, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { isElsewhere } from '../platform/is-elsewhere.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { BankLineText } from './bank-line.tsx';
import type { ToPay } from './bank-plans-query.ts';
import { useBank } from './bank-store.ts';

const title = '¿Cuánto pago con mi banco?';

const BankDrawer = lazyPart(() => import('./bank-drawer.tsx'));
/** Renders nothing itself. */
const BankLine = lazyPart(() => import('./bank-line.tsx'), { fallback: null });

/**
 * The last line of a calculator: the longest plan, or the longest plan of the shopper's bank (BANK-06), and "¿Cuánto pago con mi banco?". Until
 * scripts run, the link leads to the plans of each bank on the help page (BANK-01). `drawn` returns the amount to pay, and is called when the drawer
 * opens.
 */
export function BankQuestion({
  toPay,
  drawn = () => toPay,
  total,
  plans,
}: {
  toPay: ToPay;
  drawn?: () => ToPay;
  total: Centavos;
  plans: readonly number[];
}) {
  const chosen = useBank((state) => state.chosen);
  const [line, setLine] = useState<BankLineText | null>(null);
  const [asked, setAsked] = useState<{ toPay: ToPay; isOpen: boolean } | null>(null);
  const open = (event: MouseEvent): void => {
    if (isElsewhere(event)) return;
    event.preventDefault();
    setAsked({ toPay: drawn(), isOpen: true });
  };
  const isShown = chosen && line !== null;
  return (
    <>
      <p className="bank-line">
        {isShown ? (
          <>
            <span className="truncate">Con {line.bank}</span>
            <span className="flex-none">: {line.plan}</span>
          </>
        ) : (
          longestPlanText(total, plans)
        )}
      </p>
      <Link to="/ayuda/pagos#bancos" discover="none" data-kept-press className="place-button" onClick={open}>
        {title}
      </Link>
      {chosen && <BankLine toPay={toPay} chosen={chosen} onText={setLine} />}
      {asked !== null && (
        <Suspense>
          <BankDrawer
            title={title}
            toPay={asked.toPay}
            open={asked.isOpen}
            onClose={() => setAsked({ ...asked, isOpen: false })}
          />
        </Suspense>
      )}
    </>
  );
}

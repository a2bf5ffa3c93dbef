import { restockByEmailTexts } from '@ceiba/domain/restock/restock-by-email';
import { Spinner } from '@ceiba/ui/loading';
import { Suspense, useState } from 'react';
import { useSession } from '../auth/session-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';

const RestockEmailForm = lazyPart(() => import('./restock-email-form.tsx'));

/** Lets guests request the mail with only an e-mail, in place. Beside the button of DEC-143. */
export function RestockByEmail({ sku }: { sku: string }) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  if (session) return null;
  return isOpen ? (
    <Suspense fallback={<Spinner />}>
      <RestockEmailForm sku={sku} />
    </Suspense>
  ) : (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="until-signed-in min-h-touch justify-self-start text-sm font-semibold text-link hover:underline"
    >
      {restockByEmailTexts.button}
    </button>
  );
}

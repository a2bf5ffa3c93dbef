import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { DetailFrame } from '../detail/detail-frame.tsx';
import { DeniedNote } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { purchaseHref, purchasesPath } from './purchase-looks.ts';

/** Opens the page of a purchase one render after the answer, because until then the guard asks whether to leave. */
function useOpenMade() {
  const navigate = useNavigate();
  const [made, setMade] = useState<string>();
  useEffect(() => {
    if (made !== undefined) void navigate(purchaseHref(made), { replace: true });
  }, [made, navigate]);
  return setMade;
}

/** "Nueva orden de compra" (BUY-02). */
export function Component() {
  const may = useMay();
  const open = useOpenMade();
  if (!may('purchases.edit')) return <DeniedNote permission="purchases.edit" />;
  return (
    <>
      <PageHead title="Nueva orden de compra" path={purchasesPath} />
      <DetailFrame>
        <PurchaseForm
          button="Guardar borrador"
          send={(body, options) => call('createPurchase', { body }, options)}
          onDone={({ data }) => {
            showToast(`${data.number} guardada`);
            open(data.number);
          }}
        />
      </DetailFrame>
    </>
  );
}

/** "Recibir sin orden": receives goods without a purchase (BUY-03). */
export function ReceiveWithoutPurchase() {
  const may = useMay();
  const open = useOpenMade();
  if (!may('purchases.receive')) return <DeniedNote permission="purchases.receive" />;
  return (
    <>
      <PageHead
        title="Recibir sin orden"
        caption="Entra a las existencias al recibirlo. Queda como una compra recibida."
        path={purchasesPath}
      />
      <DetailFrame>
        <PurchaseForm
          isDirect
          button="Recibir mercadería"
          send={({ expectedOn: _, ...body }, options) => call('receiveWithoutPurchase', { body }, options)}
          onDone={({ data }) => {
            showToast(`${data.number}: mercadería recibida`);
            open(data.number);
          }}
        />
      </DetailFrame>
    </>
  );
}

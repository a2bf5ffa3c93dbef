import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { useEffect, useRef, useState } from 'react';
import type { TakenDelivery } from '../checkout/checkout-data.ts';
import { takeDeliveryAgain, useCheckout } from '../checkout/checkout-store.ts';
import { deliveryAnewId } from '../checkout/step-card.tsx';

interface Anew {
  /** What was taken back; null where delivery goes its usual way. */
  taken: TakenDelivery | null;
  /** The shopper has taken it again. */
  isAgain: boolean;
  onAgain: () => void;
}

/** Whether a reload or another cart has emptied the step (CHK-12); no longer once it is done again. */
export function useAnew(): Anew {
  const taken = useCheckout((state) => state.taken);
  const [again, setAgain] = useState<TakenDelivery | null>(null);
  useEffect(
    () => () => {
      if (useCheckout.getState().steps.stepStates[1] === 'completed') useCheckout.setState({ taken: null });
    },
    [],
  );
  const onAgain = (): void => {
    if (taken === null) return;
    takeDeliveryAgain(taken);
    setAgain(taken);
  };
  return { taken, isAgain: taken !== null && taken === again, onAgain };
}

const whyTexts: Record<TakenDelivery['cause'], string> = {
  reload: 'Al recargar la página, la entrega empieza de nuevo. Elige otra vez cómo recibir tu pedido.',
  cart: 'Tu carrito cambió y la entrega empieza de nuevo: su fecha y su costo pueden ser otros. Elige otra vez cómo recibir tu pedido.',
};

/** Why the form is empty, and the way back to what was in it; it has the focus once that was taken. */
export function DeliveryAnew({ taken, isAgain, onAgain }: Anew) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAgain) box.current?.focus();
  }, [isAgain]);
  if (taken === null) return null;
  return (
    <div ref={box} id={deliveryAnewId} tabIndex={-1} className="rounded-md outline-none">
      <AlertBox type={isAgain ? 'Success' : 'Info'}>
        <p>
          {isAgain
            ? 'Pusimos de nuevo lo que todavía vale para tu carrito. Revísalo y continúa.'
            : whyTexts[taken.cause]}
        </p>
        {!isAgain && (
          <Button variant="outline" size="sm" className="mt-2.5" onClick={onAgain}>
            Usar los datos de antes
          </Button>
        )}
      </AlertBox>
    </div>
  );
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OrderForms } from './order-forms.ts';
import { beginPress, type Press } from './press.ts';

/**
 * The last press of "Realizar pedido". Whoever leaves the page before its order is sent takes it back; so does, while it waits
 * for the line, whoever types or changes what it would order.
 */
export function usePress(
  formsNow: () => OrderForms | null,
  isWaiting: boolean,
): { begin: (forms: OrderForms, onWait: (isWaiting: boolean) => void) => Press; takeBack: () => void } {
  const press = useRef<Press | null>(null);
  const pressed = useRef('');
  const [takeBack] = useState(() => () => press.current?.takeBack());
  useEffect(() => {
    if (isWaiting && JSON.stringify(formsNow()) !== pressed.current) takeBack();
  });
  useEffect(() => {
    if (!isWaiting) return;
    window.addEventListener('input', takeBack);
    return () => window.removeEventListener('input', takeBack);
  }, [isWaiting, takeBack]);
  // With the page, not some time after it.
  useLayoutEffect(() => takeBack, [takeBack]);
  const begin = (forms: OrderForms, onWait: (isWaiting: boolean) => void): Press => {
    pressed.current = JSON.stringify(forms);
    press.current = beginPress(onWait);
    return press.current;
  };
  return { begin, takeBack };
}

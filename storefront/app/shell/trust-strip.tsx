import { Headset, RotateCcw, Store, Truck } from 'lucide-react';

/** The claims of APP-19 in the words of DEC-16, for footers; `claim` is verbatim. */
export const trustClaims = [
  { icon: RotateCcw, claim: 'Devoluciones hasta 30 días hábiles' },
  { icon: Truck, claim: 'Envíos en 48 horas' },
  { icon: Store, claim: 'Recoge gratis en tienda' },
  { icon: Headset, claim: 'Soporte 4232-000' },
] as const;

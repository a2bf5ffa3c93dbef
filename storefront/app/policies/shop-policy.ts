import type { PublicPolicy, PublicPolicyAnswer } from '@ceiba/contract/policies';
import { useRouteLoaderData } from 'react-router';
import { amountOf } from '../ui/price.tsx';

/** The numbers of the wire in the form the domain's rules take. */
export const toPolicy = (answer: PublicPolicyAnswer): PublicPolicy => ({
  ...answer,
  freeDeliveryThreshold: amountOf(answer.freeDeliveryThreshold),
  homeRegionFee: amountOf(answer.homeRegionFee),
  otherRegionFee: amountOf(answer.otherRegionFee),
  finalConsumerLimit: amountOf(answer.finalConsumerLimit),
  installmentsMinimum: amountOf(answer.installmentsMinimum),
  calculatorAbove: amountOf(answer.calculatorAbove),
  guestConfirmationFrom: amountOf(answer.guestConfirmationFrom),
  cashLimit: answer.cashLimit === null ? null : amountOf(answer.cashLimit),
});

/** What the root's loader brings with every page. */
export interface RootData {
  policy: PublicPolicyAnswer;
  tagContainer: string | null;
  mapTiles?: string | undefined;
}

/** Template of the map's tiles (DEC-46); undefined: OpenStreetMap's. */
export const useMapTiles = (): string | undefined => useRouteLoaderData<() => RootData>('root')?.mapTiles;

/** Id of the container that measures visits with a shopper's consent; null where the shop has none. */
export const useTagContainer = (): string | null => useRouteLoaderData<() => RootData>('root')?.tagContainer ?? null;

/** Each answer's numbers are made once: every card of a page asks for them. */
const policies = new WeakMap<PublicPolicyAnswer, PublicPolicy>();

/** The numbers that pages quote, as an operator last set them; every page carries them. */
export function usePolicy(): PublicPolicy {
  const data = useRouteLoaderData<() => RootData>('root');
  if (data === undefined) throw new Error('the root brought no shop policy');
  const known = policies.get(data.policy) ?? toPolicy(data.policy);
  policies.set(data.policy, known);
  return known;
}

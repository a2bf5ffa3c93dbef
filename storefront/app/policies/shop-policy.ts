import type { Client } from '@ceiba/contract/client';
import type { PublicPolicy, PublicPolicyAnswer } from '@ceiba/contract/policies';
import { useRouteLoaderData } from 'react-router';
import { unwrap } from '../platform/api.ts';
import { amountOf } from '../ui/price.tsx';

const toPolicy = (answer: PublicPolicyAnswer): PublicPolicy => ({
  ...answer,
  freeDeliveryThreshold: amountOf(answer.freeDeliveryThreshold),
  homeRegionFee: amountOf(answer.homeRegionFee),
  otherRegionFee: amountOf(answer.otherRegionFee),
  finalConsumerLimit: amountOf(answer.finalConsumerLimit),
  installmentsMinimum: amountOf(answer.installmentsMinimum),
  calculatorAbove: amountOf(answer.calculatorAbove),
  cashLimit: answer.cashLimit === null ? null : amountOf(answer.cashLimit),
});

/** For loaders; the server answers from its memory. */
export const loadPolicy = async (call: Client): Promise<PublicPolicy> =>
  toPolicy(unwrap(await call('getPolicy', {})).policy);

/** What the root's loader brings with every page. */
export interface RootData {
  policy: PublicPolicyAnswer;
}

/** The numbers that pages quote, as an operator last set them; every page carries them. */
export function usePolicy(): PublicPolicy {
  const data = useRouteLoaderData<() => RootData>('root');
  if (data === undefined) throw new Error('the root brought no shop policy');
  return toPolicy(data.policy);
}

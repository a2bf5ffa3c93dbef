import { defaultRegionId } from '@ceiba/domain/delivery/delivery-choice';
import type { DeliveryPlace } from './use-delivery-times.ts';

/** DEC-25: where availability is looked up while nothing was chosen. */
const defaultPlace: DeliveryPlace = { region: defaultRegionId, city: 'Guatemala' };

export const useShopperPlace = (): DeliveryPlace => defaultPlace;

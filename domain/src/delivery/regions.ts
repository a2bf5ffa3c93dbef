import { homeRegionId } from './home-region.ts';

/** CONST-22, CONST-23, DIF-41: where availability and pickup are asked for while no place is known. */
export const defaultRegionId = homeRegionId;
export const defaultPickupRegionId = 488;

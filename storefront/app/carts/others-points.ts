import type { Cart } from '@ceiba/contract/carts';

/** Whether points are applied that pay no order of this page: they came with its link, from elsewhere (record 0037). */
export const hasOthersPoints = ({ certificate }: Pick<Cart, 'certificate'>): boolean => certificate?.isOthers === true;

import { FINISH, type Finish } from '../../../../design/visual/illustrations/ceiba-illustrations.mjs';

/** White plastic, for parts that are white whatever the product's finish is. */
export const WHITE: Finish = { hi: '#ffffff', base: '#f1efeb', lo: '#bcb8b0', edge: '#ffffff' };

/** A finish by its name; white when the library has none of that name. */
export const finishOf = (name: string): Finish => FINISH[name] ?? WHITE;

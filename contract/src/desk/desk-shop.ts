import { z } from 'zod';

/** Id of the element of the desk's page that says which shop it is: JSON, which no browser runs. */
export const deskShopId = 'shop';

/** The shop of this desk. The desk's one page holds it, so that the first frame and the sign-in need no call. */
export const deskShop = z.object({
  name: z.string(),
  /** Address of the logo on light grounds and on dark ones; null: the name stands for it. */
  logo: z.string().nullable(),
  logoOnDark: z.string().nullable(),
});
export type DeskShop = z.output<typeof deskShop>;

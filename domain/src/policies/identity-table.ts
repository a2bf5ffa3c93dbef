import { colourOrNone, emailOrNone, line, links, nitOrNone, pictureOrNone } from './identity-kinds.ts';
import { shown } from './policy-kinds.ts';

/**
 * Who the shop is. These are fields of its policy, so that they are stored, cached, announced and given to pages as its numbers are. No shop
 * begins with a value here: the demo shop loads its own, and a real shop sets them by `ceiba shop set`.
 */
export const identityTable = {
  /** Name of the shop. Without one, pages show the name of its host (`nameInForce`). */
  shopName: shown(line(60, 'Electrónica Maya')),
  /** Legal name, shown on receipts and in the foot of pages. */
  shopLegalName: shown(line(120, 'Electrónica Maya, S.A.')),
  shopNit: shown(nitOrNone()),
  /** A sentence about the shop, shown below its name in pages, mails and search results. */
  shopSentence: shown(line(120, 'Tecnología y hogar con envío a toda Guatemala')),
  /** Main colour: buttons, links, and the header in its darkest step. */
  shopColour: shown(colourOrNone()),
  /** On light grounds. */
  shopLogo: shown(pictureOrNone()),
  /** On the header. */
  shopLogoOnDark: shown(pictureOrNone()),
  /** In tabs of browsers. Found at `/favicon.svg`, so that pages need not carry its address. */
  shopIcon: pictureOrNone(),
  /** On telephones that install the shop; they draw no SVG. Found at `/apple-touch-icon.png` and in the manifest. */
  shopAppIcon: pictureOrNone(),
  /** Whom shoppers write to. */
  shopEmail: shown(emailOrNone()),
  shopAddress: shown(line(200, '6a avenida 12-31, Zona 1, Guatemala')),
  /** When somebody answers. */
  shopHours: shown(line(120, 'Lunes a sábado, 9:00 a 18:00')),
  shopLinks: shown(links()),
};

export type IdentityField = keyof typeof identityTable;

export const isIdentityField = (name: string): name is IdentityField => Object.hasOwn(identityTable, name);

export const pictureFields = [
  'shopLogo',
  'shopLogoOnDark',
  'shopIcon',
  'shopAppIcon',
] as const satisfies readonly IdentityField[];
export type PictureField = (typeof pictureFields)[number];

export const isPictureField = (name: string): name is PictureField => pictureFields.some((field) => field === name);

/** The name that pages and mails show: what is set, else the host of the shop's address, which is invented by nobody. */
export const nameInForce = (shopName: string, publicUrl: string): string =>
  shopName === '' ? new URL(publicUrl).host : shopName;

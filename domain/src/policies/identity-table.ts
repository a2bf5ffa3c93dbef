import { colourOrNone, emailOrNone, line, links, nitOrNone, pictureOrNone } from './identity-kinds.ts';
import { shown } from './policy-kinds.ts';

/**
 * The shop's identity: name, contact and pictures. The fields are part of the policy, so that they are stored, cached,
 * announced and sent to pages like the policy's numbers. In a new shop all are empty. The demo shop loads its identity,
 * and a real shop sets it with `ceiba shop set`.
 */
export const identityTable = {
  /** Name of the shop. If the name is empty, pages show the name of the host (`nameInForce`). */
  shopName: shown(line(60, 'Electrónica Maya')),
  /** Legal name, shown on receipts and in the footer of pages. */
  shopLegalName: shown(line(120, 'Electrónica Maya, S.A.')),
  shopNit: shown(nitOrNone()),
  /** A sentence about the shop, below its name in pages, mails and search results. */
  shopSentence: shown(line(120, 'Tecnología y hogar con envío a toda Guatemala')),
  /** Main colour: buttons, links, and the header in its darkest step. */
  shopColour: shown(colourOrNone()),
  /** Logo for light backgrounds. */
  shopLogo: shown(pictureOrNone()),
  /** Logo for the header. */
  shopLogoOnDark: shown(pictureOrNone()),
  /** Icon in browser tabs. Its address is always `/favicon.svg`, so pages do not need to send it. */
  shopIcon: pictureOrNone(),
  /**
   * Icon on phones that install the shop, in a format other than SVG. Its address is `/apple-touch-icon.png`, also in
   * the manifest.
   */
  shopAppIcon: pictureOrNone(),
  /** The e-mail address for shoppers. */
  shopEmail: shown(emailOrNone()),
  shopAddress: shown(line(200, '6a avenida 12-31, Zona 1, Guatemala')),
  /** Hours in which the shop answers. */
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

/** Returns the name in pages and mails: the configured name, otherwise the host of the shop's address, which always exists. */
export const nameInForce = (shopName: string, publicUrl: string): string =>
  shopName === '' ? new URL(publicUrl).host : shopName;

import type { Centavos } from '@ceiba/domain/money/money';
import { brandLook } from './brands.ts';
import { type BriefLeaf, catalogBrief, nameAttributes } from './catalog-brief.ts';
import type { DemoProduct } from './demo-product.ts';
import { rollDice, walk } from './dice.ts';
import type { Draft, Leaf } from './leaves/leaf.ts';
import { finishOfColour } from './leaves/leaf.ts';
import { reducedPrice, regularPrice } from './prices.ts';
import { fullGallery, productPictures } from './product-pictures.ts';
import { sellerOf } from './sellers.ts';
import { productSlug } from './slug.ts';
import { specialCases } from './special-cases.ts';
import { ordinaryStock } from './stock.ts';
import { describe } from './story.ts';

export interface Making {
  seed: string;
  now: Date;
  /** Number after the sku prefix for model 0; the demo shop starts at 1. */
  firstNumber: number;
  /** Digits after the model's name, so that a very large catalogue does not repeat names. */
  serial: (turn: number) => string;
}

const ownWarrantyMonths = 12;
const hourMs = 3_600_000;

/** Model `turn` of a leaf as one product per colour. Another `attempt` throws the dice again. */
export function makeProducts(leaf: Leaf, turn: number, making: Making, attempt = 0): DemoProduct[] {
  const dice = rollDice(`${making.seed}/${leaf.path}/${turn}${attempt === 0 ? '' : `/${attempt}`}`);
  const brand = walk(leaf.brands, turn);
  const brandNumber = turn % leaf.brands.length;
  const round = Math.floor(turn / leaf.brands.length);
  const line = walk(leaf.lines, brandNumber * 2 + (round % 2));
  const draft = leaf.draft({ dice, turn, brand, line, serial: making.serial(turn) });
  const baseSku = `${leaf.skuPrefix}-${String(making.firstNumber + turn).padStart(4, '0')}`;
  const colours = draft.colours ?? [];
  const brief = catalogBrief.leafCategories.find(({ path }) => path === leaf.path);
  const kind = kindOf(leaf.path, brief);
  const months = kind === 'goods' ? (brief?.warrantyMonths ?? ownWarrantyMonths) : 0;
  const description = describe(dice, draft.story, { brand, model: draft.model, turn, months });
  const price = regularPrice(leaf, draft, brand);
  const one = { leaf, turn, making, draft, brand, baseSku, brief, kind, description, price };
  if (colours.length < 2) return [makeProduct({ ...one, colour: colours[0] ?? null, isFamily: false })];
  return colours.map((colour) => makeProduct({ ...one, colour, isFamily: true }));
}

interface Variant {
  leaf: Leaf;
  turn: number;
  making: Making;
  draft: Draft;
  brand: string;
  baseSku: string;
  brief: BriefLeaf | undefined;
  kind: DemoProduct['kind'];
  description: string;
  price: Centavos;
  colour: string | null;
  isFamily: boolean;
}

function makeProduct(variant: Variant): DemoProduct {
  const { leaf, turn, making, draft, brand, baseSku, price, colour, isFamily, description, brief, kind } = variant;
  const sku = isFamily && colour !== null ? `${baseSku}-${colourCode(colour)}` : baseSku;
  const title = isFamily && colour !== null ? `${draft.title}, ${colour.toLowerCase()}` : draft.title;
  const dice = rollDice(`${making.seed}/${sku}`);
  const seller = sellerOf(leaf.path, turn);
  const product: DemoProduct = {
    sku,
    slug: productSlug(title),
    parentSku: isFamily ? baseSku : null,
    title,
    description,
    kind,
    brand,
    sellerId: seller?.id ?? 1,
    offerId: seller === undefined ? null : `OF-${seller.id}-${sku}`,
    categoryPath: leaf.path,
    regularPrice: price,
    salesPrice: kind === 'goods' && dice.chance(0.36) ? reducedPrice(price, dice.between(6, 32)) : price,
    discountEndsAt: null,
    isPresale: false,
    presaleDate: null,
    isDropshipping: false,
    isRestricted: isRestricted(leaf.path, draft),
    isMotorcycle: leaf.path === 'motos-y-vehiculos/motocicletas',
    internalTags: kind === 'gift_card' ? ['gift_card_virtual'] : [],
    eventUrl: null,
    attributes: nameAttributes(withColour(draft, colour), brief?.attributes),
    soldCount: Math.floor(640 * dice.number() ** 3),
    isListed: true,
    createdAt: new Date(making.now.getTime() - Math.floor(24 + 9_600 * dice.number()) * hourMs),
    stock: null,
    pictures: productPictures(
      {
        drawing: paint(draft, colour),
        seed: baseSku,
        brand,
        accent: brandLook(brand).accent,
      },
      title,
      viewsOf(variant),
    ),
    flashSale: null,
    gifts: [],
  };
  return kind === 'goods' ? { ...product, stock: ordinaryStock(product) } : product;
}

/** Flash sales get a full gallery; of a colour family only the first colour shows everything. */
function viewsOf({ leaf, baseSku, draft, colour }: Variant): readonly string[] {
  if (specialCases.flashSale.some((sku) => sku === baseSku)) return fullGallery(leaf.views);
  const isFirst = colour === null || colour === draft.colours?.[0];
  return isFirst || leaf.skuPrefix === 'CEL' || leaf.views.length < 2 ? leaf.views : leaf.views.slice(0, -1);
}

const kindOf = (path: string, brief: BriefLeaf | undefined): DemoProduct['kind'] =>
  path === 'tarjetas-de-regalo' ? 'gift_card' : brief?.isService ? 'service' : 'goods';

/** DEC-89: motorcycles, tyres, batteries and gas appliances are picked up at a store. */
const isRestricted = (path: string, draft: Draft): boolean =>
  path.startsWith('motos-y-vehiculos/') || String(draft.values.tipo ?? '').startsWith('Gas');

const withColour = (draft: Draft, colour: string | null) =>
  colour === null || draft.colourSlug === undefined ? draft.values : { ...draft.values, [draft.colourSlug]: colour };

/** The colour of the title is the colour of the picture; on a watch it is the strap's. */
function paint(draft: Draft, colour: string | null): Draft['drawing'] {
  if (colour === null) return draft.drawing;
  const finish = finishOfColour(colour);
  return draft.drawing.kind === 'smartwatch'
    ? { ...draft.drawing, finish: 'grafito', band: finish }
    : { ...draft.drawing, finish };
}

/** `Negro` → `NEG`. */
const colourCode = (colour: string): string => colour.slice(0, 3).toUpperCase();

import type { Centavos } from '@ceiba/domain/money/money';
import type { ProductDrawing } from './illustrations/ceiba-illustrations.mjs';

export interface DemoAttribute {
  code: string;
  label: string;
  value: string;
  unit: string | null;
}

/** A drawing with the words that describe it. */
export interface DemoPicture {
  drawing: ProductDrawing;
  label: string;
}

/** Units a store holds. */
export interface DemoStock {
  storeCode: string;
  quantity: number;
}

export interface DemoGift {
  title: string;
  picture: ProductDrawing;
  /** Civil date; null: without end. */
  endDate: string | null;
}

/** DEC-27: in force between its moments. */
interface DemoFlashSale {
  price: Centavos;
  startsAt: Date;
  endsAt: Date;
}

/** Everything the shop knows about one product. */
export interface DemoProduct {
  sku: string;
  slug: string;
  parentSku: string | null;
  title: string;
  description: string;
  kind: 'goods' | 'gift_card' | 'service';
  brand: string;
  sellerId: number;
  offerId: string | null;
  categoryPath: string;
  /** Null: "Precio no disponible". */
  regularPrice: Centavos | null;
  salesPrice: Centavos | null;
  discountEndsAt: Date | null;
  isPresale: boolean;
  presaleDate: string | null;
  isDropshipping: boolean;
  isRestricted: boolean;
  isMotorcycle: boolean;
  internalTags: string[];
  eventUrl: string | null;
  attributes: DemoAttribute[];
  soldCount: number;
  isListed: boolean;
  createdAt: Date;
  /** Null: no stock limit (services and virtual gift cards, DEC-81). */
  stock: DemoStock[] | null;
  pictures: DemoPicture[];
  flashSale: DemoFlashSale | null;
  gifts: DemoGift[];
}

import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { centavos } from '@ceiba/domain/money/money';
import type { DemoGift, DemoProduct } from './demo-product.ts';
import { rollDice } from './dice.ts';
import { flashWindow } from './flash-sales.ts';
import { reducedPrice } from './prices.ts';
import { specialCases } from './special-cases.ts';
import { lowStock, noStock, ordinaryStock } from './stock.ts';

const dayMs = 86_400_000;

/** The product with what `specialCases` says about it. */
export function applySpecialCases(product: DemoProduct, now: Date): DemoProduct {
  const steps = [withDiscount, withFlashSale, withPresale, withSupply, withGifts, withEventAddress, withoutPrice];
  return steps.reduce((changed, step) => step(changed, now), product);
}

/** True when the sku, or the model the colour belongs to, is meant. */
const isMeant = (product: DemoProduct, sku: string): boolean => product.sku === sku || product.parentSku === sku;

function withDiscount(product: DemoProduct, now: Date): DemoProduct {
  const dated = specialCases.datedDiscount.find(({ sku }) => isMeant(product, sku));
  if (dated === undefined || product.regularPrice === null) return product;
  return {
    ...product,
    salesPrice: reducedPrice(product.regularPrice, 18),
    discountEndsAt: new Date(now.getTime() + dated.days * dayMs),
  };
}

function withFlashSale(product: DemoProduct, now: Date): DemoProduct {
  const index = specialCases.flashSale.findIndex((sku) => isMeant(product, sku));
  if (index < 0 || product.regularPrice === null || product.salesPrice === null) return product;
  const percent = rollDice(`relampago/${product.parentSku ?? product.sku}`).between(24, 38);
  // A flash sale that did not beat the ordinary discount would be no offer.
  const price = centavos(Math.min(reducedPrice(product.regularPrice, percent), product.salesPrice - 1_000));
  return { ...product, flashSale: { price, ...flashWindow(index, specialCases.flashSale.length, now) } };
}

function withPresale(product: DemoProduct, now: Date): DemoProduct {
  const presale = specialCases.presale.find(({ sku }) => isMeant(product, sku));
  if (presale === undefined) return product;
  const presaleDate = presale.days === null ? null : addDays(guatemalaDate(now), presale.days);
  return { ...product, isPresale: true, presaleDate, createdAt: new Date(now.getTime() - 3 * dayMs), soldCount: 0 };
}

function withSupply(product: DemoProduct): DemoProduct {
  const has = (skus: readonly string[]) => skus.some((sku) => isMeant(product, sku));
  if (has(specialCases.outOfStock)) return { ...product, stock: noStock() };
  if (has(specialCases.lowStockBySku) || has(specialCases.lowStockByCategory)) {
    return { ...product, stock: lowStock(product) };
  }
  if (!has(specialCases.dropshipping)) return product;
  const dropped = { ...product, isDropshipping: true };
  return { ...dropped, stock: ordinaryStock(dropped) };
}

function withGifts(product: DemoProduct, now: Date): DemoProduct {
  const gifts = specialCases.gifts
    .filter(({ sku }) => isMeant(product, sku))
    .map(
      ({ title, drawing, days }): DemoGift => ({
        title,
        picture: { ...drawing, seed: `regalo-${title}`, brand: product.brand },
        endDate: days === null ? null : addDays(guatemalaDate(now), days),
      }),
    );
  return gifts.length === 0 ? product : { ...product, gifts };
}

function withEventAddress(product: DemoProduct): DemoProduct {
  if (!specialCases.sponsored.some((sku) => isMeant(product, sku))) return product;
  return { ...product, eventUrl: `https://eventos.rmn.example/clic?sku=${encodeURIComponent(product.sku)}` };
}

const withoutPrice = (product: DemoProduct): DemoProduct =>
  specialCases.withoutPrice.some((sku) => isMeant(product, sku))
    ? { ...product, regularPrice: null, salesPrice: null }
    : product;

import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, buyGiftCard, buyGiftCards, byGiftCard } from '../testing/gift-card-calls.ts';
import { operator, typing } from '../testing/operator.ts';
import { openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { giftCardCommands } from './gift-card-command.ts';

const runGiftCardCommand = typing(giftCardCommands, 'gift-card');

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
});
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const run = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const call = { db: shop.db, args, now: new Date(), say: (text: string) => void said.push(text), actor: operator };
  const isDone = await runGiftCardCommand(call);
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};

test('[DEC-199] a till takes an amount of a card once per receipt, and never more than the balance', async () => {
  const gift = await buyGiftCard(shop, 200_00);
  const name = `${gift.orderNumber}/${gift.lastFour}`;
  const redeem = (quetzales: string, receipt: string, ...more: string[]) =>
    run('redeem', gift.code, quetzales, '--receipt', receipt, '--by', 'Ana', ...more);
  const taken = `done: Q150.50 of gift card ${name} are now taken by receipt R-12: Q49.50 are left.`;
  expect(await redeem('150.50', 'R-12', '--store', 'MAX')).toBe(taken);
  // Case and separators of a receipt number do not matter.
  expect(await redeem('150.5', 'r 12', '--store', 'MAX')).toBe(
    `done: Q150.50 of gift card ${name} were already taken by receipt r 12: Q49.50 are left.`,
  );
  expect(await redeem('10', 'R-12', '--store', 'MAX')).toBe(
    `refused: This receipt has taken another amount of gift card ${name}. Nothing was changed.`,
  );
  expect(await redeem('49.51', 'R-13')).toBe(`refused: Gift card ${name} has Q49.50. Nothing was changed.`);
  expect(await redeem('1', 'R-14', '--store', 'NADA')).toBe(
    'refused: There is no store with this code. Nothing was changed.',
  );
  // Another store may use the same receipt number. Two simultaneous calls take the amount once.
  const both = await Promise.all([redeem('49.50', 'R-12'), redeem('49.50', 'R-12')]);
  expect(both.map((text) => text.startsWith('done'))).toEqual([true, true]);
  expect(await balanceOf(shop, gift)).toBe(0);
  const shown = await run('show', gift.code);
  expect(shown).toContain(`done: Gift card ${name}: Q0.00 of Q200.00; pays nothing, it is empty`);
  expect(shown).toContain('redeemed -Q150.50, receipt MAX/R-12, by Ana');
  expect(shown).not.toContain(gift.code);
});

test('[DEC-199] an amount taken by mistake returns to the card once, and its receipt can be used again', async () => {
  const gift = await buyGiftCard(shop, 200_00);
  const name = `${gift.orderNumber}/${gift.lastFour}`;
  const redeem = (quetzales: string) =>
    run('redeem', gift.code, quetzales, '--receipt', 'R-60', '--by', 'Ana', '--store', 'MAX');
  const unredeem = (...words: string[]) =>
    run('unredeem', ...words, '--receipt', 'r 60', '--by', 'Eva', '--reason', 'eran Q15.00');
  expect(await unredeem(name, '--store', 'MAX')).toBe(
    `refused: This receipt has taken nothing of gift card ${name}. Nothing was changed.`,
  );
  await redeem('Q150.00');
  // The same number in another store is another receipt.
  expect(await unredeem(name)).toContain('has taken nothing');
  const both = await Promise.all([unredeem(name, '--store', 'MAX'), unredeem(gift.code, '--store', 'MAX')]);
  expect(both.sort()).toEqual(
    ['are now', 'were already'].map(
      (are) => `done: Q150.00 that receipt r 60 took ${are} back on gift card ${name}: it has Q200.00.`,
    ),
  );
  expect(await redeem('15')).toContain('Q15.00 of gift card');
  expect(await redeem('Q15.00')).toContain('were already taken');
  expect(await redeem('150')).toContain('has taken another amount');
  expect(await balanceOf(shop, gift)).toBe(185_00);
  expect(await run('show', name)).toContain('redeem_reversed Q150.00, receipt MAX/r 60, by Eva, eran Q15.00');
  // After the amount is returned, no part of the card counts as spent.
  await unredeem(name, '--store', 'MAX');
  expect(await run('resend', gift.orderNumber)).toContain('new ones are sent within a minute');
});

test('[DEC-199] a card that expired before a till returned its money can be spent for thirty days', async () => {
  const gift = await buyGiftCard(shop, 100_00);
  await run('redeem', gift.code, '100', '--receipt', 'R-61', '--by', 'Ana');
  const today = guatemalaDate(new Date());
  await shop.db.pool.query('update gift_cards set expires_on = $1 where last_four = $2', [
    addDays(today, -1),
    gift.lastFour,
  ]);
  await run('unredeem', gift.code, '--receipt', 'R-61', '--by', 'Ana', '--reason', 'otra tarjeta');
  expect(await run('show', gift.code)).toContain(`pays until ${addDays(today, 30)}`);
});

test('[DEC-199] tills and orders together never take more than the card’s balance', async () => {
  const speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 10 });
  const gift = await buyGiftCard(shop, 200_00);
  const cartId = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  const [redeemed, placed] = await Promise.all([
    run('redeem', gift.code, '100', '--receipt', 'R-20', '--by', 'Ana'),
    postOrder(shop, { cartId, payments: [byGiftCard(gift, 130)] }).then(outcomeOf),
  ]);
  expect(redeemed.startsWith('done')).toBe(!placed.startsWith('200'));
  expect(await balanceOf(shop, gift)).toBe(redeemed.startsWith('done') ? 100_00 : 70_00);
});

test('[DEC-199] a card voided by an operator pays neither at tills nor online, and it can be voided only once', async () => {
  const [gift, other] = await buyGiftCards(shop, 100_00, 2);
  if (gift === undefined || other === undefined) throw new Error('no cards');
  const name = `${gift.orderNumber}/${gift.lastFour}`;
  const voidIt = () => run('void', name.toLowerCase(), '--by', 'Ana', '--reason', 'la perdió su dueño');
  expect(await voidIt()).toBe(`done: Gift card ${name} pays nothing from now on; Q100.00 were left on it.`);
  expect(await voidIt()).toBe(`done: Gift card ${name} paid nothing already, it is void.`);
  expect(await run('redeem', gift.code, '1', '--receipt', 'R-30', '--by', 'Ana')).toBe(
    `refused: Gift card ${name} pays nothing, it is void. Nothing was changed.`,
  );
  const shown = await run('show', gift.orderNumber);
  expect(shown).toContain(`Gift card ${name}: Q0.00 of Q100.00; pays nothing, it is void`);
  expect(shown).toContain('voided -Q100.00, by Ana, la perdió su dueño');
  expect(shown).toContain(`/${other.lastFour}: Q100.00 of Q100.00; pays until`);
});

test('[DEC-199] blocking an empty or expired card reports that the card is blocked permanently', async () => {
  const block = (card: { code: string }) => run('void', card.code, '--by', 'Ana', '--reason', '  robada  ');
  const [empty, over] = await buyGiftCards(shop, 100_00, 2);
  if (empty === undefined || over === undefined) throw new Error('no cards');
  const nameOf = (card: typeof empty) => `${card.orderNumber}/${card.lastFour}`;
  await run('redeem', empty.code, '100', '--receipt', 'R-70', '--by', 'Ana');
  expect(await block(empty)).toBe(
    `done: Gift card ${nameOf(empty)} is blocked; it has nothing on it now, and what comes back to it can not be spent.`,
  );
  expect(await run('unredeem', empty.code, '--receipt', 'R-70', '--by', 'Ana', '--reason', 'x')).toContain(
    `back on gift card ${nameOf(empty)}, which pays nothing, it is void: it has Q100.00.`,
  );
  expect(await block(empty)).toBe(
    `done: Gift card ${nameOf(empty)} paid nothing already, it is void; Q100.00 that had come back to it are gone now.`,
  );
  expect(await run('show', empty.code)).toMatch(/voided -Q100.00, by Ana, robada$/);
  const day = addDays(guatemalaDate(new Date()), -1);
  await shop.db.pool.query('update gift_cards set expires_on = $1 where last_four = $2', [day, over.lastFour]);
  expect(await block(over)).toBe(
    `done: Gift card ${nameOf(over)} is blocked; it was over since ${day}, and Q100.00 were left on it, and what comes back to it can not be spent.`,
  );
});

test('[DEC-199] a till refuses a card after its last day', async () => {
  const gift = await buyGiftCard(shop, 100_00);
  const day = addDays(guatemalaDate(new Date()), -1);
  await shop.db.pool.query('update gift_cards set expires_on = $1 where last_four = $2', [day, gift.lastFour]);
  expect(await run('redeem', gift.code, '1', '--receipt', 'R-40', '--by', 'Ana')).toContain(`it is over since ${day}`);
});

test('[DEC-199] codes of an order are not sent again after a till has used one of the codes', async () => {
  const gift = await buyGiftCard(shop, 100_00);
  await run('redeem', gift.code, '1', '--receipt', 'R-50', '--by', 'Ana');
  expect(await run('resend', gift.orderNumber)).toBe(
    `refused: Order ${gift.orderNumber} has a gift card that was spent already. Nothing was changed.`,
  );
});

test.each([
  [[]],
  [['show']],
  [['show', 'x', 'y']],
  [['redeem', 'x']],
  [['redeem', 'x', '0', '--receipt', 'R', '--by', 'Ana']],
  [['redeem', 'x', '1.005', '--receipt', 'R', '--by', 'Ana']],
  [['redeem', 'x', '1', '--by', 'Ana']],
  [['redeem', 'x', '1', '--receipt', 'R']],
  [['unredeem', 'x', '--receipt', 'R', '--by', 'Ana']],
  [['unredeem', 'x', '--by', 'Ana', '--reason', 'y']],
  [['unredeem', 'x', '5', '--receipt', 'R', '--by', 'Ana', '--reason', 'y']],
  [['resend']],
  [['void', 'x', '--by', 'Ana']],
  [['void', 'x', '--reason', 'y']],
  [['show', 'x', '--shop', 'y']],
])('%j shows the usage', async (args) => {
  expect(await run(...args)).toContain('refused: ceiba gift-card');
});

test.each([
  ['show', 'AAAA'],
  ['show', '999999999'],
  ['show', '100000001/XXXX'],
])('%s %s finds no gift card', async (...args) => {
  expect(await run(...args)).toBe('refused: There is no such gift card.');
});

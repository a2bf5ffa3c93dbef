import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import type { SignedInCustomer } from './sessions.ts';
import { addStock, createProduct } from './shop-fixtures.ts';
import type { TestShop } from './test-shop.ts';

/** Steps for tests of restock mails. `open` returns the shop after it is open. */
export const restockCalls = (open: () => TestShop) => {
  const run = async (name: string, payload: object): Promise<void> => {
    const task = tasksOf(openServices(open())).find((each) => each.name === name);
    await task?.run(payload, { now: new Date(), log: open().log });
  };

  const request = (sku: string, { headers }: SignedInCustomer) =>
    open().call('requestRestockNotice', { params: { sku }, body: {} }, { headers });

  /** @throws if it is refused */
  const ask = async (sku: string, who: SignedInCustomer): Promise<void> => {
    const answer = await request(sku, who);
    if (!answer.ok) throw new Error(answer.error.code);
  };

  /** Creates a sold-out product that these customers wait for. */
  const waitedFor = async (sku: string, ...who: SignedInCustomer[]): Promise<number> => {
    const id = await createProduct(open().db, { sku, stock: 0 });
    for (const each of who) await ask(sku, each);
    return id;
  };

  /** Adds stock, and runs the job that notifies. */
  const restock = async (productId: number): Promise<void> => {
    await addStock(open().db, productId, 1);
    await run('tell-restock', { productId: String(productId) });
  };

  const mailOf = async (sku: string, { email }: SignedInCustomer) => {
    const { rows } = await open().db.pool.query<{ id: string; html: string; text: string; link: string }>(
      'select id, html, text, unsubscribe_url as link from mails where recipient = $1 and subject like $2',
      [email, `%${sku}`],
    );
    return rows[0];
  };

  /** Returns the path of the link in a mail to a customer. */
  const linkOf = async (sku: string, who: SignedInCustomer): Promise<string> =>
    new URL((await mailOf(sku, who))?.link ?? '').pathname;

  /** Posts like a mail program: without cookie or origin, and with one field. */
  const oneClick = (url: string, payload = 'List-Unsubscribe=One-Click') =>
    open().inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });

  /** Returns the products that a customer waits for, and whether each notice is stopped. */
  const stopped = async ({ headers }: SignedInCustomer): Promise<Record<string, boolean>> => {
    const answer = await open().call('listRestockNotices', {}, { headers });
    if (!answer.ok) throw new Error(answer.error.code);
    return Object.fromEntries(answer.value.data.map(({ sku, isStopped }) => [sku, isStopped]));
  };

  return { run, request, ask, waitedFor, restock, mailOf, linkOf, oneClick, stopped };
};

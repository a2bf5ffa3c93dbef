import { afterAll, beforeAll, expect, test } from 'vitest';
import { couponCommands } from '../coupons/coupon-command.ts';
import { customerCommands } from '../customers/customer-command.ts';
import { operator, typing } from '../testing/operator.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

interface Row {
  actor_kind: string;
  actor_id: string;
  operation: string;
  entity: string;
  entity_id: string;
  after: object;
}

const rows = (): Promise<Row[]> =>
  shop.db.write.run<Row>({
    text: 'select actor_kind, actor_id, operation, entity, entity_id, after from audit_entries order by id',
    values: [],
  });

const type = (commands: Parameters<typeof typing>[0], word: string, ...args: string[]): Promise<boolean> =>
  typing(commands, word)({ db: shop.db, args, say: () => {} });

test('[OFF-10] a command writes an audit row for each change, but not for refusals or dry runs', async () => {
  expect(await type(couponCommands, 'coupon', 'add', 'VERANO', '10%', 'Verano', '--dry-run')).toBe(true);
  expect(await rows()).toEqual([]);
  expect(await type(couponCommands, 'coupon', 'add', 'VERANO', '10%', 'Verano')).toBe(true);
  expect(await type(couponCommands, 'coupon', 'add', 'VERANO', '10%', 'Verano')).toBe(false);
  expect(await type(couponCommands, 'coupon', 'list')).toBe(true);
  expect(await rows()).toEqual([
    {
      actor_kind: 'command',
      actor_id: operator.id,
      operation: 'createCoupon',
      entity: 'coupons',
      entity_id: 'VERANO',
      after: expect.objectContaining({ code: 'VERANO', label: 'Verano' }),
    },
  ]);
});

test('[OFF-10] the audit row of a command shows amounts in quetzales, like the rows of the desk', async () => {
  const typed = ['add', 'CIEN', 'Q100', 'Cien', '--cap', 'Q250.50', '--minimum', '1,000'];
  expect(await type(couponCommands, 'coupon', ...typed)).toBe(true);
  expect((await rows()).at(-1)?.after).toMatchObject({ amount: 100, cap: 250.5, minimum: 1_000 });
  expect(await type(couponCommands, 'coupon', 'add', 'DIEZ', '12.5%', 'Diez')).toBe(true);
  expect((await rows()).at(-1)?.after).toMatchObject({ percent: 12.5 });
});

test('[OFF-10] change and audit row share a transaction: if the row fails, nothing changes', async () => {
  const refuse = `create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'no row'; end $$;
    create trigger refuse_row before insert on audit_entries for each row execute function refuse_row()`;
  await shop.db.pool.query(refuse);
  await expect(type(couponCommands, 'coupon', 'end', 'VERANO')).rejects.toThrow('no row');
  await shop.db.pool.query('drop trigger refuse_row on audit_entries; drop function refuse_row');
  const { rows: coupons } = await shop.db.pool.query(
    `select 1 from coupons where code = 'VERANO' and (ends_at is null or ends_at > now())`,
  );
  expect(coupons).toHaveLength(1);
});

test('[OFF-10] the audit names an account by its id, never by its e-mail', async () => {
  const ana = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  expect(await type(customerCommands, 'customer', 'sign-out', 'ana@correo.gt')).toBe(true);
  const written = (await rows()).filter(({ entity }) => entity === 'customers');
  expect(written).toMatchObject([{ operation: 'endCustomerSessions', entity_id: ana.id }]);
  expect(JSON.stringify(written)).not.toContain('ana@correo.gt');
});

import { customerList } from '@ceiba/contract/desk/lists/customers';
import { ListPage } from '../list/list-page.tsx';
import { phoneText } from '../platform/formats.ts';
import { call, type DeskAnswer } from '../session/desk-client.ts';

type CustomerRow = DeskAnswer<'listCustomers'>['data'][number];

const cells = {
  phone: ({ phone }: CustomerRow) => (phone === null || phone === '' ? null : phoneText(phone)),
};

const hrefOf = ({ id }: CustomerRow): string => `/clientes/${id}`;

/** "Clientes" (WORK-03). */
export function Component() {
  return (
    <ListPage
      list={customerList}
      read={(query, options) => call('listCustomers', { query }, options)}
      hrefOf={hrefOf}
      cells={cells}
    />
  );
}

import { callTable } from '../call-table.ts';
import { type Client, createClient, type ShopCalls, type Transport } from '../client.ts';

/** The client of the shop's own calls, for tests; the shop's browser has limits besides. */
export const createShopClient = (transport: Transport): Client => createClient<ShopCalls>(transport, callTable);

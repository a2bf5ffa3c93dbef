import { callTable } from '../call-table.ts';
import { type Client, createClient, type ShopCalls, type Transport } from '../client.ts';

/** Creates a client of the shop's calls for tests. The client in the shop's browser also has time limits. */
export const createShopClient = (transport: Transport): Client => createClient<ShopCalls>(transport, callTable);

import type { Client } from '@ceiba/contract/client';
import { type SearchState, searchHref } from './search-state.ts';

/** The search under a brand's current name, as words or as a filter. Undefined if no brand in the search was renamed. Called if nothing was found. */
export async function renamedSearch(call: Client, pathname: string, state: SearchState): Promise<string | undefined> {
  const nameNow = async (name: string): Promise<string> => {
    const found =
      name === '' || name.length > 80 ? undefined : await call('getCurrentAddress', { query: { brand: name } });
    return found?.ok === true ? (found.value.brand ?? name) : name;
  };
  const [q, ...brands] = await Promise.all([nameNow(state.q), ...state.brands.slice(0, 3).map(nameNow)]);
  const now = { ...state, q: q ?? state.q, brands: [...new Set([...brands, ...state.brands.slice(3)])] };
  const [before, after] = [searchHref(pathname, state), searchHref(pathname, now)];
  return before === after ? undefined : after;
}

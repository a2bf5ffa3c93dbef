import { useDeskQuery } from '../session/desk-client.ts';

/** Open tills as choices of a form: "Caja 1, Pradera". `storeCodes`: stores whose tills can be chosen. By default all stores. */
export function useOpenTills(isNeeded: boolean, storeCodes?: readonly string[]) {
  const tills = useDeskQuery('listTills', { query: { state: 'open', limit: 100 } }, { enabled: isNeeded });
  return {
    isKnown: tills.isSuccess,
    choices: (tills.data?.data ?? [])
      .filter(({ storeCode }) => storeCodes === undefined || storeCodes.includes(storeCode))
      .map(({ id, name, storeName }) => [id, `${name}, ${storeName}`] as const),
  };
}

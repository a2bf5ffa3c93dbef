/** "ZONA10, XELA" as codes; nothing: all stores. */
export const readStores = (text: string): string[] | null => {
  const codes = text
    .split(/[\s,]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '');
  return codes.length === 0 ? null : codes;
};

export const storesText = (stores: readonly string[] | null): string => stores?.join(', ') ?? '';

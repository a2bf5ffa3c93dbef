import { foldText } from '@ceiba/domain/orders/order-terms';

/** A labelled word of `product_terms` (server/sql/functions/products.sql) as the text of a tsquery. */
export const quotedTerm = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * Query for words of a name, a sku or a bar code, each from its first letters. Undefined if the text has no letters or
 * digits, so it finds nothing.
 */
export const productWordsQuery = (words: string): string | undefined => {
  const parts = foldText(words)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.map((part) => `${quotedTerm(`w:${part.slice(0, 60)}`)}:*`).join(' & ');
};

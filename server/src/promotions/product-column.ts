/** The refusal of a SKU that no product has. */
export const noProduct = 'No hay un producto con ese SKU.';

/**
 * A column with the number of a product that people name by its SKU. An unknown SKU becomes 0, which the foreign key
 * refuses.
 */
export const productColumn = (column: string) => ({
  column,
  read: `select p.sku from products p where p.id = t.${column}`,
  write: (sku: string) => `coalesce((select p.id from products p where p.sku = ${sku}), 0)`,
});

/** The same column, which may be empty here. */
export const optionalProductColumn = (column: string) => {
  const required = productColumn(column);
  return { ...required, write: (sku: string) => `case when ${sku} is not null then ${required.write(sku)} end` };
};

/** The title of the product in such a column. */
export const titleColumn = (column: string) => ({
  computed: `select p.title from products p where p.id = t.${column}`,
});

/** SQL for the text to search: the SKU and title of the product in the column. */
export const searchedProduct = (column: string): string =>
  `(select p.sku || ' ' || p.title from products p where p.id = t.${column})`;

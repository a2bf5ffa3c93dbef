/** The refusal of a sku that no product has. */
export const noProduct = 'No hay un producto con ese SKU.';

/** A column with the number of a product that people name by its sku. No product has the number 0, so a foreign key refuses an unknown sku. */
export const productColumn = (column: string) => ({
  column,
  read: `select p.sku from products p where p.id = t.${column}`,
  write: (sku: string) => `coalesce((select p.id from products p where p.sku = ${sku}), 0)`,
});

/** The same column, which may be empty. */
export const optionalProductColumn = (column: string) => {
  const required = productColumn(column);
  return { ...required, write: (sku: string) => `case when ${sku} is not null then ${required.write(sku)} end` };
};

/** The title of the product in a column. */
export const titleColumn = (column: string) => ({
  computed: `select p.title from products p where p.id = t.${column}`,
});

/** SQL of the text that a search looks through: the sku and title of the product in a column. */
export const searchedProduct = (column: string): string =>
  `(select p.sku || ' ' || p.title from products p where p.id = t.${column})`;

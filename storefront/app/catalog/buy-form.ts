/** Id of the form that adds the product of the page; warranty radios and the sticky button belong to it. */
export const buyFormId = 'comprar';

/** CONST-29: 1 to 10, fewer when fewer can be sold (null = no stock limit). */
export const quantityOptions = (salable: number | null): number[] =>
  Array.from({ length: Math.min(10, Math.max(1, salable ?? 10)) }, (_, index) => index + 1);

/** A text field of a form, empty when it is missing. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Tables of the headings in product exports of other systems. */
export interface SystemHeadings {
  /** Headings that no other system and no file of this shop has. One of them identifies the system. */
  signature: readonly string[];
  /**
   * Heading → targets, separated by spaces. If two headings have the same target, the first heading in this table with
   * a value fills it.
   */
  targets: Readonly<Record<string, string>>;
  /** Beginnings of headings that occur in any number and have no column in this shop. */
  families: readonly string[];
}

export const name = 'products.titulo';
export const brand = 'products.marca brands.marca';
export const category = 'products.categoria categories.ruta';
export const description = 'products.descripcion';
export const tags = 'products.etiquetas';
export const published = 'products.publicado';
export const attributes = 'products.atributos';
export const price = 'prices.precio';
export const offer = 'prices.oferta';
export const offerEnd = 'prices.oferta_hasta';
export const units = 'stock.existencia';
export const picture = 'pictures.imagen';
export const cost = 'costs.costo';
/** No file of this shop has barcodes. The check reports this, so that people do not search for the column (`otherKinds`). */
export const barcode = 'barcodes.codigo';
/** A heading without a column in this shop. */
export const none = '';

-- The product's page also names the guarantor (ZOOM-08). Only the standard text changes. A shop's own text stays.
update category_pages set standard = replace(standard::text,
    'Su duración está en la página del producto, en «Lo esencial».',
    'La página del producto dice cuánto dura y quién responde, donde la tenemos.')::jsonb
  where slug = 'ayuda/garantias' and standard is not null;

-- The standard text said that a product's warranty stands among its features; the descriptions of products say it.
update category_pages set standard = replace(standard::text,
    'Su duración está en la página del producto, entre sus características.',
    'Su duración está en la página del producto, en «Lo esencial».')::jsonb
  where slug = 'ayuda/garantias' and standard is not null;

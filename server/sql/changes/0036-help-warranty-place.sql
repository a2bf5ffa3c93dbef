-- The standard text said that a product's warranty is among its features. The product's page shows it under «Lo esencial».
update category_pages set standard = replace(standard::text,
    'Su duración está en la página del producto, entre sus características.',
    'Su duración está en la página del producto, en «Lo esencial».')::jsonb
  where slug = 'ayuda/garantias' and standard is not null;

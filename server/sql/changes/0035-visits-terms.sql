-- The terms of a service at the buyer's home: how soon, where, and for which products.
create table visits (
  product_id bigint primary key references products (id) on delete cascade,
  days integer not null check (days between 1 and 60),        -- business days after the order, or after the delivery of its product
  coverage text[] not null default '{}',                      -- 'Petén' = a department, 'Guatemala/Mixco' = a municipio of one; empty: everywhere
  fit_category integer references categories (id),            -- for products of this category and of all below it
  fit_code text,                                              -- for products with this attribute, if its number is within the range
  fit_from double precision,
  fit_to double precision,                                    -- both ends included; null: open
  constraint visits_range check (fit_code is not null or (fit_from is null and fit_to is null))
);
create index visits_fit_category on visits (fit_category) where fit_category is not null;

-- A job writes all rows of the desk's list anew: products without stock have a word of their own now (`product_terms`).
insert into product_rows_due select id from products on conflict do nothing;

-- A job writes all rows of the desk's list again, because products without stock now have a separate word (`product_terms`).
insert into product_rows_due select id from products on conflict do nothing;

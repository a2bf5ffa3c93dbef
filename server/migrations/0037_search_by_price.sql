-- A price filter, or offers, alone walk the list of sales: with both in it, the rows passed over are not visited.
create index product_search_sold_price on product_search (sold desc, product_id) include (price, discount);
drop index product_search_sold;
alter index product_search_sold_price rename to product_search_sold;

-- A price filter alone takes keys from the list it walks: the rows, ten thousand of them in a large shop, are not visited.
-- A product that runs out or comes back so writes its lists anew, as one that was sold already does.
create index product_search_sold_keys on product_search (sold desc, product_id) include (price, discount, key);
drop index product_search_sold;
alter index product_search_sold_keys rename to product_search_sold;
create index product_search_cheap_keys on product_search (price nulls last, product_id) include (sold, discount, key);
drop index product_search_cheap;
alter index product_search_cheap_keys rename to product_search_cheap;

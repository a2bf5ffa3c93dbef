-- stock_claimed_at: the claims of a product at a place.
drop index concurrently if exists stock_claims_place;
create index concurrently stock_claims_place on stock_claims (product_id, store_code);

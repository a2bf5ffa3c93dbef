create or replace trigger coupon_series_codes after insert on coupon_series for each row execute function make_series_codes();

create or replace trigger product_search_count_insert after insert on product_search
  referencing new table as new_rows for each statement execute function product_search_count();
create or replace trigger product_search_count_update after update on product_search
  referencing new table as new_rows old table as old_rows for each statement execute function product_search_count();
create or replace trigger product_search_count_delete after delete on product_search
  referencing old table as old_rows for each statement execute function product_search_count();

create or replace trigger search_synonyms_purge after insert or update or delete on search_synonyms
  for each row execute function search_words_purge();

create or replace trigger search_absent_purge after insert or update or delete on search_absent
  for each row execute function search_words_purge();

create or replace trigger search_ignored_purge after insert or update or delete on search_ignored
  for each row execute function search_words_purge();

create or replace trigger search_other_brands_purge after insert or update or delete on search_other_brands
  for each row execute function search_words_purge();

create or replace trigger search_answers_purge after insert or update or delete on search_answers
  for each row execute function search_words_purge();

create or replace trigger search_answer_words_purge after insert or update or delete on search_answer_words
  for each row execute function search_words_purge();

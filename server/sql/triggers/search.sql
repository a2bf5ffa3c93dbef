create or replace trigger product_search_count_insert after insert on product_search
  referencing new table as new_rows for each statement execute function product_search_count();
create or replace trigger product_search_count_update after update on product_search
  referencing new table as new_rows old table as old_rows for each statement execute function product_search_count();
create or replace trigger product_search_count_delete after delete on product_search
  referencing old table as old_rows for each statement execute function product_search_count();

create or replace trigger search_synonyms_purge after insert or update or delete on search_synonyms
  for each row execute function search_words_purge();

create or replace trigger search_synonyms_removed after delete on search_synonyms
  for each row when (pg_trigger_depth() = 0) execute function search_synonym_removed();

create or replace trigger search_synonym_groups_as_written before insert or update on search_synonym_groups
  for each row execute function search_synonym_group_written();
create or replace trigger search_synonym_groups_read after insert or update or delete on search_synonym_groups
  for each row execute function search_synonym_group_read();

create or replace trigger search_absent_as_written before insert or update on search_absent
  for each row execute function search_absent_written();
create or replace trigger search_ignored_as_written before insert or update on search_ignored
  for each row execute function search_word_written();

create or replace trigger search_absent_purge after insert or update or delete on search_absent
  for each row execute function search_words_purge();

create or replace trigger search_ignored_purge after insert or update or delete on search_ignored
  for each row execute function search_words_purge();

create or replace trigger search_other_brands_written before insert or update of word, shown, instead on search_other_brands
  for each row execute function search_other_brand_written();
create or replace trigger search_other_brands_purge after insert or update or delete on search_other_brands
  for each row execute function search_words_purge();

create or replace trigger search_answers_purge after insert or update or delete on search_answers
  for each row execute function search_words_purge();

create or replace trigger search_answer_words_as_written before insert or update on search_answer_words
  for each row execute function search_answer_word_written();
create or replace trigger search_answer_words_purge after insert or update or delete on search_answer_words
  for each row execute function search_words_purge();

create or replace trigger search_pins_as_written before insert or update on search_pins
  for each row execute function search_query_written();
create or replace trigger search_pins_purge after insert or update or delete on search_pins
  for each row execute function search_words_purge();

create or replace trigger search_hidden_as_written before insert or update on search_hidden
  for each row execute function search_query_written();
create or replace trigger search_hidden_purge after insert or update or delete on search_hidden
  for each row execute function search_words_purge();

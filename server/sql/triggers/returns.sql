create or replace trigger return_pictures_given_up after delete on return_pictures
  for each row execute function give_up_return_picture();
create or replace trigger return_outcomes_carried_out after insert on return_outcomes
  referencing new table as new_rows for each statement execute function carry_out_outcomes();
create or replace trigger returns_changed before update on returns for each row execute function count_return_change();

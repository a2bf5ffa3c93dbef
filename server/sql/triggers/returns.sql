create or replace trigger return_pictures_given_up after delete on return_pictures
  for each row execute function give_up_return_picture();

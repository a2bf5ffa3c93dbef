-- When whoever reads the mails of an account stopped those of restocks while nobody had confirmed its address: it may be a
-- stranger's, who would ask again and again. It can ask for none until the address is confirmed; from then on this says nothing.
alter table customers add column restock_stopped_at timestamptz;

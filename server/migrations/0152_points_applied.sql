-- The guard asks which applied certificates the programs should know (record 0027); a table of years is not read for two days.
create index points_certificates_applied on points_certificates (applied_at) where status in ('held', 'claimed', 'captured');

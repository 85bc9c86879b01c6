-- Whether an article of the help centre was of use, counted. Who said so is not kept.
create table platform.help_votes (
  article text primary key,
  helpful bigint not null default 0 check (helpful >= 0),
  not_helpful bigint not null default 0 check (not_helpful >= 0)
);
grant select, insert, update on platform.help_votes to millrace_platform;

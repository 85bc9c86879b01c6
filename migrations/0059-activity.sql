-- Who did it: the member whose request wrote the row. Null for the product itself, a client or a job.
alter table invoice_events add column user_id uuid default nullif(current_setting('app.user_id', true), '')::uuid;
alter table client_events add column user_id uuid default nullif(current_setting('app.user_id', true), '')::uuid;
alter table mails add column user_id uuid default nullif(current_setting('app.user_id', true), '')::uuid;
-- Who marked an estimate as accepted or declined.
alter table estimates add column decided_user_id uuid;

-- What members did, one row for a document or for many at once. Filled by note-activity.sql, kept for two years.
create table activity (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- In the order of what one request did.
  at timestamptz not null default clock_timestamp(),
  user_id uuid not null,
  verb text not null check (verb in ('created', 'changed', 'deleted')),
  subject text not null,
  -- Of the document; the business for settings; null for several at once.
  subject_id uuid,
  label text not null default '' check (length(label) <= 120),
  count bigint not null default 1,
  primary key (business_id, id)
);
create index activity_newest on activity (business_id, at desc, id desc);
create index activity_subject on activity (business_id, subject_id, at desc) where subject_id is not null;
create index activity_at on activity using brin (at);
call platform.protect_tenant_table('activity');
revoke delete on activity from millrace_app;
grant select (at), delete on activity to millrace_platform;
create policy platform on activity to millrace_platform using (true);

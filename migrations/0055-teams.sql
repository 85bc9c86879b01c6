-- Members join by invitation, are paused with the plan, and leave with the business.
grant update (paused_at, offered_at), delete on members to millrace_auth;
create policy pausing on members for update to millrace_auth using (true);
create policy deletion on members for delete to millrace_auth using (true);

-- The request that made a further business, so that it makes one.
alter table members add column request_id uuid;
create unique index members_request on members (user_id, request_id);

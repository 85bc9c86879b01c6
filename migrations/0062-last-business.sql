-- The business that a user entered last in any session: a new sign-in begins there.
alter table auth.users add column last_business_id uuid;

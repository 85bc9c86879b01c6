-- Why an own account does not take payments, beside since when. Empty: its keys are refused.
alter table integrations
  add column stripe_problem text,
  add column paypal_problem text,
  add check (stripe_problem is null or stripe_refused_at is not null),
  add check (paypal_problem is null or paypal_refused_at is not null);

-- The provider answered with a status that is not known here: what is stored stays, and the hourly job asks again.
alter table subscriptions add column look_again boolean not null default false;

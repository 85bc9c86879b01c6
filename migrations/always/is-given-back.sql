-- Which refunds count: a refund is money once the provider has taken it on, until it fails. Postgres replaces a call by this
-- expression when it plans a statement, so that an index with the same condition is used.
create or replace function platform.is_given_back(state text) returns boolean
language sql immutable parallel safe
return state in ('pending', 'succeeded');

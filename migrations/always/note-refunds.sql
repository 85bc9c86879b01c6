-- The kept sums of money follow each change of a refund. A refund is only removed together with its business.
create or replace function platform.note_new_refunds() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count)
  select business_id, 'refunded', refunded_on, platform.counted_in(business_id, currency, home_minor),
    sum(coalesce(home_minor, amount_minor)), count(*)
  from come where platform.is_given_back(state) group by 1, 2, 3, 4
  union all
  select business_id, 'gained', refunded_on, platform.counted_in(business_id, currency, home_minor), sum(gain_minor), count(*)
  from come where platform.is_given_back(state) and gain_minor is not null group by 1, 2, 3, 4;
  return null;
end
$$;
create or replace trigger note_new after insert on refunds referencing new table as come
  for each statement execute function platform.note_new_refunds();

create or replace function platform.note_changed_refund() returns trigger
language plpgsql as $$
begin
  insert into money_changes (business_id, kind, day, currency, minor, count)
  select old.business_id, 'refunded', old.refunded_on, platform.counted_in(old.business_id, old.currency, old.home_minor),
    -coalesce(old.home_minor, old.amount_minor), -1
  where platform.is_given_back(old.state)
  union all
  select old.business_id, 'gained', old.refunded_on, platform.counted_in(old.business_id, old.currency, old.home_minor),
    -old.gain_minor, -1
  where platform.is_given_back(old.state) and old.gain_minor is not null
  union all
  select new.business_id, 'refunded', new.refunded_on, platform.counted_in(new.business_id, new.currency, new.home_minor),
    coalesce(new.home_minor, new.amount_minor), 1
  where platform.is_given_back(new.state)
  union all
  select new.business_id, 'gained', new.refunded_on, platform.counted_in(new.business_id, new.currency, new.home_minor),
    new.gain_minor, 1
  where platform.is_given_back(new.state) and new.gain_minor is not null;
  return null;
end
$$;
create or replace trigger note_changed after update on refunds for each row
  when ((old.state, old.refunded_on, old.amount_minor, old.home_minor, old.gain_minor)
    is distinct from (new.state, new.refunded_on, new.amount_minor, new.home_minor, new.gain_minor))
  execute function platform.note_changed_refund();

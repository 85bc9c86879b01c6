-- Taxes that the amount of an expense contains and that the business can reclaim, each with a name, a rate in thousandths
-- of a percent (null if it is not known) and an amount in the minor unit of the expense. Recurring expenses hand theirs on.
alter table expenses
  add column taxes jsonb not null default '[]'
    check (jsonb_typeof(taxes) = 'array' and jsonb_array_length(taxes) <= 5),
  -- How the amount comes about: a distance in thousandths of its unit, the unit, and the rate for one unit in thousandths
  -- of the minor unit.
  add column mileage jsonb check (jsonb_typeof(mileage) = 'object');
alter table recurring_expenses
  add column taxes jsonb not null default '[]'
    check (jsonb_typeof(taxes) = 'array' and jsonb_array_length(taxes) <= 5);

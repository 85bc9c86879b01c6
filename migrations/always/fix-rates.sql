-- What is in another currency than the home currency gets the rate of its day when it is written, and is marked if there is
-- none yet. The job that looks after marked rows updates them, which calls these again. What comes back from an archive keeps
-- what it had.

create or replace function platform.fix_invoice_rate() returns trigger
language plpgsql as $$
declare
  -- The lock waits for a change of the home currency, which is allowed until there is an amount.
  home constant text := (select b.currency from businesses b where b.id = new.business_id for key share);
begin
  -- A rate stays until the day or the currency changes, whichever rates come later.
  if tg_op = 'UPDATE' and not new.needs_rate
    and (old.issue_date, old.currency) is not distinct from (new.issue_date, new.currency) then
    return new;
  end if;
  new.rate := null;
  new.rated_on := null;
  new.rate_source := null;
  new.needs_rate := false;
  if new.currency <> home then
    select r.rate, r.rated_on, r.source into new.rate, new.rated_on, new.rate_source
    from platform.lasting_rate(new.business_id, new.currency, home, new.issue_date) r;
    new.needs_rate := new.rate is null;
  end if;
  return new;
end
$$;
create or replace trigger fix_rate before insert or update of issue_date, currency, needs_rate on invoices
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.fix_invoice_rate();

create or replace function platform.fix_expense_rate() returns trigger
language plpgsql as $$
declare
  home text;
  zone text;
begin
  select b.currency, b.time_zone into home, zone from businesses b where b.id = new.business_id for key share;
  -- As above. Another amount is worth its part at the same rate.
  if tg_op = 'INSERT' or new.needs_rate or (old.date, old.currency) is distinct from (new.date, new.currency) then
    new.rate := null;
    new.rated_on := null;
    new.rate_source := null;
    if new.currency <> home and new.date <= platform.local_time(now(), zone)::date then
      select r.rate, r.rated_on, r.source into new.rate, new.rated_on, new.rate_source
      from platform.lasting_rate(new.business_id, new.currency, home, new.date) r;
    end if;
    new.needs_rate := new.currency <> home and new.rate is null;
  end if;
  new.home_minor := platform.convert_minor(new.amount_minor, new.rate, new.currency, home);
  return new;
end
$$;
create or replace trigger fix_rate before insert or update of date, currency, amount_minor, needs_rate on expenses
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.fix_expense_rate();

-- For payments; for refunds and disputes, which have the currency of their payment and count as money that went back.
create or replace function platform.fix_movement_rate() returns trigger
language plpgsql as $$
declare
  home constant text := (select b.currency from businesses b where b.id = new.business_id);
  is_payment constant boolean := tg_table_name = 'payments';
  invoice_rate numeric;
begin
  if not is_payment then
    new.currency := (select p.currency from payments p where p.business_id = new.business_id and p.id = new.payment_id);
  end if;
  if tg_op = 'INSERT' or new.needs_rate then
    new.rate := null;
    new.rated_on := null;
    new.rate_source := null;
    if new.currency <> home then
      select r.rate, r.rated_on, r.source into new.rate, new.rated_on, new.rate_source
      from platform.lasting_rate(new.business_id, new.currency, home, (to_jsonb(new) ->> tg_argv[0])::date) r;
    end if;
    new.needs_rate := new.currency <> home and new.rate is null;
  end if;
  new.home_minor := null;
  new.gain_minor := null;
  if new.rate is not null then
    new.home_minor := platform.convert_minor(new.amount_minor, new.rate, new.currency, home);
    invoice_rate := case when is_payment
      then (select i.rate from invoices i
        where i.business_id = new.business_id and i.id = (to_jsonb(new) ->> 'invoice_id')::uuid)
      else (select i.rate from payments p join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
        where p.business_id = new.business_id and p.id = (to_jsonb(new) ->> 'payment_id')::uuid) end;
    new.gain_minor := case when is_payment then 1 else -1 end
      * (new.home_minor - platform.convert_minor(new.amount_minor, invoice_rate, new.currency, home));
  end if;
  return new;
end
$$;
-- Their names come after those of the triggers that set the days. The amount of a refund or a dispute can change.
create or replace trigger fix_rate before insert or update of needs_rate on payments
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.fix_movement_rate('received_on');
create or replace trigger fix_rate before insert or update of needs_rate, amount_minor on refunds
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.fix_movement_rate('refunded_on');
create or replace trigger fix_rate before insert or update of needs_rate, amount_minor on disputes
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.fix_movement_rate('opened_on');

-- What a movement gained is counted from the rate of its invoice. The invoice may get that rate after its movements have
-- theirs, or another one with another issue date.
create or replace function platform.follow_invoice_rate() returns trigger
language plpgsql as $$
declare
  home constant text := (select b.currency from businesses b where b.id = new.business_id);
begin
  update payments p
  set gain_minor = p.home_minor - platform.convert_minor(p.amount_minor, new.rate, p.currency, home)
  where p.business_id = new.business_id and p.invoice_id = new.id and p.home_minor is not null;
  update refunds r
  set gain_minor = platform.convert_minor(r.amount_minor, new.rate, r.currency, home) - r.home_minor
  from payments p
  where p.business_id = new.business_id and p.invoice_id = new.id
    and r.business_id = p.business_id and r.payment_id = p.id and r.home_minor is not null;
  update disputes d
  set gain_minor = platform.convert_minor(d.amount_minor, new.rate, d.currency, home) - d.home_minor
  from payments p
  where p.business_id = new.business_id and p.invoice_id = new.id
    and d.business_id = p.business_id and d.payment_id = p.id and d.home_minor is not null;
  return null;
end
$$;
create or replace trigger follow_rate after update on invoices for each row when (old.rate is distinct from new.rate)
  execute function platform.follow_invoice_rate();
grant execute on function platform.fix_invoice_rate, platform.fix_expense_rate, platform.fix_movement_rate,
  platform.follow_invoice_rate to millrace_app;

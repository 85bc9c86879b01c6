-- The days of fees for a date, as many as it takes to find one that is after `since` and was not settled yet. Months are
-- counted from the first fee, never from the one before: from January 31, they go to February 28 and then to March 31.
create or replace function platform.late_fee_days(due_on date, terms jsonb, since date, settled integer,
  out period integer, out fee_on date)
returns setof record
language sql stable as $$
  select months, (first_on + make_interval(months => months))::date
  from (select due_on + (terms ->> 'afterDays')::integer as first_on) f
  cross join lateral (
    select greatest(0, (extract(year from since) - extract(year from first_on)) * 12
      + extract(month from since) - extract(month from first_on))::integer as elapsed
  ) e
  cross join lateral generate_series(
    case when terms ->> 'repeats' = 'monthly' then elapsed else 0 end,
    case when terms ->> 'repeats' = 'monthly' then elapsed + settled + 1 else 0 end) months
$$;

-- The next late fee of an invoice, for each date on which something is still owed. An invoice that is paid, disputed,
-- credited or not sent yet has none, and one whose reminders are paused has none until the owner resumes them. Nothing is
-- added to what only fees have left open. The amount of the fee follows from overdue_minor, which is what is owed without
-- fees, and added_minor, which is the sum of the fees so far: late-fee-rules.ts calculates it.
create or replace function platform.open_late_fees(invoice invoices, out due_on date, out period integer, out fee_on date,
  out moment timestamptz, out overdue_minor bigint, out added_minor bigint)
returns setof record
language sql stable as $$
  select owed.day, upcoming.period, upcoming.fee_on, upcoming.moment, owed.minor - of_date.minor, added.minor
  from businesses b
  left join reminder_settings s on s.business_id = b.id
  cross join lateral (
    select invoice.total_minor - invoice.credit_notes_minor - invoice.credited_minor as asked,
      invoice.received_minor + invoice.waived_minor as covered,
      coalesce((invoice.parts -> -1 ->> 'dueDate')::date, invoice.due_date) as last_date
  ) money
  cross join lateral (
    select coalesce(sum(amount_minor), 0)::bigint as minor from late_fees
    where business_id = b.id and invoice_id = invoice.id and state = 'added'
  ) added
  -- Not open_minor, which is computed after the trigger below.
  cross join lateral platform.owed_parts(
    invoice.due_date, greatest(money.asked - money.covered, 0), invoice.parts, money.covered, money.asked) owed
  -- A fee for a date that the invoice no longer has stands in the last part, like whatever else the others leave.
  cross join lateral (
    select coalesce(sum(f.amount_minor), 0)::bigint as minor from late_fees f
    where f.business_id = b.id and f.invoice_id = invoice.id and f.state = 'added'
      and (f.due_date = owed.day or owed.day = money.last_date
        and not exists (select from jsonb_array_elements(invoice.parts) part
          where (part ->> 'dueDate')::date = f.due_date))
  ) of_date
  cross join lateral (
    select days.period, days.fee_on, local_moment as moment
    from platform.late_fee_days(owed.day, invoice.late_fee_terms,
      platform.local_time(invoice.late_fees_since, b.time_zone)::date,
      (select count(*)::integer from late_fees f
       where f.business_id = b.id and f.invoice_id = invoice.id and f.due_date = owed.day)) days
    cross join lateral platform.local_moment(
      days.fee_on, coalesce(s.send_hour, platform.default_send_hour()), b.time_zone) local_moment
    where local_moment > invoice.late_fees_since
      and not exists (select from late_fees f
        where f.business_id = b.id and f.invoice_id = invoice.id and f.due_date = owed.day and f.period = days.period)
    order by local_moment limit 1
  ) upcoming
  where b.id = invoice.business_id
    and invoice.late_fee_terms is not null
    and invoice.status = 'pending' and not invoice.is_disputed and invoice.credit_notes_minor = 0
    and invoice.approval is null and (invoice.sent_at is not null or invoice.send_option = 'do_not_send')
    and invoice.reminders_paused_at is null
    and owed.minor > of_date.minor
    and added.minor < coalesce((invoice.late_fee_terms ->> 'maxMinor')::bigint, added.minor + 1)
$$;

-- An invoice knows when its next late fee is added. A fee that is due while the owner has paused the reminders, or while
-- the invoice is paid or disputed, is not planned; late_fees_since then decides that it is not added later either.
create or replace function platform.plan_late_fee() returns trigger
language plpgsql as $$
begin
  select moment, fee_on into new.next_late_fee_at, new.next_late_fee_on
  from platform.open_late_fees(new) order by moment, due_on limit 1;
  return new;
end
$$;
-- Its name comes after that of the trigger that sets the date of the next part.
create or replace trigger plan_late_fee
  before insert or update of late_fee_terms, late_fees_since, due_date, parts, status, approval, send_option, sent_at,
  total_minor, credit_notes_minor, received_minor, credited_minor, waived_minor, is_disputed, reminders_paused_at
  on invoices
  for each row when (new.late_fee_terms is not null or new.next_late_fee_at is not null)
  execute function platform.plan_late_fee();
grant execute on function platform.open_late_fees, platform.late_fee_days, platform.plan_late_fee to millrace_app;

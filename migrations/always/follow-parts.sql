-- What is still open of each part of an invoice, by date. Payments cover the earliest part first; what is credited lowers
-- the last part first. The last part is whatever the others leave of the total. In TypeScript: part-rules.ts; a test
-- compares the two.
create or replace function platform.open_parts(
  parts jsonb, covered bigint, asked bigint, out due_on date, out minor bigint) returns setof record
language sql stable parallel safe as $$
  select due_on, minor from (
    select (part ->> 'dueDate')::date as due_on,
      least(asked, case when place = jsonb_array_length(parts) then asked else ends end)
        - greatest(covered, ends - amount) as minor
    from (
      select part, place, (part ->> 'amountMinor')::bigint as amount,
        (sum((part ->> 'amountMinor')::bigint) over (order by place))::bigint as ends
      from jsonb_array_elements(parts) with ordinality listed (part, place)
    ) sized
  ) opened
  where minor > 0 order by due_on
$$;

-- The pieces of what an invoice is owed, by date. Its count stands with the first one, so that it counts once.
create or replace function platform.owed_parts(
  due_date date, open_minor bigint, parts jsonb, covered bigint, asked bigint,
  out day date, out minor bigint, out count bigint) returns setof record
language sql stable parallel safe as $$
  select due_date, open_minor, 1::bigint where not exists (select from platform.open_parts(parts, covered, asked))
  union all
  select o.due_on, o.minor, case when o.due_on = due_date then 1 else 0 end::bigint
  from platform.open_parts(parts, covered, asked) o
$$;

-- What is to be paid on a day: the parts whose date has come; before any has, the next part.
create or replace function platform.due_minor(invoice invoices, today date) returns bigint
language sql stable parallel safe as $$
  select case when invoice.parts is null then invoice.open_minor else coalesce((
    select sum(minor) from platform.open_parts(invoice.parts, invoice.received_minor + invoice.waived_minor,
      invoice.total_minor - invoice.credit_notes_minor - invoice.credited_minor)
    where due_on <= greatest(today, invoice.due_date)), 0)::bigint end
$$;

create or replace function platform.follow_parts() returns trigger
language plpgsql as $$
begin
  new.due_date := coalesce(
    (select min(due_on) from platform.open_parts(new.parts, new.received_minor + new.waived_minor,
      new.total_minor - new.credit_notes_minor - new.credited_minor)),
    (new.parts -> -1 ->> 'dueDate')::date);
  return new;
end
$$;
-- Its name comes before that of the trigger that plans the next reminder by this date.
create or replace trigger follow_parts
  before insert or update of parts, due_date, total_minor, credit_notes_minor, received_minor, credited_minor, waived_minor
  on invoices
  for each row when (new.parts is not null) execute function platform.follow_parts();
grant execute on function platform.open_parts, platform.owed_parts, platform.due_minor, platform.follow_parts
  to millrace_app;

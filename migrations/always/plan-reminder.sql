-- The steps of an invoice that are still to be sent, with the moment of each. No reminder goes out for an amount that is
-- credited or waived, or while a payment is disputed.
create or replace function platform.open_reminders(invoice invoices, out step smallint, out moment timestamptz)
returns setof record
language sql stable as $$
  select offset_days, local_moment
  from businesses b
  left join reminder_settings s on s.business_id = b.id
  cross join lateral (
    select offset_days from reminder_steps
    where business_id = b.id and coalesce(s.has_own_series, false)
    union all
    select unnest(platform.default_series()) where not coalesce(s.has_own_series, false)
  ) steps
  cross join lateral platform.local_moment(
    invoice.due_date + offset_days, coalesce(s.send_hour, platform.default_send_hour()), b.time_zone) local_moment
  where b.id = invoice.business_id
    and invoice.status = 'pending' and invoice.send_reminder and not invoice.is_disputed
    -- Not open_minor, which is computed after the trigger below.
    and invoice.total_minor
      > invoice.credit_notes_minor + invoice.credited_minor + invoice.received_minor + invoice.waived_minor
    and invoice.approval is null and (invoice.sent_at is not null or invoice.send_option = 'do_not_send')
    and invoice.reminders_paused_at is null
    and local_moment > invoice.reminders_since
    -- Until a saved card has paid or was declined, its client need not be reminded.
    and (invoice.autopay_at is null or local_moment > invoice.autopay_at)
    and not exists (select from reminders r
      where r.business_id = b.id and r.invoice_id = invoice.id and r.offset_days = steps.offset_days
        and r.due_date is null and invoice.parts is null)
    -- Each part of an invoice has reminders of its own. Two conditions, because each has an index.
    and not exists (select from reminders r
      where r.business_id = b.id and r.invoice_id = invoice.id and r.offset_days = steps.offset_days
        and r.due_date = invoice.due_date and invoice.parts is not null)
    and not exists (select from clients c
      where c.business_id = b.id and c.id = invoice.client_id and c.no_reminders)
$$;

create or replace function platform.next_reminder(invoice invoices, out at timestamptz, out step smallint)
language sql stable as $$
  select greatest(o.moment, invoice.reminders_not_before,
    platform.day_after(greatest(invoice.sent_at, invoice.reminded_at),
      coalesce(s.send_hour, platform.default_send_hour()), b.time_zone)), o.step
  from platform.open_reminders(invoice) o
  join businesses b on b.id = invoice.business_id
  left join reminder_settings s on s.business_id = b.id
  order by o.moment limit 1
$$;

-- An invoice knows when its next reminder goes out, and which step that is.
create or replace function platform.plan_reminder() returns trigger
language plpgsql as $$
begin
  select * into new.next_reminder_at, new.next_reminder_step from platform.next_reminder(new);
  return new;
end
$$;
create or replace trigger plan_reminder
  before insert or update of due_date, parts, status, approval, send_reminder, send_option, sent_at, client_id,
  total_minor, credit_notes_minor, received_minor, credited_minor, waived_minor, is_disputed, reminders_since,
  reminders_not_before, reminders_paused_at, reminded_at, autopay_at, autopay_announced_at on invoices
  for each row execute function platform.plan_reminder();
grant execute on function platform.open_reminders, platform.next_reminder, platform.plan_reminder to millrace_app;

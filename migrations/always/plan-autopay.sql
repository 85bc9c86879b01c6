-- Which part of an invoice is to be paid next, counted from 0. An invoice without parts has one.
create or replace function platform.part_to_pay(parts jsonb, due_date date) returns smallint
language sql stable parallel safe as $$
  select count(*)::smallint from jsonb_array_elements(parts) part where (part ->> 'dueDate')::date < due_date
$$;

-- An invoice of a series whose client saved a card knows when that card pays: on the due date at the sending hour, and a day or
-- more after the client was told. It also knows when the client has to be told: three days before, unless a mail of the
-- last seven days says it. A due date that had passed when the client agreed is not made up for.
create or replace function platform.plan_autopay() returns trigger
language plpgsql as $$
declare
  moment timestamptz;
  hour integer;
  zone text;
begin
  new.autopay_at := null;
  new.autopay_notice_at := null;
  -- The client was told another amount or a later day.
  if tg_op = 'UPDATE' and new.autopay_announced_at is not distinct from old.autopay_announced_at and (
    new.total_minor > old.total_minor or new.due_date < old.due_date or new.parts is distinct from old.parts) then
    new.autopay_announced_at := null;
  end if;
  if new.series_id is null or new.status <> 'pending' or new.is_disputed or new.sent_at is null
    or new.reminders_paused_by is not distinct from 'client'
    -- Not open_minor, which is computed after this trigger.
    or new.total_minor <= new.credit_notes_minor + new.credited_minor + new.received_minor + new.waived_minor then
    return new;
  end if;
  select due.moment, sending.hour, b.time_zone into moment, hour, zone
  from saved_cards c
  join businesses b on b.id = c.business_id
  left join reminder_settings s on s.business_id = c.business_id
  cross join lateral (select coalesce(s.send_hour, platform.default_send_hour()) as hour) sending
  cross join lateral platform.local_moment(new.due_date, sending.hour, b.time_zone) due (moment)
  where c.business_id = new.business_id and c.series_id = new.series_id and c.client_id = new.client_id
    and c.ended_at is null and due.moment > c.consented_at
    and not exists (select from autopay_charges a
      where a.business_id = new.business_id and a.series_id = new.series_id and a.period = new.series_period
        and a.part = platform.part_to_pay(new.parts, new.due_date));
  if found then
    new.autopay_at := greatest(moment, platform.day_after(new.autopay_announced_at, hour, zone));
    if new.autopay_announced_at is null or new.autopay_announced_at < new.autopay_at - interval '7 days' then
      new.autopay_notice_at := platform.local_moment(platform.local_time(new.autopay_at, zone)::date - 3, hour, zone);
    end if;
  end if;
  return new;
end
$$;
-- Its name comes after that of the trigger that sets the due date, and before that of the one that plans reminders.
create or replace trigger plan_autopay
  before insert or update of due_date, parts, status, sent_at, client_id, total_minor, credit_notes_minor, received_minor,
  credited_minor, waived_minor, is_disputed, reminders_paused_at, autopay_at, autopay_announced_at on invoices
  for each row execute function platform.plan_autopay();

-- A card that is saved or ended, or whose client is merged, changes the plans of the open invoices of its series. Of those, the
-- client is told anew. Reminders that were not sent because of the card are not made up for.
create or replace function platform.replan_autopay() returns trigger
language plpgsql as $$
begin
  update invoices i set autopay_announced_at = case when tg_op = 'INSERT' then null else i.autopay_announced_at end,
    autopay_at = null, reminders_since = greatest(i.reminders_since, new.ended_at)
  where i.business_id = new.business_id and i.series_id = new.series_id and i.status = 'pending';
  return null;
end
$$;
create or replace trigger replan_autopay after insert or update of ended_at, client_id on saved_cards
  for each row execute function platform.replan_autopay();
grant execute on function platform.part_to_pay, platform.plan_autopay, platform.replan_autopay to millrace_app;

-- When a business changes its time zone or its sending hour, reminders, late fees, automatic payments, recurring invoices,
-- estimates and the summary of the month keep their days and get other moments.
create or replace function platform.plan_anew() returns trigger
language plpgsql as $$
declare
  business uuid := case tg_table_name when 'businesses' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'business_id' end;
begin
  -- In one order, as everybody does who changes many of them: two that wait for each other would both fail.
  perform from invoices where business_id = business and status = 'pending'
    and (send_reminder or next_late_fee_at is not null)
    order by id for no key update;
  -- What was to come is not lost: should its moment lie behind now, it is due at once.
  update invoices i set reminders_not_before = null,
    reminders_since = least(i.reminders_since, platform.local_moment(i.due_date + i.next_reminder_step,
      coalesce(s.send_hour, platform.default_send_hour()), b.time_zone) - interval '1 microsecond')
  from businesses b left join reminder_settings s on s.business_id = b.id
  where b.id = business and i.business_id = business and i.status = 'pending' and i.send_reminder;
  update invoices i set late_fees_since = least(i.late_fees_since, platform.local_moment(i.next_late_fee_on,
      coalesce(s.send_hour, platform.default_send_hour()), b.time_zone) - interval '1 microsecond')
  from businesses b left join reminder_settings s on s.business_id = b.id
  where b.id = business and i.business_id = business and i.next_late_fee_at is not null;
  update invoices set autopay_at = null where business_id = business and status = 'pending' and autopay_at is not null;
  update recurring_series set next_on = next_on where business_id = business and next_run_at is not null;
  update estimates set valid_until = valid_until where business_id = business and next_run_at is not null;
  update report_settings set summary_day = summary_day where business_id = business and next_summary_at is not null;
  return null;
end
$$;
create or replace trigger plan_anew after update of time_zone on businesses
  for each row when (old.time_zone is distinct from new.time_zone) execute function platform.plan_anew();
create or replace trigger plan_first after insert on reminder_settings
  for each row execute function platform.plan_anew();
create or replace trigger plan_anew after update of send_hour on reminder_settings
  for each row when (old.send_hour is distinct from new.send_hour) execute function platform.plan_anew();
grant execute on function platform.plan_anew to millrace_app;

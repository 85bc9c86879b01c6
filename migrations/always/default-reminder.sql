-- How a business reminds until it has chosen its own series and hour: three days before the due date, at nine. Postgres
-- puts the constants in the place of the calls when it plans a statement.
create or replace function platform.default_series() returns smallint[]
language sql immutable parallel safe
return array[-3]::smallint[];

create or replace function platform.default_send_hour() returns integer
language sql immutable parallel safe
return 9;

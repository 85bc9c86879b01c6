-- Expenses of an amount, the newest first.
create index expenses_amount on expenses (business_id, amount_minor, date desc, id desc);

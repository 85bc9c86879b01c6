import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmptyDatabase, createEmptyDatabase } from '../../../test/support/empty-database.ts'
import { jobsSchema } from '../jobs/install-jobs.ts'
import { applyMigrations, readMigrations, readRules } from './migrate.ts'

/**
 * A version that changes a rule comes with a numbered migration, so that the version before refuses to start and cannot
 * put its own text back. If this test fails because a rule has changed: has the migration named here been released? Then
 * add a numbered migration, which may hold nothing but a comment, and name it here. Then write the new digest.
 */
const released = {
  digest: '47cd17dd92dcc4d3c934e1aa0aeeffddcbe8e05d15d2b8a051e5538c19e239b7',
  cameWith: '0062-last-business.sql',
}

/** What always/ alone makes, or makes in another way than a numbered migration did. Of policies and rights, only those of later tables are different. */
const changedSince = [
  'function platform.business_names_of(uuid)',
  'function platform.convert_minor(bigint,numeric,text,text)',
  'function platform.counted_in(uuid,text,bigint)',
  'function platform.default_send_hour()',
  'function platform.default_series()',
  'function platform.due_minor(invoices,date)',
  'function platform.fix_expense_rate()',
  'function platform.fix_invoice_rate()',
  'function platform.fix_movement_rate()',
  'function platform.follow_invoice_rate()',
  'function platform.follow_merge()',
  'function platform.follow_owner()',
  'function platform.follow_parts()',
  'function platform.follow_plan()',
  'function platform.hold_for_approval()',
  'function platform.is_given_back(text)',
  'function platform.is_taken_back(text)',
  'function platform.keep_owner()',
  'function platform.label_act(jsonb,text[])',
  'function platform.lasting_rate(uuid,text,text,date)',
  'function platform.late_fee_days(date,jsonb,date,integer)',
  'function platform.may_approve(text)',
  'function platform.name_keys(uuid,text)',
  'function platform.next_reminder(invoices)',
  'function platform.note_act()',
  'function platform.note_acts(text,text[],bigint,jsonb[])',
  'function platform.note_business_name()',
  'function platform.note_business_of_member()',
  'function platform.note_changed_act()',
  'function platform.note_changed_dispute()',
  'function platform.note_changed_expense()',
  'function platform.note_changed_invoice()',
  'function platform.note_changed_payment()',
  'function platform.note_changed_refund()',
  'function platform.note_changed_source()',
  'function platform.note_closing()',
  'function platform.note_match()',
  'function platform.note_new_disputes()',
  'function platform.note_new_expenses()',
  'function platform.note_new_invoices()',
  'function platform.note_new_payments()',
  'function platform.note_new_refunds()',
  'function platform.note_new_sources()',
  'function platform.note_of_invoice()',
  'function platform.note_payment()',
  'function platform.note_person()',
  'function platform.note_person_name()',
  'function platform.note_removed_expenses()',
  'function platform.note_removed_invoices()',
  'function platform.note_removed_matches()',
  'function platform.note_removed_sources()',
  'function platform.note_return()',
  'function platform.note_step()',
  'function platform.open_late_fees(invoices)',
  'function platform.open_parts(jsonb,bigint,bigint)',
  'function platform.open_reminders(invoices)',
  'function platform.owed_parts(date,bigint,jsonb,bigint,bigint)',
  'function platform.page_of_checkout()',
  'function platform.part_to_pay(jsonb,date)',
  'function platform.pass_client()',
  'function platform.plan_anew()',
  'function platform.plan_autopay()',
  'function platform.plan_estimate()',
  'function platform.plan_late_fee()',
  'function platform.plan_series()',
  'function platform.plan_summary()',
  'function platform.rate_on(uuid,text,text,date)',
  'function platform.release_match(uuid,uuid,text[])',
  'function platform.release_receipt()',
  'function platform.release_undone_payment()',
  'function platform.remove_match()',
  'function platform.remove_transfer()',
  'function platform.replan_autopay()',
  'function platform.search_estimate_numbers(text,integer)',
  'function platform.search_estimates(text,integer)',
  'function platform.search_invoice_numbers(text,integer)',
  'function platform.search_invoices(text,integer)',
  'function platform.search_keys(bigint,text,integer)',
  'function platform.search_month_of_transactions(uuid,date,bigint[],bigint[],text,uuid,text,boolean,date,date,date,uuid,boolean,integer)',
  'function platform.search_own_fields(text,integer)',
  'function platform.search_transactions(text,uuid,text,date,boolean,date,uuid,boolean,integer)',
  'function platform.summary_moment(date,integer,text)',
  'function platform.take_client()',
  'function platform.tell_row()',
  'function platform.text_keys(text)',
  'function platform.transaction_keys(uuid,date,text,uuid,text,boolean)',
  'policy search on estimates',
  'rights on estimates',
  'rights on invoices',
  'trigger a_follow_merge on estimates',
  'trigger a_follow_merge on expenses',
  'trigger a_follow_merge on invoices',
  'trigger a_follow_merge on mails',
  'trigger a_follow_merge on saved_cards',
  'trigger a_follow_merge on time_entries',
  'trigger activity_accepted on transaction_matches',
  'trigger activity_attached on attachments',
  'trigger activity_changed on bank_connections',
  'trigger activity_changed on bank_imports',
  'trigger activity_changed on businesses',
  'trigger activity_changed on categories',
  'trigger activity_changed on category_rules',
  'trigger activity_changed on clients',
  'trigger activity_changed on data_imports',
  'trigger activity_changed on estimates',
  'trigger activity_changed on exchange_rates',
  'trigger activity_changed on expenses',
  'trigger activity_changed on integrations',
  'trigger activity_changed on invitations',
  'trigger activity_changed on invoice_templates',
  'trigger activity_changed on invoices',
  'trigger activity_changed on items',
  'trigger activity_changed on members',
  'trigger activity_changed on numbering',
  'trigger activity_changed on own_fields',
  'trigger activity_changed on payments',
  'trigger activity_changed on receipt_settings',
  'trigger activity_changed on receipts',
  'trigger activity_changed on recurring_expenses',
  'trigger activity_changed on recurring_series',
  'trigger activity_changed on reminder_settings',
  'trigger activity_changed on reminder_steps',
  'trigger activity_changed on tax_rates',
  'trigger activity_changed on time_entries',
  'trigger activity_changed on transactions',
  'trigger activity_new on bank_connections',
  'trigger activity_new on categories',
  'trigger activity_new on category_rules',
  'trigger activity_new on clients',
  'trigger activity_new on credit_notes',
  'trigger activity_new on estimates',
  'trigger activity_new on exchange_rates',
  'trigger activity_new on expenses',
  'trigger activity_new on integrations',
  'trigger activity_new on invitations',
  'trigger activity_new on invoice_templates',
  'trigger activity_new on invoices',
  'trigger activity_new on items',
  'trigger activity_new on numbering',
  'trigger activity_new on own_fields',
  'trigger activity_new on payments',
  'trigger activity_new on period_changes',
  'trigger activity_new on receipt_settings',
  'trigger activity_new on receipts',
  'trigger activity_new on recurring_expenses',
  'trigger activity_new on recurring_series',
  'trigger activity_new on refunds',
  'trigger activity_new on reminder_settings',
  'trigger activity_new on reminder_steps',
  'trigger activity_new on tax_rates',
  'trigger activity_new on time_entries',
  'trigger activity_new on transactions',
  'trigger activity_removed on attachments',
  'trigger activity_removed on bank_connections',
  'trigger activity_removed on categories',
  'trigger activity_removed on category_rules',
  'trigger activity_removed on clients',
  'trigger activity_removed on credit_notes',
  'trigger activity_removed on estimates',
  'trigger activity_removed on exchange_rates',
  'trigger activity_removed on expenses',
  'trigger activity_removed on invitations',
  'trigger activity_removed on invoice_templates',
  'trigger activity_removed on invoices',
  'trigger activity_removed on items',
  'trigger activity_removed on members',
  'trigger activity_removed on receipts',
  'trigger activity_removed on recurring_expenses',
  'trigger activity_removed on recurring_series',
  'trigger activity_removed on reminder_steps',
  'trigger activity_removed on tax_rates',
  'trigger activity_removed on time_entries',
  'trigger activity_removed on transactions',
  'trigger activity_undone on transaction_matches',
  'trigger date_dispute on disputes',
  'trigger date_refund on refunds',
  'trigger fix_rate on disputes',
  'trigger fix_rate on expenses',
  'trigger fix_rate on invoices',
  'trigger fix_rate on payments',
  'trigger fix_rate on refunds',
  'trigger follow_owner on members',
  'trigger follow_parts on invoices',
  'trigger follow_plan on businesses',
  'trigger follow_rate on invoices',
  'trigger follow_role on members',
  'trigger follow_seat on members',
  'trigger hold_for_approval on invoices',
  'trigger journal_changed on disputes',
  'trigger journal_changed on expenses',
  'trigger journal_changed on invoices',
  'trigger journal_changed on late_fees',
  'trigger journal_changed on payments',
  'trigger journal_changed on refunds',
  'trigger journal_changed on transaction_matches',
  'trigger journal_changed on transactions',
  'trigger journal_closing on report_settings',
  'trigger journal_new on credit_notes',
  'trigger journal_new on expenses',
  'trigger journal_new on invoices',
  'trigger journal_new on payments',
  'trigger journal_new on transactions',
  'trigger journal_removed on expenses',
  'trigger journal_removed on invoices',
  'trigger journal_removed on transaction_matches',
  'trigger journal_removed on transactions',
  'trigger keep_owner on members',
  'trigger note_business_role on members',
  'trigger note_changed on disputes',
  'trigger note_changed on expenses',
  'trigger note_changed on invoices',
  'trigger note_changed on payments',
  'trigger note_changed on refunds',
  'trigger note_person on members',
  'trigger note_person_name on auth.users',
  'trigger page_of_checkout on checkouts',
  'trigger pass_client on invoices',
  'trigger plan_autopay on invoices',
  'trigger plan_estimate on estimates',
  'trigger plan_late_fee on invoices',
  'trigger plan_reminder on invoices',
  'trigger plan_summary on report_settings',
  'trigger release_match on payments',
  'trigger release_match on receipts',
  'trigger remove_match on expenses',
  'trigger remove_match on receipts',
  'trigger remove_transfer on transactions',
  'trigger replan_autopay on saved_cards',
  'trigger take_client on invoice_events',
  'trigger take_client on payments',
  'trigger tell_approval on invoices',
  'trigger tell_changed on bank_imports',
  'trigger tell_changed on client_proposals',
  'trigger tell_changed on comments',
  'trigger tell_changed on estimates',
  'trigger tell_changed on late_fees',
  'trigger tell_changed on mentions',
  'trigger tell_changed on portal_messages',
  'trigger tell_changed on receipts',
  'trigger tell_changed on transaction_matches',
  'trigger tell_gone on comments',
  'trigger tell_gone on estimates',
  'trigger tell_gone on receipts',
  'trigger tell_gone on transaction_matches',
  'trigger tell_new on client_proposals',
  'trigger tell_new on comments',
  'trigger tell_new on estimates',
  'trigger tell_new on late_fees',
  'trigger tell_new on portal_messages',
  'trigger tell_new on receipts',
  'trigger tell_new on transaction_matches',
  'trigger tell_session on members',
]

const migrations = await readMigrations()
const rules = await readRules()
let database: EmptyDatabase
let client: pg.Client
let before: Catalog

beforeAll(async () => {
  database = await createEmptyDatabase()
  client = database.client
  await applyMigrations(client, migrations)
  before = await readCatalog()
  await applyMigrations(client, migrations, { rules })
})
afterAll(() => database.drop())

type Catalog = Record<string, string>

const isOurs = (schema: string) =>
  `${schema}::regnamespace::text !~ '^(pg_|information_schema$|${jobsSchema}$)'`
const sorted = (acl: string) => `(select string_agg(a::text, ' ' order by a::text) from unnest(${acl}) a)`
const isOfExtension = `exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
const ourFunctions = `pg_proc p where ${isOurs('p.pronamespace')} and not ${isOfExtension}`
const ourTriggers = `pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and ${isOurs('c.relnamespace')}`

/** Every function, trigger, policy and right, as Postgres words it. */
async function readCatalog(): Promise<Catalog> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select 'function ' || p.oid::regprocedure as name,
       concat_ws(' ', pg_get_functiondef(p.oid), p.proowner::regrole, ${sorted('p.proacl')}) as definition
     from ${ourFunctions}
     union all
     select format('trigger %s on %s', t.tgname, c.oid::regclass), concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
     from ${ourTriggers}
     union all
     select format('policy %s on %s', policyname, tablename), to_jsonb(p)::text from pg_policies p
     union all
     select 'rights on ' || c.oid::regclass, concat_ws(' ', c.relowner::regrole, ${sorted('c.relacl')}, (
       select string_agg(a.attname || ' ' || ${sorted('a.attacl')}, ', ' order by a.attname) from pg_attribute a
       where a.attrelid = c.oid and a.attacl is not null))
     from pg_class c where ${isOurs('c.relnamespace')} and c.relname <> 'repeatable'
     union all
     select 'rights on the schema ' || nspname, ${sorted('nspacl')} from pg_namespace where ${isOurs('oid')}`,
  )
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]))
}

test('apart from what has changed since, always/ makes what the numbered migrations made', async () => {
  expect(Object.keys(before).filter((name) => name.startsWith('function')).length).toBeGreaterThan(40)
  const after = await readCatalog()
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const different = [...names].filter((name) => before[name] !== after[name])
  expect(different.toSorted()).toEqual(changedSince)
})

test('a rule that is applied again changes nothing', async () => {
  const once = await readCatalog()
  await client.query('delete from migrations.repeatable')
  expect(await applyMigrations(client, migrations, { rules })).toEqual(rules.map(({ name }) => name))
  expect(await readCatalog()).toEqual(once)
})

test('every function and every trigger is made by exactly one file of always/', async () => {
  const makers = new Map<string, string[]>()
  const { rows: all } = await client.query<{ name: string }>(
    `select 'function ' || p.oid::regprocedure as name from ${ourFunctions}
     union all select format('trigger %s on %s', t.tgname, c.oid::regclass) from ${ourTriggers}`,
  )
  for (const { name } of all) makers.set(name, [])
  for (const rule of rules) {
    await client.query('begin')
    await client.query(rule.sql)
    const { rows } = await client.query<{ name: string }>(
      `select 'function ' || p.oid::regprocedure as name from ${ourFunctions} and p.xmin = pg_current_xact_id()::xid
       union all
       select format('trigger %s on %s', t.tgname, c.oid::regclass) from ${ourTriggers}
         and t.xmin = pg_current_xact_id()::xid`,
    )
    await client.query('rollback')
    expect([rule.name, rows]).not.toEqual([rule.name, []])
    for (const { name } of rows) makers.set(name, [...(makers.get(name) ?? []), rule.name])
  }
  expect([...makers].filter(([, files]) => files.length !== 1)).toEqual([])
})

test('a changed rule comes with a numbered migration', () => {
  const digest = createHash('sha256')
  for (const { name, checksum } of rules) digest.update(`${name} ${checksum}\n`)
  expect(migrations.map(({ name }) => name)).toContain(released.cameWith)
  expect(digest.digest('hex')).toBe(released.digest)
})

test('a later migration that drops what a rule has made deletes the record of that rule', () => {
  const drops = /\bdrop\s+(trigger|function|procedure|policy)\b|\bdrop\b[^;]*\bcascade\b/i
  const later = migrations.filter(({ name }) => name >= '0020')
  const forgetful = later.filter(({ sql }) => drops.test(sql) && !sql.includes('migrations.repeatable'))
  expect(forgetful.map(({ name }) => name)).toEqual([])
})

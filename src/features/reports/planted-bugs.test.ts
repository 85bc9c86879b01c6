import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveOn } from '../../../test/support/reports/live.ts'
import { allQuestions, compareReports } from '../../../test/support/reports/look.ts'
import { findImbalance } from '../../../test/support/reports/trial-balance.ts'
import { type ReportWorld, openReportWorld } from '../../../test/support/reports/world.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { updateJournal } from '../journal/update-journal.ts'
import { reopenPeriod } from '../periods/contract.ts'

// The reckoning of reports is worth something only if it notices what is wrong.

let app: TestApp
let world: ReportWorld
const clock = { now: new Date() }
beforeAll(async () => {
  app = await createTestApp({ now: () => clock.now })
  world = await openReportWorld(app, clock, 5)
  for (let round = 0; round < 4; round += 1) {
    await liveOn(world, 40)
    await world.ask(reopenPeriod, { body: { from: '2000-01-01', note: '' } })
    world.frozen = null
  }
  Object.assign(world, { countsBank: true })
  await world.run('update report_settings set counts_bank = true where business_id = $1', [world.businessId])
})
afterAll(() => app.close())

const compare = () => compareReports(world, { opened: 0, questions: allQuestions(world) })

/** Makes the whole journal again. */
async function startOver(): Promise<void> {
  await world.run('delete from journal where business_id = $1', [world.businessId])
  await world.run('delete from journal_totals where business_id = $1', [world.businessId])
  await world.run(`insert into journal_changes (business_id, source) values ($1, 'everything')`, [
    world.businessId,
  ])
  while ((await updateJournal(app.deps, world.businessId)) > 0);
}

/** One posting of the days that the reports are about. */
const posting = (where: string) =>
  `(select id from journal j where business_id = $1 and day between $2 and $3 and ${where} order by id limit 1)`

const strays: Record<string, string> = {
  'an amount that is one more': `update journal set minor = minor + 1, home_minor = home_minor + 1 where id = ${posting(`account = 'money' and basis = 'cash' and source = 'invoice'`)}`,
  'tax that was rounded on each line': `update journal set minor = minor - 1, home_minor = home_minor - 1 where id = ${posting(`account = 'tax:collected' and minor <> 0`)}`,
  'another basis': `update journal set basis = 'accrual' where id = ${posting(`account = 'money' and basis = 'cash'`)}`,
  'a day of another time zone': `update journal set day = day + 1 where id in (
    select id from journal j where business_id = $1 and day between $2 and $3 and account = 'money' and basis <> 'accrual'
      and extract(month from day) <> extract(month from day + 1))`,
  'no client': `update journal set client_id = null where id = ${posting(`account = 'income:sales' and basis <> 'cash' and client_id is not null and minor <> 0`)}`,
  'another item': `update journal set item = 'Something else' where id = ${posting(`account = 'income:sales' and item <> '' and minor <> 0`)}`,
  'another merchant': `update journal set item = 'Somewhere else' where id = ${posting(`account like 'expense:%' and minor <> 0`)}`,
  'another method': `update journal set method = 'demo' where id = ${posting(`account = 'money' and method <> '' and basis <> 'accrual'`)}`,
  'a tax at another rate': `update journal set tax_rate = tax_rate + 1 where id = ${posting('tax_rate > 0 and minor <> 0')}`,
  'a tax on something else': `update journal set base_minor = base_minor + 1, base_home_minor = base_home_minor + 1 where id = ${posting('base_minor <> 0')}`,
  'a posting twice': `insert into journal (business_id, source, source_id, entry, day, basis, account, currency, minor, home_minor, method)
    select business_id, source, source_id, entry, day, basis, account, currency, minor, home_minor, method from journal
    where id = ${posting(`account = 'money' and basis <> 'accrual' and entry = 'payment'`)}`,
  'a posting that is missing': `delete from journal where id = ${posting(`account = 'money' and basis = 'cash' and source = 'invoice'`)}`,
  'a kept sum that is one more': `update journal_totals set minor = minor + 1 where business_id = $1 and ctid = (
    select ctid from journal_totals where business_id = $1 and span = 'month' and account like 'expense:%'
      and starts_on between $2::date + 31 and $3::date - 31 limit 1)`,
}

test('whatever is wrong in a journal is noticed', async () => {
  expect(await compare()).toEqual([])
  const [{ from = '', to = '' } = {}] = allQuestions(world)
  for (const [name, text] of Object.entries(strays)) {
    const { rowCount } = await world.run(text, [world.businessId, from, to])
    expect(rowCount, name).toBeGreaterThan(0)
    expect(await compare(), name).not.toEqual([])
    await startOver()
  }
  expect(await compare()).toEqual([])
  expect(await findImbalance(world)).toEqual([])
})

/** What a wrong rule of the database does: what changes afterwards is not counted, or is counted wrongly. */
const wrongRules = [
  {
    name: 'a change that is not noted',
    break: 'alter table expenses disable trigger journal_changed',
    mend: 'alter table expenses enable trigger journal_changed',
    change: `update expenses set amount_minor = amount_minor + 100 where business_id = $1`,
  },
  {
    name: 'a removal that is not noted',
    break: 'alter table expenses disable trigger journal_removed',
    mend: 'alter table expenses enable trigger journal_removed',
    change: `delete from expenses where business_id = $1 and amount_minor > 0`,
  },
  {
    name: 'a refund that failed and counts',
    break: `create or replace function platform.is_given_back(state text) returns boolean
      language sql immutable parallel safe return state <> 'requested'`,
    mend: `create or replace function platform.is_given_back(state text) returns boolean
      language sql immutable parallel safe return state in ('pending', 'succeeded')`,
    change: `update refunds set state = 'failed' where business_id = $1`,
  },
]

test('rules of the database that are wrong are noticed', async () => {
  const owner = new pg.Client({ connectionString: app.url })
  await owner.connect()
  try {
    for (const rule of wrongRules) {
      expect(await compare(), rule.name).toEqual([])
      await owner.query(rule.break)
      const { rowCount } = await world.run(rule.change, [world.businessId])
      expect(rowCount, rule.name).toBeGreaterThan(0)
      expect(await compare(), rule.name).not.toEqual([])
      await owner.query(rule.mend)
      await startOver()
    }
    expect(await compare()).toEqual([])
  } finally {
    await owner.end()
  }
})

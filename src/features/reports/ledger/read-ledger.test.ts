import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveOn } from '../../../../test/support/figures/acts.ts'
import { type FigureWorld, openFigureWorld } from '../../../../test/support/figures/world.ts'
import { addAccountRow, addTransactionRows } from '../../../../test/support/fixtures/transaction-rows.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { updateJournal } from '../../journal/update-journal.ts'
import { type LedgerEntry, ledgerEntries } from '../formats/ledger-entries.ts'
import { type LedgerLine, type LedgerQuery, readLedgerLines, readTrialBalance } from './read-ledger.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function read(world: FigureWorld, query: Omit<LedgerQuery, 'businessId'>) {
  const asked = { businessId: world.businessId, ...query }
  return withTenant(app.database, world.businessId, async (tx) => {
    const lines: LedgerLine[] = []
    for await (const page of readLedgerLines(tx, asked)) lines.push(...page)
    const entries: LedgerEntry[] = []
    for await (const entry of ledgerEntries(readLedgerLines(tx, asked))) entries.push(entry)
    return { lines, entries, trial: await readTrialBalance(tx, asked) }
  })
}

const whole = { from: '2000-01-01', to: '2099-12-31' }

test('debits and credits come to the same, on either basis, in each entry and also with corrections', async () => {
  const worlds = [31, 32, 33].map((seed) => openFigureWorld(app, seed))
  for (const world of await Promise.all(worlds)) {
    await liveOn(world, 25)
    await updateJournal(app, world.businessId)
    const { rows } = await world.run(
      `select (percentile_disc(0.5) within group (order by day))::text as day from journal where business_id = $1`,
      [world.businessId],
    )
    await world.run('insert into report_settings (business_id, closed_through) values ($1, $2)', [
      world.businessId,
      rows[0].day,
    ])
    await updateJournal(app, world.businessId)
    await liveOn(world, 25)
    await updateJournal(app, world.businessId)
    for (const basis of ['accrual', 'cash'] as const) {
      for (const range of [whole, { from: whole.from, to: rows[0].day }]) {
        const { lines, entries, trial } = await read(world, { range, basis, countsBank: true })
        expect(lines.length).toBeGreaterThan(0)
        expect(trial.debitMinor).toBe(trial.creditMinor)
        for (const entry of entries) expect(sum(entry.lines.map(({ homeMinor }) => homeMinor))).toBe(0)
        const homes = lines.flatMap(({ homeMinor }) => homeMinor ?? [])
        expect(sum(homes.filter((minor) => minor > 0))).toBe(trial.debitMinor)
        const unrated = lines.filter(({ homeMinor }) => homeMinor === null)
        expect(sum(trial.withoutRate.map(({ count }) => count))).toBe(unrated.length)
        expect(sum(unrated.map(({ minor }) => minor))).toBe(0)
      }
    }
  }
})

test('bank transactions that belong to nothing count only if the owner wants it', async () => {
  const world = await openFigureWorld(app, 34)
  await liveOn(world, 40)
  await updateJournal(app, world.businessId)
  const { rows } = await world.run(
    `select count(*)::int as count from journal where business_id = $1 and source = 'transaction'`,
    [world.businessId],
  )
  const query = { range: whole, basis: 'cash' } as const
  const [all, without] = [
    await read(world, { ...query, countsBank: true }),
    await read(world, { ...query, countsBank: false }),
  ]
  expect(all.lines.length - without.lines.length).toBe(rows[0].count)
})

test('payments that are tests and the demo bank are named in each line, and what they come to is known', async () => {
  const world = await openFigureWorld(app, 35)
  await world.run(`update businesses set currency = 'USD' where id = $1`, [world.businessId])
  const [tested, mixed] = await world.books.addInvoices([{}, {}])
  const card = { method: 'card', receivedOn: '2026-11-10' } as const
  const [payment] = await world.books.addPayments([
    { ...card, invoiceId: tested!.id, isTest: true },
    { ...card, invoiceId: mixed!.id, isTest: true, amountMinor: 4000 },
    { ...card, invoiceId: mixed!.id, amountMinor: 6000 },
  ])
  await world.books.addRefunds([{ paymentId: payment!.id, amountMinor: 2500 }])
  const accountId = await addAccountRow(app.database, world.businessId)
  await addTransactionRows(app.database, world.businessId, [
    { accountId, amountMinor: 3000, merchant: 'Corner Cafe' },
  ])
  await updateJournal(app, world.businessId)
  for (const basis of ['accrual', 'cash'] as const) {
    const { lines, trial } = await read(world, { range: whole, basis, countsBank: true })
    const textsOf = (id: string) =>
      lines
        .filter(({ sourceId }) => sourceId === id)
        .map((line) => line.description.split(' ').slice(0, 3).join(' '))
    // The line of what is owed says it as well as that of money.
    expect(textsOf(tested!.id).filter((text) => text === 'Test payment for')).toHaveLength(2)
    expect(textsOf(tested!.id).filter((text) => text === 'Test refund for').length).toBeGreaterThan(1)
    expect(textsOf(tested!.id)).not.toContain('Payment for invoice')
    // Money moved in this one, too.
    expect(textsOf(mixed!.id)).toContain('Payment for invoice')
    const demo = lines.filter(({ description }) => description.startsWith('Demo transaction: Corner Cafe'))
    expect(demo).toHaveLength(2)
    const money = lines.filter(
      ({ account, description }) => account === 'money' && /^(Test|Demo) /.test(description),
    )
    expect(trial.testMinor).toBe(sum(money.map(({ minor }) => minor)))
    const own = await read(world, {
      range: { from: '2026-01-01', to: '2026-01-31' },
      basis,
      countsBank: true,
    })
    expect(own.trial.testMinor).toBeNull()
  }
})

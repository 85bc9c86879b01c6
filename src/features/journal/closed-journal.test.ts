import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReports } from '../../../test/support/fixtures/reports.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
})
afterAll(() => app.close())

type Reports = Awaited<ReturnType<typeof openReports>>

const rentBy = async (reports: Reports) => {
  const { figures } = await reports.read('expenses-by-category', { period: 'this-quarter', by: 'month' })
  return figures['Rent']?.slice(0, 3)
}

async function openBooks() {
  const reports = await openReports(app)
  const { id } = await reports.spend({ amountMinor: 10_000, category: 'Rent', date: '2026-10-05' })
  return { reports, id }
}

test('what changes in a closed period counts on the first open day, and goes back when it is reopened', async () => {
  const { reports, id } = await openBooks()
  expect(await rentBy(reports)).toEqual([10_000, 0, 0])
  await reports.close('2026-10-31')
  await reports.run('update expenses set amount_minor = 12500 where id = $1', [id])
  expect(await rentBy(reports)).toEqual([10_000, 2500, 0])
  const { entries, minor } = await reports.entries('expenses-by-category', 'expense:Rent', '2026-11-01', {
    period: 'this-quarter',
    by: 'month',
  })
  expect(minor).toBe(2500)
  expect(entries).toMatchObject([{ date: '2026-11-01', actualDate: '2026-10-05', minor: 2500 }])
  const november = await reports.read('expenses-by-category', { period: 'this-month' })
  expect(november.notes.join()).toContain('Some amounts have an earlier date')
  await reports.reopen('2026-10-01')
  expect(await rentBy(reports)).toEqual([12_500, 0, 0])
})

test('what is removed from a closed period is taken back on the first open day', async () => {
  const { reports, id } = await openBooks()
  expect(await rentBy(reports)).toEqual([10_000, 0, 0])
  await reports.close('2026-10-31')
  await reports.run('delete from expenses where id = $1', [id])
  expect(await rentBy(reports)).toEqual([10_000, -10_000, 0])
})

test('what was noted before the closing is in the closed period, even if the journal had not taken it yet', async () => {
  const { reports } = await openBooks()
  await reports.close('2026-10-31')
  expect(await rentBy(reports)).toEqual([10_000, 0, 0])
})

test('a second closing freezes the corrections of the first', async () => {
  const { reports, id } = await openBooks()
  await reports.read('profit-and-loss')
  await reports.close('2026-09-30')
  await reports.close('2026-10-31')
  await reports.run('update expenses set amount_minor = 12500 where id = $1', [id])
  expect(await rentBy(reports)).toEqual([10_000, 2500, 0])
  await reports.close('2026-11-10')
  await reports.run('update expenses set amount_minor = 12000 where id = $1', [id])
  expect(await rentBy(reports)).toEqual([10_000, 2000, 0])
})

test('what was changed but not taken yet when the period is reopened is counted on its date', async () => {
  const { reports, id } = await openBooks()
  await reports.close('2026-10-31')
  expect(await rentBy(reports)).toEqual([10_000, 0, 0])
  await reports.run('update expenses set amount_minor = 12500 where id = $1', [id])
  await reports.reopen('2026-10-01')
  expect(await rentBy(reports)).toEqual([12_500, 0, 0])
})

test('what moved within a closed period is on its new day once that is reopened', async () => {
  const { reports, id } = await openBooks()
  await reports.spend({ amountMinor: 100, category: 'Software', date: '2026-09-01' })
  await reports.close('2026-11-10')
  expect(await rentBy(reports)).toEqual([10_000, 0, 0])
  await reports.run(`update expenses set date = '2026-11-02' where id = $1`, [id])
  expect(await rentBy(reports)).toEqual([10_000, 0, 0])
  await reports.reopen('2026-10-01')
  expect(await rentBy(reports)).toEqual([0, 10_000, 0])
})

test('what is closed again right after it was reopened has what was changed meanwhile on its date', async () => {
  const { reports, id } = await openBooks()
  await reports.close('2026-10-31')
  expect(await rentBy(reports)).toEqual([10_000, 0, 0])
  await reports.run('update expenses set amount_minor = 12500 where id = $1', [id])
  await reports.reopen('2026-10-01')
  await reports.close('2026-10-20')
  expect(await rentBy(reports)).toEqual([12_500, 0, 0])
})

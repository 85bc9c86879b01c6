import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CreditOwner, signUpToCredit } from '../../../../test/support/fixtures/credit-notes.ts'
import { expenseInput } from '../../../../test/support/fixtures/expenses.ts'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { receipts } from '../../../platform/db/tables/receipts.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { keepFile } from '../../../platform/files/stored-files.ts'
import { formatMoney } from '../../../shared/money.ts'
import { createExpense } from '../../expenses/contract.ts'
import { getReport } from '../contract.ts'
import { createPackage, deletePackage, getPackageFile, listPackages } from './contract.ts'
import { makePackage } from './make-package.ts'
import { deletePackage as removePackage } from './package-changes.ts'
import { createPartWriter } from './package-parts.ts'
import { partBytes } from './rules.ts'
import { tend } from './tend-packages.ts'

let app: TestApp
let owner: CreditOwner
let first: Awaited<ReturnType<CreditOwner['make']>>
let clock = new Date('2026-11-18T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = new Date('2026-11-18T12:00:00Z')
  owner = await signUpToCredit(app)
  await setPlan(app, owner.businessId, 'pro')
  const shown = { issueDate: '2026-10-05', dueDate: '2026-11-04', sendOption: 'do_not_send' } as const
  first = await owner.make(shown)
  await owner.pay(first, 5000)
  await owner.credit(await owner.make(shown))
  // A draft is not in the books.
  await owner.make({ ...shown, sendOption: 'email_later' })
  await spend('Rent')
  await addReceipt((await spend('Travel')).id, '=lunch.pdf')
})

async function spend(category: 'Rent' | 'Travel') {
  const body = expenseInput({ category, amountMinor: 30_000, date: '2026-11-01' })
  return answerOf(createExpense, await app.send(createExpense, { body }, { cookie: owner.cookie }))
}

async function addReceipt(expenseId: string, fileName: string) {
  const { businessId } = owner
  const file = {
    businessId,
    contentType: 'application/pdf',
    bytes: Buffer.from('%PDF-lunch'),
    onceBy: 'none',
  }
  await keepFile(app.deps, file, async ({ db }, originalId) => {
    await db
      .insert(receipts)
      .values({ businessId, source: 'upload', fileName, originalId, expenseId, state: 'read' })
  })
}

const days = { from: '2020-01-01', to: '2030-12-31' } as const
const request = (more: object = {}) =>
  app.send(
    createPackage,
    { body: { ...days, basis: 'accrual', requestId: randomUUID(), ...more } },
    { cookie: owner.cookie },
  )
const start = async (more: object = {}) => {
  clock = new Date(clock.getTime() + 1000)
  return (await answerOf(createPackage, await request(more))).id
}
const list = async () =>
  (await answerOf(listPackages, await app.send(listPackages, {}, { cookie: owner.cookie }))).packages
const download = (id: string) => app.send(getPackageFile, { params: { id } }, { cookie: owner.cookie })
const make = (packageId: string, isLastTry = false, deps = app.deps) =>
  makePackage(deps, { businessId: owner.businessId, packageId }, { isLastTry })
const keyOf = (id: string) => ({ businessId: owner.businessId, id })

const query = async (text: string) =>
  (await withTenant(app.database, owner.businessId, ({ client }) => client.query(text))).rows
/** The files of packages that are stored, as rows and in the store. */
async function partsStored() {
  const rows = await query(`select id from stored_files where content_type = 'application/octet-stream'`)
  const stored: string[] = []
  for await (const file of app.deps.files.list())
    if (file.businessId === owner.businessId) stored.push(file.id)
  const known = new Set((await query('select id from stored_files')).map(({ id }) => id))
  return { rows: rows.map(({ id }) => id), withoutRow: stored.filter((id) => !known.has(id)) }
}

test('a package has the reports, the ledger, its forms and the documents, with the figures of the screen', async () => {
  for (const basis of ['accrual', 'cash'] as const) {
    const id = await start({ basis })
    expect(await list()).toMatchObject([{ id, state: 'waiting' }, ...(basis === 'cash' ? [{}] : [])])
    await make(id)
    const [made] = await list()
    expect(made).toMatchObject({ id, basis, state: 'ready', problem: null, ...days })
    expect(made?.done).toBe(made?.total)
    const response = await download(id)
    expect(response.headers.get('content-disposition')).toContain(
      'for-accountant-2020-01-01-to-2030-12-31.zip',
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(bytes.length).toBe(made?.byteCount)
    const files = unzipSync(bytes)
    const names = Object.keys(files)
    const text = (name: string) => new TextDecoder().decode(files[name])
    expect(names).toEqual(
      expect.arrayContaining([
        'README.txt',
        'ledger/general-ledger.csv',
        'ledger/general-ledger.xlsx',
        'quickbooks/journal.iif',
        'quickbooks/journal-1.csv',
        'xero/manual-journals-1.csv',
      ]),
    )
    const reports = names.filter((name) => name.startsWith('reports/'))
    expect(reports.filter((name) => name.endsWith('.pdf')).length).toBe(reports.length / 2)
    // The invoices that a client has seen, as PDF.
    const invoices = names.filter((name) => name.startsWith('invoices/'))
    expect(invoices.length).toBeGreaterThan(0)
    for (const name of invoices) expect(text(name).startsWith('%PDF')).toBe(true)
    expect(names.filter((name) => name.startsWith('credit-notes/'))).toHaveLength(1)
    expect(invoices).toHaveLength(2)
    expect(names).toContain('receipts/2026-11-01 =lunch.pdf')
    expect(text('receipts/2026-11-01 =lunch.pdf')).toBe('%PDF-lunch')
    const statements = names.filter((name) => name.startsWith('statements/'))
    expect(statements).toEqual([`statements/${first.client.name} ${first.currency}.pdf`])
    const statement = await readPdf(Buffer.from(files[statements[0] ?? '']!))
    expect(statement.text).toContain(`Invoice ${first.number} `)
    // Nothing is owed on a day that is still to come.
    expect(statement.title).toBe('Statement Jan 1, 2020 – Nov 18, 2026')

    const screen = await answerOf(
      getReport,
      await app.send(
        getReport,
        { params: { name: 'profit-and-loss' }, query: { period: 'days', ...days, basis, compare: 'none' } },
        { cookie: owner.cookie },
      ),
    )
    if (screen.state !== 'ready') throw new Error('the report is not ready')
    const { rows, currency, locale } = screen.report
    const readme = text('README.txt')
    expect(readme).toMatch(/^Made on Nov 18, 2026 at 1:00 PM GMT\+1 with /m)
    expect(readme).toContain('TRIAL BALANCE OF THE PERIOD\r\n\r\nIt has each amount of the period')
    expect(readme).toMatch(/^invoices {9}2 that were issued in this period\. Drafts are left out\.\r$/m)
    expect(readme).toMatch(/^credit-notes {5}1 that was issued in this period\.\r$/m)
    expect(readme).not.toContain('Test payments')
    const shown = rows.filter(({ kind }) => kind !== 'heading')
    expect(shown.length).toBeGreaterThan(0)
    for (const { label, cells } of shown) {
      const amount = formatMoney(Number(cells[0]), { currency, locale })
      const line = readme.split('\r\n').find((one) => one.trim().startsWith(`${label} `))
      expect(line?.endsWith(` ${amount}`)).toBe(true)
    }
    // The trial balance and the ledger come to the same.
    const ledger = parse(text('ledger/general-ledger.csv'), { bom: true, columns: true }) as Record<
      string,
      string
    >[]
    const minorOf = (column: string) =>
      ledger.reduce(
        (sum, row) => sum + Number((row[`${column} (${currency})`] ?? '').replace('.', '') || '0'),
        0,
      )
    expect(minorOf('Debit')).toBe(minorOf('Credit'))
    const total = formatMoney(minorOf('Debit'), { currency, locale })
    const sums = readme.split('\r\n').find((one) => one.startsWith('Total  '))
    expect(sums?.split(/ {2,}/)).toEqual(['Total', total, total])
    expect(await partsStored()).toMatchObject({ withoutRow: [] })
  }
})

test('there is one at a time, and a repeated request returns the same package', async () => {
  const requestId = randomUUID()
  const id = await start({ requestId })
  expect(await start({ requestId })).toBe(id)
  const refused = await problemOf(await request())
  expect(refused).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('already being made'),
  })
  expect((await problemOf(await download(id))).code).toBe('UNAVAILABLE')
  await make(id)
  expect(await start()).not.toBe(id)
  const wrong = await problemOf(await request({ from: '2026-02-01', to: '2026-01-01' }))
  expect(wrong.fields).toHaveProperty('to')
})

test('a run that was killed leaves nothing behind, and the next one starts over', async () => {
  const id = await start()
  const { rows } = await partsStored()
  const writer = createPartWriter(app.deps, keyOf(id))
  await writer.write(new Uint8Array(partBytes + 1))
  expect((await partsStored()).rows).toHaveLength(rows.length + 1)
  await make(id)
  expect(await list()).toMatchObject([{ id, state: 'ready' }])
  const parts = await query(`select unnest(parts) as id from report_packages`)
  const stored = (await partsStored()).rows.filter((one) => !rows.includes(one))
  expect(stored).toEqual(parts.map((part) => part.id))
  // A second run of the same job changes nothing.
  await make(id)
  expect((await download(id)).status).toBe(200)
})

test('a store that fails is tried again, and the last try says so', async () => {
  const id = await start()
  const before = await partsStored()
  const files = { ...app.deps.files, put: () => Promise.reject(new Error('the store is away')) }
  await expect(make(id, false, { ...app.deps, files })).rejects.toThrow('the store is away')
  expect(await list()).toMatchObject([{ state: 'running' }])
  await expect(make(id, true, { ...app.deps, files })).rejects.toThrow('the store is away')
  expect(await list()).toMatchObject([{ state: 'failed', problem: expect.stringContaining('try again') }])
  expect(await partsStored()).toEqual(before)
})

test('a package that is deleted while it is made leaves no files', async () => {
  const id = await start()
  const before = await partsStored()
  const { files } = app.deps
  const put: typeof files.put = async (key, bytes) => {
    await files.put(key, bytes)
    await removePackage(app.deps, keyOf(id))
  }
  await make(id, false, { ...app.deps, files: { ...files, put } })
  expect(await list()).toEqual([])
  expect(await partsStored()).toEqual(before)
})

test('packages are removed after 30 days, and one that never ends is given up', async () => {
  const id = await start()
  await make(id)
  const left = await start()
  clock = new Date(clock.getTime() + 26 * 3600 * 1000)
  await tend(app.deps)
  expect(await list()).toMatchObject([
    { id: left, state: 'failed' },
    { id, state: 'ready' },
  ])
  clock = new Date(clock.getTime() + 30 * 24 * 3600 * 1000)
  await tend(app.deps)
  expect(await list()).toEqual([])
  expect(await query('select from report_packages')).toEqual([])
})

test('packages are part of a plan, and no one sees those of others', async () => {
  const id = await start()
  await make(id)
  const { cookie } = await app.signUpAndIn()
  expect((await problemOf(await app.send(getPackageFile, { params: { id } }, { cookie }))).code).toBe(
    'NOT_FOUND',
  )
  expect((await problemOf(await app.send(deletePackage, { params: { id } }, { cookie }))).code).toBe(
    'NOT_FOUND',
  )
  await setPlan(app, owner.businessId, 'free')
  expect((await problemOf(await request())).code).toBe('PLAN_REQUIRED')
  // What was made is still the owner's.
  expect((await download(id)).status).toBe(200)
  expect((await app.send(deletePackage, { params: { id } }, { cookie: owner.cookie })).status).toBe(204)
  expect(await list()).toEqual([])
})

test('a statement is for a client and a currency with an amount in the period, or a balance at its end', async () => {
  const made = async (range: object) => {
    const id = await start(range)
    await make(id)
    const files = unzipSync(new Uint8Array(await (await download(id)).arrayBuffer()))
    return Object.keys(files).filter((name) => name.startsWith('statements/'))
  }
  expect(await made({ from: '2026-01-01', to: '2026-10-04' })).toEqual([])
  expect(await made({ from: '2026-10-05', to: '2026-10-05' })).toHaveLength(1)
  // One of the two is still owed.
  expect(await made({ from: '2026-11-17', to: '2026-11-17' })).toHaveLength(1)
  expect(await made({ from: '2027-01-01', to: '2027-12-31' })).toEqual([])
})

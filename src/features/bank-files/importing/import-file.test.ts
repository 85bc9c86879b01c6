import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  bankFileOwner,
  fileOf,
  plainReader,
  statement,
} from '../../../../test/support/bank-files/bank-file-owner.ts'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { AppError } from '../../../shared/errors.ts'
import { getBanking, getSecurityReport } from '../../banking/contract.ts'
import { getDashboard } from '../../dashboard/contract.ts'
import { matchTransactions } from '../../matching/match-transactions.ts'
import { confirmBankImport, getBankImport, listBankImports, undoBankImport } from '../contract.ts'
import { importFile } from './import-file.ts'

let app: TestApp
let cookie: string
let businessId: string
let owner: ReturnType<typeof bankFileOwner>
beforeAll(async () => {
  app = await createTestApp({ bankFiles: plainReader })
})
afterAll(() => app.close())
async function open() {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
  await setPlan(app, businessId, 'pro')
  owner = bankFileOwner(app, { cookie, businessId })
}
beforeEach(open)

const getImport = async (id: string) =>
  answerOf(getBankImport, await app.send(getBankImport, { params: { id } }, { cookie }))
const banking = async () => answerOf(getBanking, await app.send(getBanking, {}, { cookie }))

const may = statement(
  [
    {
      date: '2026-05-01',
      amount: '1200.00',
      description: 'Invoice 12',
      counterparty: 'Northwind',
      reference: 'RF18',
    },
    { date: '2026-05-02', amount: '-4.50', description: 'Coffee' },
    { date: '2026-05-02', amount: '-4.50', description: 'Coffee' },
  ],
  { openingBalance: '100.00', closingBalance: '1291.00' },
)

test('a file becomes an account with its balance, counted in cash and never synced', async () => {
  const id = await owner.importAll(fileOf([may]), { bankName: 'Riverbank Ltd' })
  expect(await getImport(id)).toMatchObject({
    state: 'imported',
    added: 3,
    existing: 0,
    done: 3,
    total: 3,
    matched: 0,
    accounts: [{ label: 'Riverbank Ltd - Checking' }],
  })
  const { accounts, connections, totals } = await banking()
  expect(accounts).toMatchObject([
    {
      kind: 'cash',
      type: 'checking',
      last4: '3000',
      currency: 'EUR',
      balanceMinor: 129_100,
      isConnected: true,
    },
  ])
  expect(connections).toMatchObject([
    { isFile: true, isDemo: false, state: 'connected', isSyncing: false, lastSyncedAt: expect.any(String) },
  ])
  expect(totals).toMatchObject({ cashAccounts: 1, cashOther: [{ currency: 'EUR', minor: 129_100 }] })
  const dashboard = await answerOf(getDashboard, await app.send(getDashboard, {}, { cookie }))
  expect(dashboard.banks).toMatchObject({ hasDemo: false, asOf: expect.any(String) })
  const [row] = await owner.rows<Record<string, unknown>>(
    `select merchant, merchant_key, reference, import_id, provider_id, status, category from transactions where is_income`,
  )
  expect(row).toEqual({
    merchant: 'Northwind',
    merchant_key: 'northwind',
    reference: 'RF18',
    import_id: id,
    provider_id: null,
    status: 'posted',
    category: 'Uncategorized',
  })
  const report = await app.send(getSecurityReport, {}, { cookie })
  expect(await answerOf(getSecurityReport, report)).toMatchObject({ accounts: 1, encrypted: 1, score: 100 })
  // The file has done its duty.
  expect(await owner.rows('select from stored_files')).toEqual([])
})

test('an account without a number has nothing that could be unencrypted', async () => {
  await owner.importAll(fileOf([{ ...may, account: 'Savings' }]))
  const report = await app.send(getSecurityReport, {}, { cookie })
  expect(await answerOf(getSecurityReport, report)).toMatchObject({ accounts: 0, score: 100 })
  expect((await banking()).accounts).toMatchObject([{ name: 'Savings', last4: '0000' }])
})

test('a new account is called what the owner calls it, or else what the file does', async () => {
  const names = async () => (await banking()).accounts.map(({ name, type }) => [name, type])
  await owner.importAll(fileOf([{ ...may, account: 'Rainy days' }]), {
    accountName: ' House ',
    kind: 'savings',
  })
  expect(await names()).toEqual([['House', 'savings']])
  await owner.importAll(fileOf([{ ...may, account: 'Rainy days', currency: 'USD' }]), { accountId: null })
  await owner.importAll(fileOf([{ ...may, account: '77778888' }]), { accountId: null, kind: 'savings' })
  expect((await names()).slice(1)).toEqual([
    ['Rainy days', 'checking'],
    ['Savings', 'savings'],
  ])
})

test('transactions of one day are listed in the order of the file, the latest first, whichever way the file runs', async () => {
  const of = (date: string, texts: readonly string[]) =>
    texts.map((description, n) => ({ date, amount: `${n + 1}.00`, description }))
  const monday = of('2026-05-04', 'abcdefgh'.split(''))
  const tuesday = of('2026-05-05', 'ijklmnop'.split(''))
  const newestFirst = [...monday, ...tuesday].toReversed()
  const listed = async () =>
    (
      await owner.rows<{ description: string }>(
        'select description from transactions order by date desc, id desc',
      )
    ).map(({ description }) => description)
  await owner.importAll(fileOf([statement([...monday, ...tuesday])]))
  expect((await listed()).join('')).toBe('ponmlkjihgfedcba')
  await open()
  await owner.importAll(fileOf([statement(newestFirst)]))
  expect((await listed()).join('')).toBe('ponmlkjihgfedcba')
  // Where some are here already, the new ones still have their order.
  await open()
  await owner.importAll(fileOf([statement(monday.filter((_, n) => n % 3 === 0))]))
  await owner.importAll(fileOf([statement(monday)]))
  expect((await listed()).filter((text) => !'adg'.includes(text)).join('')).toBe('hfecb')
})

test('rules of the owner categorize what is imported', async () => {
  await owner.rows(
    `insert into category_rules (business_id, created_by, merchant_key, merchant, category, created_at)
     values ('${businessId}', '${businessId}', 'coffee', 'Coffee', 'Dining', now())`,
  )
  await owner.importAll(fileOf([may]))
  expect(await owner.rows(`select distinct category from transactions where not is_income`)).toEqual([
    { category: 'Dining' },
  ])
})

test('the same file again adds nothing, and undoing either keeps what the other contains', async () => {
  const first = await owner.importAll(fileOf([may]))
  const before = await owner.transactions()
  const second = await owner.importAll(fileOf([may]))
  expect(await getImport(second)).toMatchObject({ added: 0, existing: 3 })
  expect(await owner.transactions()).toEqual(before)
  await owner.undo(first)
  expect(await owner.transactions()).toEqual(before)
  expect(await getImport(first)).toMatchObject({ state: 'undone', accounts: [] })
  await owner.undo(second)
  expect(await owner.transactions()).toEqual([])
  expect((await banking()).connections).toEqual([])
  expect(await owner.rows('select from bank_import_rows')).toEqual([])
})

test('statements of one new account in a file share it, and those of others get their own', async () => {
  const daily = (date: string, opening: string, closing: string) =>
    statement([{ date, amount: '10.00' }], { openingBalance: opening, closingBalance: closing })
  await owner.importAll(
    fileOf([
      daily('2026-05-01', '0.00', '10.00'),
      daily('2026-05-01', '10.00', '20.00'),
      statement([{ date: '2026-05-01', amount: '1.00' }], { account: '77778888' }),
    ]),
  )
  const { accounts } = await banking()
  expect(accounts.map(({ last4, balanceMinor }) => [last4, balanceMinor])).toEqual([
    ['3000', 2000],
    ['8888', null],
  ])
  expect(await owner.transactions()).toHaveLength(3)
})

test('the balance is that of the latest statement and what came after it, and undo takes it back', async () => {
  await owner.importAll(fileOf([may]))
  const later = await owner.importAll(fileOf([statement([{ date: '2026-05-09', amount: '-9.00' }])]))
  expect((await banking()).accounts).toMatchObject([{ balanceMinor: 128_200 }])
  // An earlier statement that is imported later changes nothing.
  const april = statement([{ date: '2026-04-09', amount: '-9.00' }], { closingBalance: '7.00' })
  await owner.importAll(fileOf([april]))
  expect((await banking()).accounts).toMatchObject([{ balanceMinor: 128_200 }])
  await owner.undo(later)
  expect((await banking()).accounts).toMatchObject([{ balanceMinor: 129_100 }])
})

test('the balance that the owner enters counts where the file has none', async () => {
  await owner.importAll(fileOf([statement([{ date: '2026-05-09', amount: '-9.00' }])]), {
    closingMinor: 4242,
  })
  expect((await banking()).accounts).toMatchObject([{ balanceMinor: 4242 }])
})

test('a statement that is left out adds no account and no transaction', async () => {
  const shown = await owner.preview(
    fileOf([may, statement([{ date: '2026-05-01', amount: '1.00' }], { account: '77778888' })]),
  )
  const targets = [{ accountId: null }, { accountId: null, skip: true }]
  const body = { choices: {}, targets }
  const params = { id: shown.import.id }
  await answerOf(confirmBankImport, await app.send(confirmBankImport, { params, body }, { cookie }))
  await importFile(app.deps, { businessId, importId: shown.import.id })
  expect((await banking()).accounts).toHaveLength(1)
  expect(await owner.transactions()).toHaveLength(3)
})

test('an import that fails half-way has written nothing, and the next try writes all of it once', async () => {
  const shown = await owner.preview(fileOf([may]))
  await owner.confirm(shown)
  const ref = { businessId, importId: shown.import.id }
  const deps = { ...app.deps, matchReceipts: () => Promise.reject(new Error('the machine fails here')) }
  await expect(importFile(deps, ref)).rejects.toThrow('fails here')
  expect(await owner.transactions()).toEqual([])
  expect(await owner.rows('select from bank_connections')).toEqual([])
  expect(await getImport(shown.import.id)).toMatchObject({ state: 'importing' })
  await Promise.all([importFile(app.deps, ref), importFile(app.deps, ref)])
  await importFile(app.deps, ref)
  expect(await owner.transactions()).toHaveLength(3)
  expect((await banking()).connections).toHaveLength(1)
})

test('an import that cannot be finished says so in a sentence, without half of it', async () => {
  const shown = await owner.preview(fileOf([may]))
  await owner.confirm(shown)
  const ref = { businessId, importId: shown.import.id }
  const broken = { ...app.deps, matchReceipts: () => Promise.reject(new TypeError('x is not a function')) }
  await importFile(broken, ref, { isLastTry: true })
  expect(await getImport(shown.import.id)).toMatchObject({
    state: 'failed',
    problem: 'This file couldn’t be imported. Please send it again.',
  })
  expect(await owner.transactions()).toEqual([])
  expect(await owner.rows('select from stored_files')).toEqual([])
  const undo = await app.send(undoBankImport, { params: { id: shown.import.id } }, { cookie })
  expect(await problemOf(undo)).toMatchObject({ code: 'NOT_UNDOABLE' })
})

test('a busy reader is waited for; a file that has become unreadable is not', async () => {
  const shown = await owner.preview(fileOf([may]))
  await owner.confirm(shown)
  const ref = { businessId, importId: shown.import.id }
  const refusing = (problem: Error) => ({
    ...app.deps,
    bankFiles: { ...plainReader, run: () => Promise.reject(problem) },
  })
  await expect(importFile(refusing(new AppError('UNAVAILABLE', 'Busy.')), ref)).rejects.toThrow('Busy.')
  expect(await getImport(shown.import.id)).toMatchObject({ state: 'importing' })
  await importFile(refusing(new Error('a crash')), ref)
  expect(await getImport(shown.import.id)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('couldn’t be read'),
  })
})

test('two files at once into one account add nothing twice', async () => {
  await owner.importAll(fileOf([statement([{ date: '2026-04-01', amount: '1.00' }])]))
  const shown = [await owner.preview(fileOf([may])), await owner.preview(fileOf([may]))]
  for (const one of shown) await owner.confirm(one)
  await Promise.all(shown.map((one) => importFile(app.deps, { businessId, importId: one.import.id })))
  expect(await owner.transactions()).toHaveLength(4)
})

test('the list has confirmed files, newest first', async () => {
  await owner.preview(fileOf([may]))
  const first = await owner.importAll(fileOf([may]))
  const second = await owner.importAll(fileOf([may]))
  const { imports, next } = await answerOf(
    listBankImports,
    await app.send(listBankImports, { query: {} }, { cookie }),
  )
  expect(imports.map(({ id }) => id)).toEqual([second, first])
  expect(next).toBeNull()
})

test('undoing an import undoes the matches of what it removes, and says how many before', async () => {
  const invoiceId = await addInvoiceRow(app.database, businessId, {
    number: 'INV-0042',
    totalMinor: 120_000,
    subtotalMinor: 120_000,
    clientName: 'Northwind',
  })
  const paid = { date: '2026-11-20', amount: '1200.00', description: 'INV-0042 Northwind' }
  const id = await owner.importAll(fileOf([statement([paid], { currency: 'USD' })]))
  await matchTransactions(app.deps, businessId)
  const status = () =>
    owner.rows(`select status, received_minor::int as received from invoices where id = '${invoiceId}'`)
  expect(await status()).toEqual([{ status: 'paid', received: 120_000 }])
  expect(await getImport(id)).toMatchObject({ matched: 1 })
  await owner.undo(id)
  expect(await status()).toEqual([{ status: 'pending', received: 0 }])
  expect(await getImport(id)).toMatchObject({ state: 'undone', matched: 0 })
})

const day = fc.integer({ min: 1, max: 6 })
const happened = fc.array(
  fc.record({
    day,
    amount: fc.constantFrom('-5.00', '5.00', '-7.50'),
    description: fc.constantFrom('Tea', 'Rent'),
  }),
  { minLength: 1, maxLength: 15 },
)
const cuts = fc.array(fc.record({ shape: fc.constantFrom('csv', 'ofx'), from: day, to: day }), {
  minLength: 2,
  maxLength: 3,
})

test('property: on the database too, the order of overlapping files does not matter, and undoing all leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(happened, cuts, async (all, files) => {
      const bytesOf = ({ shape, from, to }: (typeof files)[number]) =>
        fileOf(
          [
            statement(
              all.flatMap(({ day: n, amount, description }, index) =>
                n >= from && n <= to
                  ? [
                      {
                        date: `2026-05-0${n}`,
                        amount,
                        description,
                        bankId: shape === 'ofx' ? String(index) : null,
                      },
                    ]
                  : [],
              ),
            ),
          ],
          { shape },
        )
      const rowsIn = async (order: typeof files) => {
        await open()
        const ids: string[] = []
        for (const file of order) ids.push(await owner.importAll(bytesOf(file)))
        const result = (await owner.transactions()).map(({ date, amount }) => `${date} ${amount}`)
        const [first = '', ...rest] = ids
        await owner.undo(first)
        const [, ...others] = order
        const kept = all.filter(({ day: n }) => others.some(({ from, to }) => n >= from && n <= to))
        expect(await owner.transactions()).toHaveLength(kept.length)
        for (const id of rest) await owner.undo(id)
        expect(await owner.transactions()).toEqual([])
        expect((await banking()).connections).toEqual([])
        return result
      }
      expect(await rowsIn(files.toReversed())).toEqual(await rowsIn(files))
    }),
    { numRuns: 8, seed: 7 },
  )
})

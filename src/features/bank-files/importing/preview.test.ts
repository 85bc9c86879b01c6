import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  bankFileOwner,
  fileOf,
  plainReader,
  statement,
} from '../../../../test/support/bank-files/bank-file-owner.ts'
import { listAll } from '../../../../test/support/file-store-checks.ts'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import {
  confirmBankImport,
  discardBankFile,
  getBankImport,
  previewBankFile,
  uploadBankFile,
} from '../contract.ts'
import type { Question } from '../reading/bank-file.ts'
import { discardLeftPreviews } from './discard-bank-file.ts'
import { importFile } from './import-file.ts'

let app: TestApp
let now = new Date('2026-06-01T12:00:00Z')
let cookie: string
let businessId: string
let owner: ReturnType<typeof bankFileOwner>
beforeAll(async () => {
  app = await createTestApp({ bankFiles: plainReader, now: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date()
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
  await setPlan(app, businessId, 'pro')
  owner = bankFileOwner(app, { cookie, businessId })
})

const filesOf = async () => (await listAll(app.deps.files)).filter((file) => file.businessId === businessId)
const row = (date: string, amount: string, description = 'Payment') => ({ date, amount, description })
const february = statement([row('2026-02-02', '10.00'), row('2026-02-28', '-2.50')], {
  openingBalance: '0.00',
  closingBalance: '7.50',
  reconciles: true,
})
const dates: Question = {
  about: 'dates',
  readings: [{ text: '2 Mar 2026 (day first)', choices: { dates: 'dmy' }, sample: [] }],
}

test('a preview has counts, sums and the first and last rows, and imports nothing', async () => {
  const rows = Array.from({ length: 30 }, (_, n) => row('2026-02-02', `${n}.25`))
  const { import: added, statements } = await owner.preview(
    fileOf([statement([...rows, row('2026-02-03', '-7')])]),
  )
  expect(added).toMatchObject({ state: 'preview', fileName: 'may.csv', total: 31, added: 0, accounts: [] })
  expect(statements).toMatchObject([
    {
      accountName: '••••3000',
      bankName: 'Riverbank',
      currency: 'EUR',
      shownCurrency: 'EUR',
      count: 31,
      existing: 0,
      firstDate: '2026-02-02',
      lastDate: '2026-02-03',
      inMinor: 435 * 100 + 30 * 25,
      outMinor: 700,
      suggestedAccountId: null,
      notices: [],
    },
  ])
  expect(statements[0]?.rows.map(({ amountMinor }) => amountMinor)).toEqual([25, 125, 225, 325, 425, 2625, 2725, 2825, 2925, -700]) // prettier-ignore
  expect(await owner.transactions()).toEqual([])
  expect(await filesOf()).toHaveLength(1)
})

test('the days are those of the transactions, also where the statement goes on', async () => {
  const longer = statement([row('2026-02-05', '1.00'), row('2026-02-14', '1.00')], {
    closingDate: '2026-02-28',
  })
  const empty = statement([], { closingDate: '2026-02-28', closingBalance: '1.00' })
  const { statements } = await owner.preview(fileOf([longer, empty]))
  expect(statements).toMatchObject([
    { firstDate: '2026-02-05', lastDate: '2026-02-14' },
    { firstDate: null, lastDate: null },
  ])
})

test('balances that do not agree are said and not asked, and the file is imported', async () => {
  const about = 'balance' as const
  const text = 'The balances are those of one account, but its transactions have several currencies.'
  const questions = [{ about, readings: [{ text, choices: {}, sample: [] }] }]
  const shown = await owner.preview(fileOf([february], { questions }))
  expect(shown).toMatchObject({ questions: [], statements: [{ notices: [text] }] })
  // With the amounts of the statement, the page can say it better.
  const wrong = { ...february, closingBalance: '9.00', reconciles: false }
  const broken = await owner.preview(fileOf([wrong], { questions }))
  expect(broken).toMatchObject({
    questions: [],
    statements: [{ notices: [], reconciles: false, closingMinor: 900 }],
  })
  await answerOf(confirmBankImport, await owner.confirm(broken))
  await importFile(app.deps, { businessId, importId: broken.import.id })
  expect(await owner.transactions()).toHaveLength(2)
})

test('the account is found by its number, and what it has already is marked', async () => {
  await owner.importAll(fileOf([february]))
  const next = statement([row('2026-02-28', '-2.50'), row('2026-03-01', '4.00')])
  const [shown] = (await owner.preview(fileOf([next], { shape: 'another' }))).statements
  const [account] = await owner.rows<{ id: string }>('select id from bank_accounts')
  expect(shown).toMatchObject({ suggestedAccountId: account?.id, existing: 1 })
  expect(shown?.rows.map(({ isExisting }) => isExisting)).toEqual([true, false])
  const [other] = (await owner.preview(fileOf([{ ...next, account: '12349999' }]))).statements
  expect(other).toMatchObject({ suggestedAccountId: null, existing: 0 })
  const [dollars] = (await owner.preview(fileOf([{ ...next, currency: 'USD' }]))).statements
  expect(dollars).toMatchObject({ suggestedAccountId: null })
})

test('a file that names no account goes where the last one of its form went', async () => {
  await owner.importAll(fileOf([{ ...february, account: null }]))
  const [account] = await owner.rows<{ id: string }>('select id from bank_accounts')
  const next = statement([row('2026-03-01', '4.00')], { account: null, currency: null })
  const { statements } = await owner.preview(fileOf([next]))
  expect(statements).toMatchObject([
    { suggestedAccountId: account?.id, shownCurrency: 'EUR', currency: null },
  ])
  const other = await owner.preview(fileOf([next], { shape: 'another' }))
  expect(other.statements).toMatchObject([{ suggestedAccountId: null, shownCurrency: 'USD' }])
})

test('days between two files and balances that do not join are said', async () => {
  await owner.importAll(fileOf([february]))
  const noticesOf = async (rest: object) => {
    const march = statement([row('2026-03-03', '1.00')], rest)
    return (await owner.preview(fileOf([march]))).statements[0]?.notices
  }
  expect(await noticesOf({})).toEqual([
    'Between Feb 28, 2026 and Mar 3, 2026 there is no file. If your account had transactions then, import them too.',
  ])
  expect(await noticesOf({ openingBalance: '7.50' })).toEqual([])
  expect(await noticesOf({ openingBalance: '5.00' })).toEqual([
    'Between Feb 28, 2026 and Mar 3, 2026 the balance goes from €7.50 to €5.00 without transactions. Some may be missing.',
  ])
  const overlapping = statement([row('2026-02-20', '1.00'), row('2026-03-03', '1.00')])
  expect((await owner.preview(fileOf([overlapping]))).statements[0]?.notices).toEqual([])
  const january = statement([row('2026-01-20', '1.00')], { closingBalance: '1.00' })
  expect((await owner.preview(fileOf([january]))).statements[0]?.notices).toHaveLength(1)
})

test('the same request again is the same preview, also many times at once', async () => {
  const requestId = randomUUID()
  const all = await Promise.all([1, 2, 3, 4].map(() => owner.upload(fileOf([february]), { requestId })))
  const ids = await Promise.all(all.map(async (one) => (await answerOf(uploadBankFile, one)).import.id))
  expect(new Set(ids).size).toBe(1)
  expect(await filesOf()).toHaveLength(1)
  const shown = await answerOf(uploadBankFile, await owner.upload(fileOf([february]), { requestId }))
  expect(shown.statements).toHaveLength(1)
  await owner.confirm(shown)
  const confirmed = await answerOf(uploadBankFile, await owner.upload(fileOf([february]), { requestId }))
  expect(confirmed).toMatchObject({ import: { id: ids[0], state: 'importing' }, statements: [] })
})

test('a file that cannot be read is refused with its sentence, and not kept', async () => {
  const unreadable = Buffer.from(JSON.stringify({ problem: 'Row 7 has no date.' }))
  expect(await problemOf(await owner.upload(unreadable))).toMatchObject({
    code: 'INVALID_FILE_TYPE',
    message: 'Row 7 has no date.',
  })
  expect(await problemOf(await owner.upload(Buffer.alloc(0)))).toMatchObject({
    message: 'This file is empty. Please choose another one.',
  })
  const fine = fileOf([statement([row('2026-02-02', '1.00'), row('2026-02-02', '1.005')])])
  expect(await problemOf(await owner.upload(fine))).toMatchObject({
    message: 'Transaction 2 of this file has 3 decimals, but EUR has 2. Please check the currency.',
  })
  const huge = fileOf([statement([row('2026-02-02', '99999999999.00')])])
  expect(await problemOf(await owner.upload(huge))).toMatchObject({
    message: expect.stringContaining('too large'),
  })
  expect(await filesOf()).toEqual([])
  expect(await owner.rows('select from bank_imports')).toEqual([])
})

test('without Pro a file is neither read nor imported, and what was imported stays visible', async () => {
  const imported = await owner.importAll(fileOf([february]))
  const shown = await owner.preview(fileOf([february]))
  await setPlan(app, businessId, 'free')
  const refusal = { code: 'PLAN_REQUIRED', message: 'Bank files are part of the Pro plan.' }
  expect(await problemOf(await owner.upload(fileOf([february])))).toMatchObject(refusal)
  expect(await problemOf(await owner.confirm(shown))).toMatchObject(refusal)
  expect((await app.send(getBankImport, { params: { id: imported } }, { cookie })).status).toBe(200)
})

test('a business sends at most 60 files an hour; refused ones do not count', async () => {
  await owner.preview(fileOf([february]))
  await owner.upload(Buffer.from('{"problem":"No."}'))
  const key = `bank-files:${businessId}`
  const counted = await app.database.platform.query('select count from platform.rate_limits where key = $1', [
    key,
  ])
  expect(counted.rows).toEqual([{ count: 1 }])
  await app.database.platform.query('update platform.rate_limits set count = 60 where key = $1', [key])
  expect(await problemOf(await owner.upload(fileOf([february])))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('a question is answered before the import, and remembered for the next file of the form', async () => {
  const bytes = fileOf([february], { questions: [dates] })
  const shown = await owner.preview(bytes)
  expect(shown.questions).toMatchObject([{ about: 'dates' }])
  expect(await problemOf(await owner.confirm(shown))).toMatchObject({ code: 'VALIDATION_FAILED' })
  const params = { id: shown.import.id }
  const body = { choices: { dates: 'dmy' as const } }
  const again = await answerOf(previewBankFile, await app.send(previewBankFile, { params, body }, { cookie }))
  expect(again).toMatchObject({ questions: [], choices: { dates: 'dmy' } })
  await answerOf(confirmBankImport, await owner.confirm(again))
  await importFile(app.deps, { businessId, importId: params.id })
  const next = await owner.preview(bytes)
  expect(next).toMatchObject({ questions: [], choices: { dates: 'dmy' }, statements: [{ existing: 2 }] })
})

test('a preview follows the accounts that the owner chooses', async () => {
  await owner.importAll(fileOf([february]))
  const [account] = await owner.rows<{ id: string }>('select id from bank_accounts')
  const shown = await owner.preview(fileOf([february]))
  const ask = (accountIds: (string | null)[]) =>
    app.send(
      previewBankFile,
      { params: { id: shown.import.id }, body: { choices: {}, accountIds } },
      { cookie },
    )
  expect(await answerOf(previewBankFile, await ask([null]))).toMatchObject({ statements: [{ existing: 0 }] })
  const chosen = await answerOf(previewBankFile, await ask([account?.id ?? '']))
  expect(chosen).toMatchObject({ statements: [{ existing: 2 }] })
  expect(await problemOf(await ask([randomUUID()]))).toMatchObject({ code: 'NOT_FOUND' })
})

test('targets that do not fit are refused, and a confirmed file is confirmed once', async () => {
  await owner.importAll(fileOf([february]))
  const [account] = await owner.rows<{ id: string }>('select id from bank_accounts')
  const noCurrency = { ...february, account: '99998888', currency: null }
  const shown = await owner.preview(fileOf([noCurrency], { shape: 'other' }))
  const send = (targets: { accountId: string | null; currency?: string; skip?: boolean }[]) =>
    app.send(
      confirmBankImport,
      { params: { id: shown.import.id }, body: { choices: {}, targets } },
      { cookie },
    )
  const refused = async (targets: Parameters<typeof send>[0]) =>
    (await problemOf(await send(targets))).message
  expect(await refused([{ accountId: randomUUID() }])).toBe('This account could not be found.')
  expect(await refused([{ accountId: null }])).toContain('doesn’t say its currency')
  expect(await refused([{ accountId: null, currency: 'JPY' }])).toContain('JPY has none')
  expect(await refused([{ accountId: account?.id ?? '', currency: 'USD' }])).toContain(
    'this account is in EUR',
  )
  expect(await refused([{ accountId: null }, { accountId: null }])).toContain('This file has one account.')
  expect(await refused([{ accountId: null, skip: true }])).toContain('at least one account')
  const dollars = await owner.preview(fileOf([{ ...february, currency: 'USD' }]))
  expect((await problemOf(await owner.confirm(dollars, { accountId: account?.id }))).message).toContain(
    'in USD',
  )
  for (const _ of [1, 2]) expect((await send([{ accountId: null, currency: 'CHF' }])).status).toBe(200)
  const jobs = await app.database.platform.query(
    `select from pgboss.job where name = 'import-bank-file' and data ->> 'importId' = $1`,
    [shown.import.id],
  )
  expect(jobs.rowCount).toBe(1)
})

test('a preview that is left goes with its file: when it is discarded, or after a day', async () => {
  const shown = await owner.preview(fileOf([february]))
  const params = { id: shown.import.id }
  expect((await app.send(discardBankFile, { params }, { cookie })).status).toBe(204)
  expect(await owner.rows('select from stored_files')).toEqual([])
  expect((await app.send(discardBankFile, { params }, { cookie })).status).toBe(404)
  const imported = await owner.importAll(fileOf([february]))
  await owner.preview(fileOf([february]))
  now = new Date(now.getTime() + 23 * 3_600_000)
  await discardLeftPreviews(app.deps)
  expect(await owner.rows('select from bank_imports')).toHaveLength(2)
  now = new Date(now.getTime() + 2 * 3_600_000)
  await discardLeftPreviews(app.deps)
  expect(await owner.rows('select id from bank_imports')).toEqual([{ id: imported }])
  expect(await owner.rows('select from stored_files')).toEqual([])
  // What is imported is not discarded.
  await app.send(discardBankFile, { params: { id: imported } }, { cookie })
  expect(await owner.transactions()).toHaveLength(2)
})

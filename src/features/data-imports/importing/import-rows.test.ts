import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataImportOwner } from '../../../../test/support/data-imports/data-import-owner.ts'
import { programFiles } from '../../../../test/support/data-imports/program-files.ts'
import { makeInvoice, setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { clients } from '../../../platform/db/tables/clients.ts'
import { expenses } from '../../../platform/db/tables/expenses.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { mails } from '../../../platform/db/tables/mail.ts'
import { payments } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { getDashboard } from '../../dashboard/contract.ts'
import { getTimeline } from '../../invoices/contract.ts'
import { saveNumbering } from '../../invoices/numbers/contract.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'
import {
  confirmDataImport,
  discardDataFile,
  getDataTemplate,
  getErrorsFile,
  listDataImports,
  previewDataFile,
  undoDataImport,
  uploadDataFile,
} from '../contract.ts'

let app: TestApp
let cookie: string
let businessId: string
let owner: ReturnType<typeof dataImportOwner>
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
  await setPlan(app, businessId, 'pro')
  owner = dataImportOwner(app, { cookie, businessId })
})

const read = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(app.database, businessId, work)
const all = async () => ({
  clients: await read(({ db }) => db.select().from(clients).orderBy(clients.companyName)),
  invoices: await read(({ db }) => db.select().from(invoices).orderBy(invoices.number)),
  payments: await read(({ db }) => db.select().from(payments)),
  expenses: await read(({ db }) => db.select().from(expenses).orderBy(expenses.date)),
})

describe('a preview', () => {
  test('says what was recognised and imports nothing', async () => {
    const preview = await owner.preview(programFiles.freshbooksClients)
    expect(preview).toMatchObject({
      import: { source: 'freshbooks', kind: 'clients', state: 'preview', fileName: 'export.csv', errors: 1 },
      counts: { good: 2, error: 1, existing: 0, leftOut: 0, withoutEmail: 1 },
      missing: [],
      questions: [],
    })
    expect((await all()).clients).toEqual([])
    const { rows, count } = await owner.rows(preview.import.id)
    expect(count).toBe(3)
    expect(rows[0]).toMatchObject({
      state: 'error',
      title: 'No Mail Ltd',
      problems: [
        'Row 4, Email: A client needs an email address. You can add it in the file with the errors.',
      ],
    })
    expect(rows[1]).toMatchObject({
      state: 'good',
      title: 'Harbor Studio',
      detail: 'Ana Reyes, ana@harbor.example',
    })
    expect((await owner.rows(preview.import.id, 'errors')).count).toBe(1)
  })

  test('counts the rows of the file beside what they become', async () => {
    const { counts, import: shown } = await owner.preview(
      'Invoice number,Client,Client email,Issue date,Description,Price\n' +
        'A,Elm,elm@elm.example,2026-01-01,Design,5\nA,,,,Print,6\n' +
        'B,Elm,elm@elm.example,2026-01-01,Design,5\nB,Oak,oak@oak.example,2026-01-01,Design,6\n' +
        'C,Elm,elm@elm.example,2026-01-01,,\nTotal,,,,,11\n',
    )
    expect(counts).toMatchObject({ good: 1, error: 3, leftOut: 1 })
    expect(counts.rows).toEqual({ good: 2, error: 3, existing: 0, leftOut: 1 })
    const { rows } = await owner.rows(shown.id, 'good')
    expect(rows).toMatchObject([{ title: 'A', detail: 'Elm, open, 2 lines' }])
  })

  test('counts the rows that have no email address, and those whose client is not known', async () => {
    const list = await owner.preview('Client,Email\nElm,\nOak,not an address\nPine,\n')
    expect(list.counts).toMatchObject({ error: 3, withoutEmail: 2 })
    const billed = await owner.preview(programFiles.freshbooksInvoices)
    expect(billed.counts).toMatchObject({ error: 2, withoutEmail: 2 })
  })

  test('of a bank statement is refused with the way to go', async () => {
    const answer = await owner.upload('Date,Details,Paid out,Paid in\n2026-01-05,Elm,,500.00\n')
    expect(await problemOf(answer)).toMatchObject({
      code: 'INVALID_FILE_TYPE',
      message: 'This looks like a bank statement. Import it under Transactions.',
    })
  })

  test('is made once for a request that is sent twice', async () => {
    const query = { requestId: '11111111-2222-4333-8444-555555555555' }
    const [one, other] = await Promise.all([
      owner.upload(programFiles.waveClients, query),
      owner.upload(programFiles.waveClients, query),
    ])
    expect((await answerOf(uploadDataFile, one)).import.id).toBe(
      (await answerOf(uploadDataFile, other)).import.id,
    )
  })

  test('can be made again with other columns', async () => {
    const { import: shown } = await owner.preview('Who,Where\nElm,elm@elm.example\n')
    const choices = { kind: 'clients' as const, columns: { companyName: 0, email: 1 } }
    const preview = await answerOf(
      previewDataFile,
      await app.send(previewDataFile, { params: { id: shown.id }, body: { choices } }, { cookie }),
    )
    expect(preview).toMatchObject({ counts: { good: 1 }, choices, import: { kind: 'clients' } })
  })

  test('marks what is here already', async () => {
    await owner.importAll(programFiles.freshbooksClients)
    const again = await owner.preview(programFiles.freshbooksClients)
    expect(again.counts).toMatchObject({ good: 0, error: 1, existing: 2, leftOut: 0 })
    const twice = await owner.preview('Client,Email\nBirch,b@birch.example\nBIRCH,other@birch.example\n')
    expect((await owner.rows(twice.import.id, 'existing')).rows).toMatchObject([
      { rowNumber: 3, problems: ['Row 3: This is the same client as in row 2.'], isChoosable: false },
    ])
  })

  test('has a file with its errors, which can be mended and sent again', async () => {
    const { import: shown } = await owner.preview(
      'Client,Email,Phone\n=1+1,nothing,+49 1\nOak,oak@oak.example,\n',
    )
    const answer = await app.send(getErrorsFile, { params: { id: shown.id } }, { cookie })
    const text = await answer.text()
    expect(text).toBe(
      "Client,Email,Phone,Problem\r\n'=1+1,nothing,'+49 1,Email: “nothing” is not an email address.\r\n",
    )
    const mended = await owner.preview(text.replace('nothing', 'sum@sum.example'))
    expect(mended).toMatchObject({ import: { source: 'millrace' }, counts: { good: 1, error: 0 } })
    expect((await owner.rows(mended.import.id)).rows[0]?.title).toBe('=1+1')
  })

  test('is needed before anything can be confirmed, and goes with its file when it is discarded', async () => {
    const { import: shown } = await owner.preview(programFiles.waveClients)
    expect((await app.send(discardDataFile, { params: { id: shown.id } }, { cookie })).status).toBe(204)
    expect((await problemOf(await owner.confirm(shown.id))).code).toBe('NOT_FOUND')
    const { rows } = await read(({ client }) => client.query('select from stored_files'))
    expect(rows).toEqual([])
  })
})

test.each(['clients', 'invoices', 'expenses'] as const)(
  'the template for %s can be imported as it is',
  async (kind) => {
    const answer = await app.send(getDataTemplate, { params: { kind } }, { cookie })
    const preview = await owner.preview(new Uint8Array(await answer.arrayBuffer()))
    expect(preview).toMatchObject({ import: { source: 'millrace', kind }, counts: { good: 1, error: 0 } })
  },
)

describe('an import', () => {
  test('of clients adds them once', async () => {
    const imported = await owner.importAll(programFiles.freshbooksClients)
    expect(imported).toMatchObject({ state: 'imported', added: 2, skipped: 0, done: 2, total: 2, errors: 1 })
    expect((await all()).clients).toMatchObject([
      { companyName: 'Harbor Studio', email: 'ana@harbor.example', country: 'CA' },
      { companyName: 'Tom Field' },
    ])
    await owner.run(imported.id)
    expect((await all()).clients).toHaveLength(2)
  })

  test('of invoices adds clients, invoices and payments, and sends nothing', async () => {
    const imported = await owner.importAll(programFiles.xeroInvoices)
    expect(imported).toMatchObject({ state: 'imported', added: 2 })
    const books = await all()
    expect(books.clients).toMatchObject([
      { companyName: 'Ridge & Co', email: 'accounts@ridge.example', currency: 'GBP' },
    ])
    expect(books.invoices).toMatchObject([
      {
        number: 'INV-0031',
        status: 'paid',
        totalMinor: 36_000,
        taxMinor: 6000,
        sendOption: 'do_not_send',
        sendReminder: false,
        nextReminderAt: null,
      },
      { number: 'INV-0032', status: 'pending', totalMinor: 32_000, receivedMinor: 10_000, openMinor: 22_000 },
    ])
    expect(books.payments).toHaveLength(2)
    expect(await read(({ db }) => db.select().from(mails))).toEqual([])
    const [first] = books.invoices
    const { entries } = await answerOf(
      getTimeline,
      await app.send(getTimeline, { params: { id: first?.id ?? '' } }, { cookie }),
    )
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['imported', 'paid'])
  })

  test('leaves what the ledger says about its invoices', async () => {
    await owner.importAll(programFiles.xeroInvoices)
    const { invoices: before } = await all()
    expect(before[0]?.paidAt?.toISOString()).toBe('2026-01-28T12:00:00.000Z')
    await read(async (tx) => {
      for (const { id } of before) await settleInvoice(tx, { businessId, invoiceId: id }, new Date())
    })
    const settled = (await all()).invoices
    expect(settled.map((row) => ({ ...row, updatedAt: null }))).toEqual(
      before.map((row) => ({ ...row, updatedAt: null })),
    )
  })

  test('of invoices that only name their client finds it, or says that it is missing', async () => {
    const before = await owner.preview(programFiles.freshbooksInvoices)
    expect(before.counts).toMatchObject({ good: 0, error: 2 })
    expect((await owner.rows(before.import.id)).rows[0]?.problems[0]).toMatch(
      /^Row 2, Client email: You have no client named “Harbor Studio”/,
    )
    await owner.importAll(programFiles.freshbooksClients)
    expect(await owner.importAll(programFiles.freshbooksInvoices)).toMatchObject({ added: 2 })
    const { invoices: stored, clients: known } = await all()
    expect(known).toHaveLength(2)
    expect(stored[0]).toMatchObject({
      clientEmail: 'ana@harbor.example',
      clientId: known[0]?.id,
      currency: 'CAD',
    })
  })

  test('takes only the chosen rows', async () => {
    expect(await owner.importAll(programFiles.xeroInvoices, [1])).toMatchObject({ added: 1, total: 1 })
    expect((await all()).invoices.map(({ number }) => number)).toEqual(['INV-0032'])
  })

  test('takes all but some, and also those that are here already', async () => {
    await owner.importAll(programFiles.freshbooksExpenses, [0])
    const { import: shown } = await owner.preview(programFiles.freshbooksExpenses)
    await answerOf(confirmDataImport, await owner.confirm(shown.id, 'all', { except: [2], also: [0] }))
    await owner.run(shown.id)
    expect((await all()).expenses.map(({ amountMinor }) => amountMinor)).toEqual([1820, 1820, 124_000])
  })

  test('refuses rows that cannot be imported', async () => {
    const { import: shown } = await owner.preview(programFiles.freshbooksClients)
    expect((await problemOf(await owner.confirm(shown.id, [2]))).fields).toHaveProperty('chosen')
    expect((await owner.get(shown.id)).state).toBe('preview')
  })

  test('asks for an answer where dates can be read two ways', async () => {
    const { import: shown } = await owner.preview('Date,Amount\n03/04/2026,5.00\n')
    expect((await problemOf(await owner.confirm(shown.id))).message).toBe(
      'Please answer the questions about this file first.',
    )
  })

  test('skips an invoice whose number was taken meanwhile', async () => {
    const { import: shown } = await owner.preview(programFiles.xeroInvoices)
    await owner.importAll(programFiles.xeroInvoices, [0])
    await answerOf(confirmDataImport, await owner.confirm(shown.id))
    await owner.run(shown.id)
    expect(await owner.get(shown.id)).toMatchObject({ state: 'imported', added: 1, skipped: 1 })
  })

  test('of an expense that is probably here already leaves it to the owner', async () => {
    await owner.importAll(programFiles.freshbooksExpenses)
    const again = await owner.preview(programFiles.freshbooksExpenses)
    expect(again.counts).toMatchObject({ good: 0, existing: 3 })
    await answerOf(confirmDataImport, await owner.confirm(again.import.id, [1]))
    await owner.run(again.import.id)
    expect((await all()).expenses).toHaveLength(4)
  })

  test('counts in the figures like what was entered here', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await owner.importAll(`Date,Amount,Category\n${today},25.00,Software\n`)
    await owner.importAll(
      `Invoice number,Client,Client email,Issue date,Due date,Total,Status,Paid on\nP-1,Elm,elm@elm.example,${today},${today},80.00,paid,${today}\n`,
    )
    const dashboard = await answerOf(getDashboard, await app.send(getDashboard, {}, { cookie }))
    expect(JSON.stringify(dashboard)).toContain('8000')
    expect(JSON.stringify(dashboard)).toContain('2500')
  })

  test('continues the sequence of numbers after the highest one', async () => {
    const settings = {
      style: 'sequence',
      prefix: 'INV-',
      withYear: false,
      padding: 4,
      scope: 'business',
      creditNotePrefix: 'CN-',
    } as const
    await app.send(saveNumbering, { body: { ...settings, nextNumber: null } }, { cookie })
    await owner.importAll(programFiles.xeroInvoices)
    expect((await makeInvoice(app, cookie)).number).toBe('INV-0033')
  })

  test('does not let a sequence begin below imported numbers', async () => {
    await owner.importAll(programFiles.xeroInvoices)
    const settings = {
      style: 'sequence',
      prefix: 'INV-',
      withYear: false,
      padding: 4,
      scope: 'business',
      creditNotePrefix: 'CN-',
    } as const
    const problem = await problemOf(
      await app.send(saveNumbering, { body: { ...settings, nextNumber: 30 } }, { cookie }),
    )
    expect(problem.fields).toEqual({
      nextNumber: 'INV-0032 exists already. The next number must be 33 or higher.',
    })
  })

  test('does not count against the invoices of a month', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => `N-${n},Elm,elm@elm.example,2026-01-01,5.00\n`).join('')
    await owner.importAll(`Invoice number,Client,Client email,Issue date,Total\n${rows}`)
    await setPlan(app, businessId, 'free')
    expect((await makeInvoice(app, cookie)).status).toBe('pending')
  })

  test('goes on where it stopped', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => `2026-01-01,${n + 1}.00,Row ${n}\n`).join('')
    const { import: shown } = await owner.preview(`Date,Amount,Notes\n${rows}`)
    await answerOf(confirmDataImport, await owner.confirm(shown.id))
    let batches = 0
    const deps = {
      ...app.deps,
      now() {
        if (++batches > 4) throw new Error('the process ended')
        return app.deps.now()
      },
    }
    const { importRows } = await import('./import-rows.ts')
    await expect(importRows(deps, { businessId, importId: shown.id })).rejects.toThrow('the process ended')
    const half = await owner.get(shown.id)
    expect(half.done).toBeGreaterThan(0)
    expect(half.done).toBeLessThan(250)
    await Promise.all([owner.run(shown.id), owner.run(shown.id)])
    expect(await owner.get(shown.id)).toMatchObject({ state: 'imported', added: 250, done: 250 })
    expect((await all()).expenses).toHaveLength(250)
  })
})

test('10,000 rows are imported and undone', async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, n) => `2026-01-${String((n % 28) + 1).padStart(2, '0')},${n + 1}.00,Row ${n}`,
  )
  const imported = await owner.importAll(`Date,Amount,Notes\n${rows.join('\n')}\n`)
  expect(imported).toMatchObject({ state: 'imported', added: 10_000, done: 10_000, total: 10_000 })
  const sum = 'select count(*)::int as count, sum(amount_minor)::float8 as minor from expenses'
  expect((await read(({ client }) => client.query(sum))).rows).toEqual([
    { count: 10_000, minor: 5_000_500_000 },
  ])
  expect(await owner.undo(imported.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect((await read(({ client }) => client.query(sum))).rows).toEqual([{ count: 0, minor: null }])
})

describe('without the Pro plan', () => {
  test('nothing can be sent or confirmed, and what was imported can be seen and undone', async () => {
    const imported = await owner.importAll(programFiles.freshbooksClients)
    const { import: shown } = await owner.preview(programFiles.waveClients)
    await setPlan(app, businessId, 'free')
    for (const answer of [await owner.upload(programFiles.waveClients), await owner.confirm(shown.id)]) {
      expect(await problemOf(answer)).toMatchObject({
        code: 'PLAN_REQUIRED',
        message: 'Importing data is part of the Pro plan.',
      })
    }
    const list = await answerOf(listDataImports, await app.send(listDataImports, { query: {} }, { cookie }))
    expect(list.imports).toMatchObject([{ id: imported.id }])
    expect(await owner.undo(imported.id)).toMatchObject({ state: 'undone', kept: 0 })
  })
})

test('a preview cannot be undone', async () => {
  const { import: shown } = await owner.preview(programFiles.waveClients)
  const answer = await app.send(undoDataImport, { params: { id: shown.id } }, { cookie })
  expect((await problemOf(answer)).code).toBe('NOT_UNDOABLE')
})

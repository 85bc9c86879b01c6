import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataImportOwner } from '../../../test/support/data-imports/data-import-owner.ts'
import {
  type Closer,
  closedText,
  periodClosed,
  signUpToClose,
} from '../../../test/support/periods/sign-up-to-close.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { confirmDataImport, undoDataImport } from './contract.ts'

let app: TestApp
let owner: Closer
let sender: ReturnType<typeof dataImportOwner>
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-12-01T12:00:00Z') })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await signUpToClose(app)
  sender = dataImportOwner(app, owner)
})

const expensesFile = 'Date,Amount,Notes\n2026-06-30,5.00,Paper\n2026-07-01,6.00,Ink\n'
const invoicesFile =
  'Invoice number,Client,Client email,Issue date,Due date,Total,Status,Paid on\n' +
  'A,Elm,elm@elm.example,2026-06-01,2026-06-30,80.00,,\n' +
  'B,Elm,elm@elm.example,2026-07-01,2026-07-31,80.00,,\n' +
  'C,Elm,elm@elm.example,2026-07-01,2026-07-31,80.00,paid,2026-06-15\n'

test('the preview says which rows are dated in the closed period', async () => {
  await owner.closeJune()
  const preview = await sender.preview(expensesFile)
  expect(preview.counts).toMatchObject({ good: 1, error: 1 })
  expect((await sender.rows(preview.import.id, 'errors')).rows).toMatchObject([
    { problems: [`Row 2, Date: ${closedText}`], isChoosable: false },
  ])
  const invoices = await sender.preview(invoicesFile)
  expect((await sender.rows(invoices.import.id, 'errors')).rows.map(({ problems }) => problems)).toEqual([
    [`Row 2, Issue date: ${closedText}`],
    [`Row 4, Paid on: ${closedText}`],
  ])
})

test.each([
  ['expenses', expensesFile, 1, 1],
  ['invoices', invoicesFile, 1, 2],
])(
  'rows of %s in a period that was closed after the preview become rows with errors',
  async (_, file, added, errors) => {
    const { import: shown } = await sender.preview(file)
    await owner.closeJune()
    await answerOf(confirmDataImport, await sender.confirm(shown.id))
    await sender.run(shown.id)
    expect(await sender.get(shown.id)).toMatchObject({
      state: 'imported',
      added,
      skipped: 0,
      done: added + errors,
      total: added + errors,
      errors,
    })
    const { rows } = await sender.rows(shown.id, 'errors')
    expect(rows[0]?.problems[0]).toContain(closedText)
  },
)

test('a file whose rows are all in the closed period imports nothing', async () => {
  const { import: shown } = await sender.preview('Date,Amount,Notes\n2026-06-30,5.00,Paper\n')
  await owner.closeJune()
  await answerOf(confirmDataImport, await sender.confirm(shown.id))
  await sender.run(shown.id)
  expect(await sender.get(shown.id)).toMatchObject({ state: 'imported', added: 0, errors: 1 })
})

test('an import with something of the closed period is not undone', async () => {
  const { id } = await sender.importAll(invoicesFile)
  const other = await sender.importAll('Date,Amount,Notes\n2026-07-01,6.00,Ink\n')
  await owner.closeJune()
  const undo = () => owner.send(undoDataImport, { params: { id } })
  expect(await owner.refusal(undo())).toEqual(periodClosed)
  expect(await sender.undo(other.id)).toMatchObject({ state: 'undone' })
  await owner.reopenJune()
  expect(await sender.undo(id)).toMatchObject({ state: 'undone', kept: 0 })
})

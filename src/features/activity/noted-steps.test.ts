import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { signUpToMatch } from '../../../test/support/matching/sign-up-to-match.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { setAttachments, uploadAttachment } from '../attachments/contract.ts'
import { getIntegrations } from '../integrations/contract.ts'
import { matchTransaction, undoMatch } from '../matching/contract.ts'
import { listActivity } from './contract.ts'
import { sentenceOf } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function signUp() {
  const { cookie, session } = await app.signUpAndIn()
  await setPlan(app, session.business.id, 'enterprise')
  return { cookie, businessId: session.business.id }
}

async function said({ cookie }: { cookie: string }): Promise<string[]> {
  const { acts } = await answerOf(listActivity, await app.send(listActivity, {}, { cookie }))
  return acts.map((act) => Object.values(sentenceOf(act)).join(' '))
}

test('a match by hand names the transaction, and its undoing, too', async () => {
  const owner = await signUpToMatch(app)
  const [transactionId = ''] = await owner.addTransactions([
    { description: 'Paper House', amountMinor: 1200, date: '2026-11-20' },
  ])
  const targetIds = await owner.addExpenses([{ amountMinor: 1200, date: '2026-11-20' }])
  const match = await owner.ask(matchTransaction, {
    params: { id: transactionId },
    body: { kind: 'expense', targetIds },
  })
  await owner.ask(undoMatch, { params: { id: match.id } })
  expect((await said(owner)).filter((text) => text.includes('match'))).toEqual([
    'undid the match of Paper House',
    'matched the transaction Paper House',
  ])
})

test('a file is noted once it belongs to something, and when it is removed', async () => {
  const owner = await signUp()
  const { id } = await makeInvoice(app, owner.cookie)
  const before = await said(owner)
  const file = new Blob(['%PDF-1.7 plan'])
  const sent = await app.send(
    uploadAttachment,
    { file, query: { fileName: 'plan.pdf', requestId: randomUUID() } },
    owner,
  )
  const attachment = await answerOf(uploadAttachment, sent)
  expect(await said(owner)).toEqual(before)
  const attach = (attachments: string[]) =>
    app.send(setAttachments.invoice, { params: { id }, body: { attachments } }, owner)
  await attach([attachment.id])
  await attach([])
  expect(await said(owner)).toEqual(['removed the file plan.pdf', 'added the file plan.pdf', ...before])
})

test('looking at the integrations changes nothing', async () => {
  const owner = await signUp()
  expect((await app.send(getIntegrations, {}, owner)).status).toBe(200)
  expect(await said(owner)).toEqual([])
})

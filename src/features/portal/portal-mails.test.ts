import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type PortalOwner, signUpForPortal } from '../../../test/support/portal/sign-up-for-portal.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { emailInvoice } from '../invoices/contract.ts'
import { recordPayment } from '../payments/contract.ts'
import { emailStatement } from '../statements/contract.ts'
import * as contract from './contract.ts'
import { maskEmail } from './rules.ts'

let app: TestApp
let owner: PortalOwner
beforeAll(async () => {
  app = await createTestApp()
  owner = await signUpForPortal(app)
})
afterAll(() => app.close())

const line = 'See all your invoices and payments:\n'

async function emailed(of: PortalOwner) {
  const client = await of.addClient('Acme')
  const invoice = await of.invoice(client)
  await app.send(emailInvoice, { params: { id: invoice.id } }, { cookie: of.cookie })
  return { client, invoice, mails: () => of.mails('invoice') }
}

test('an invoice email leads to the portal of its client, also after the link was renewed', async () => {
  const { client, invoice, mails } = await emailed(owner)
  const token = await owner.tokenOf(client.id)
  expect((await mails()).at(-1)?.text).toContain(`${line}http://localhost:3000/portal/${token}\n`)
  await owner.renew(client.id)
  await app.send(emailInvoice, { params: { id: invoice.id } }, { cookie: owner.cookie })
  const renewed = await owner.tokenOf(client.id)
  expect(renewed).not.toBe(token)
  expect((await mails()).at(-1)?.text).toContain(`/portal/${renewed}\n`)
})

test('a receipt leads there, too', async () => {
  const { client, invoice } = await emailed(owner)
  const body = {
    requestId: crypto.randomUUID(),
    amountMinor: invoice.openMinor,
    method: 'transfer' as const,
    receivedOn: '2026-11-01',
    note: '',
    sendReceipt: true,
  }
  await app.send(recordPayment, { params: { id: invoice.id }, body }, { cookie: owner.cookie })
  expect((await owner.mails('receipt')).at(-1)?.text).toContain(`/portal/${await owner.tokenOf(client.id)}`)
})

test('a statement leads there, too', async () => {
  const { client } = await emailed(owner)
  const body = { currency: 'USD', to: '2026-11-01' } as const
  const response = await app.send(
    emailStatement,
    { params: { id: client.id }, body },
    { cookie: owner.cookie },
  )
  expect(response.status).toBe(200)
  expect((await owner.mails('statement')).at(-1)?.text).toContain(
    `/portal/${await owner.tokenOf(client.id)}\n`,
  )
})

test('on Free no email has a link', async () => {
  const free = await signUpForPortal(app, 'free')
  const { mails } = await emailed(free)
  expect(await mails()).toHaveLength(1)
  expect((await mails())[0]?.text).not.toContain('/portal/')
  await setPlan(app, free.businessId, 'pro')
})

test('a code is not sent while the business must not email its clients', async () => {
  const held = await createTestApp({ mailWaitsForVerification: true })
  try {
    const business = await signUpForPortal(held)
    const client = await business.addClient('Acme')
    const token = await business.tokenOf(client.id)
    const response = await business.ask(contract.sendPortalCode, { params: { token } })
    expect([response.status, await business.mails('portal-code')]).toEqual([503, []])
  } finally {
    await held.close()
  }
})

test('of an address one letter and the domain are shown', () => {
  expect(maskEmail('jane@acme.com')).toBe('j•••@acme.com')
  expect(maskEmail('j@acme.com')).toBe('j•••@acme.com')
})

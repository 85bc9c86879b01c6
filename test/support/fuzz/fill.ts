import { randomUUID } from 'node:crypto'
import * as banking from '../../../src/features/banking/contract.ts'
import { uploadLogo } from '../../../src/features/business/contract.ts'
import { sendContactMessage } from '../../../src/features/contact/contract.ts'
import * as integrations from '../../../src/features/integrations/contract.ts'
import { recordPayment } from '../../../src/features/payments/contract.ts'
import { createSeries } from '../../../src/features/recurring/contract.ts'
import { createTaxRate } from '../../../src/features/taxes/contract.ts'
import { createTemplate } from '../../../src/features/templates/contract.ts'
import type { Endpoint, RequestOf } from '../../../src/shared/endpoint.ts'
import { fillBanks, fillExpenses } from '../filled/fill-banks.ts'
import { makePicture } from '../fixtures/images.ts'
import { typedBanking, typedEmail, typedPaypal, typedStripe } from '../fixtures/integration-settings.ts'
import { clientInput } from '../fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../fixtures/invoices.ts'
import { seriesContent, seriesInput } from '../fixtures/recurring.ts'
import type { TestApp } from '../test-app.ts'

/** Creates an account with some rows of everything that has an id, through the API where that is fast. */
export async function fillForFuzz(app: TestApp, word: string) {
  const email = `${word}@example.com`
  const { cookie, session } = await app.signUpAndIn({ name: `${word} owner`, businessName: word, email })
  const businessId = session.business.id
  const userId = session.user.id
  await setPlan(app, businessId, 'enterprise')
  async function make<E extends Endpoint>(endpoint: E, request: RequestOf<E>) {
    const response = await app.send(endpoint, request, { cookie })
    if (!response.ok) throw new Error(await response.text())
  }

  const client = clientInput({ name: `${word} client` })
  const { id } = await makeInvoice(app, cookie, { client })
  await makeInvoice(app, cookie, { client, sendOption: 'email_now', sendReminder: true })
  await makeInvoice(app, cookie, { client, charge: { kind: 'amount', amountMinor: 0 } })
  const payment = { receivedOn: '2026-11-01', note: word, sendReceipt: false }
  for (const [method, amountMinor] of [
    ['cash', 100],
    ['transfer', 250],
  ] as const)
    await make(recordPayment, {
      params: { id },
      body: { ...payment, method, amountMinor, requestId: randomUUID() },
    })
  const content = seriesContent({ client })
  for (const frequency of ['monthly', 'weekly'] as const)
    await make(createSeries, {
      body: { ...seriesInput({ content, frequency, startDate: '2030-01-31' }), requestId: randomUUID() },
    })
  await make(createTemplate, { body: { name: word, content } })
  await make(createTaxRate, { body: { name: word, rate: 7700 } })
  await make(uploadLogo, { file: new Blob([new Uint8Array(await makePicture('png'))]) })
  await fillExpenses(app, { businessId, userId }, word)
  await fillBanks(app, { businessId, userId }, word)
  await make(banking.connectDemoBank, { body: { institution: 'chase', requestId: randomUUID() } })
  await make(integrations.saveStripe, { body: typedStripe })
  await make(integrations.savePaypal, { body: typedPaypal })
  await make(integrations.saveEmail, { body: { ...typedEmail, host: 'localhost', port: 9 } })
  await make(integrations.saveBanking, { body: typedBanking })
  await make(sendContactMessage, { body: { name: word, email, subject: word, message: word } })
  return { cookie, businessId, userId, email, word }
}

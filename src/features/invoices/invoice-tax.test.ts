import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientInput, invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { getBusiness, updateProfile } from '../business/contract.ts'
import { listClients } from '../clients/contract.ts'
import * as contract from './contract.ts'
import type { InvoiceInput } from './document/input-rules.ts'
import { getPublicInvoice } from './public/contract.ts'

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
})

const { company } = invoiceInput()
const sender = { ...company, country: 'DE', taxId: 'DE123456788' }
const recipient = clientInput({ country: 'AT', taxId: 'ATU12345675', taxTreatment: 'reverse_charge' })
const taxed: InvoiceInput['charge'] = {
  kind: 'lines',
  taxIncluded: true,
  lines: [
    { description: 'Book', quantity: 1000, rateMinor: 10_700, taxes: [1] },
    { description: 'Design', quantity: 1000, rateMinor: 11_900, taxes: [0] },
    { description: 'Stamps', quantity: 1000, rateMinor: 500, taxes: [] },
  ],
  discount: null,
  taxes: [
    { name: 'VAT', rate: 19_000 },
    { name: 'VAT', rate: 7000 },
  ],
  fees: [{ description: 'Delivery', amountMinor: 1000 }],
}
const untaxed: InvoiceInput['charge'] = { kind: 'amount', amountMinor: 10_000 }

const business = async () => answerOf(getBusiness, await app.send(getBusiness, {}, { cookie }))

describe('an invoice keeps', () => {
  test('prices with tax and the taxes of each line, through every copy', async () => {
    const made = await makeInvoice(app, cookie, { charge: taxed })
    expect(made.charge).toEqual(taxed)
    expect(made.totals).toMatchObject({
      subtotalMinor: 23_100,
      taxesMinor: [1900, 700],
      taxMinor: 2600,
      totalMinor: 24_100,
    })
    const params = { id: made.id }
    const copied = await answerOf(
      contract.duplicateInvoice,
      await app.send(contract.duplicateInvoice, { params }, { cookie }),
    )
    expect(copied).toMatchObject({ charge: taxed, totals: made.totals })
    const shown = await answerOf(getPublicInvoice, await app.send(getPublicInvoice, { params }, {}))
    expect(shown).toMatchObject({ charge: taxed, totals: made.totals, amountDueMinor: 24_100 })
  })

  test('who both sides are for the tax office, and the sentence about tax', async () => {
    const taxNote = 'Steuerschuldnerschaft des Leistungsempfängers / Reverse charge'
    const made = await makeInvoice(app, cookie, {
      company: sender,
      client: recipient,
      charge: untaxed,
      taxNote,
    })
    const shown = await answerOf(
      getPublicInvoice,
      await app.send(getPublicInvoice, { params: { id: made.id } }, {}),
    )
    const { id: _id, ...client } = recipient
    expect(shown).toMatchObject({ company: sender, client, taxNote })
  })

  test('the words that the law asks for with reverse charge, even if they were left empty', async () => {
    const made = await makeInvoice(app, cookie, { company: sender, client: recipient, charge: untaxed })
    expect(made.taxNote).toBe('Steuerschuldnerschaft des Leistungsempfängers / Reverse charge')
    const exempt = { ...recipient, taxTreatment: 'exempt' as const }
    const other = await makeInvoice(app, cookie, { company: sender, client: exempt, charge: untaxed })
    expect(other.taxNote).toBe('')
  })

  test('what a change says about tax', async () => {
    const made = await makeInvoice(app, cookie, { charge: taxed })
    const body = {
      ...invoiceInput({ client: recipient, charge: untaxed, taxNote: 'No tax' }),
      version: made.version,
    }
    const response = await app.send(contract.updateInvoice, { params: { id: made.id }, body }, { cookie })
    const { id: _id, ...client } = recipient
    expect(await answerOf(contract.updateInvoice, response)).toMatchObject({
      client,
      charge: untaxed,
      taxNote: 'No tax',
      totals: { taxMinor: 0, totalMinor: 10_000 },
    })
  })
})

describe('the database refuses', () => {
  test.each([
    ['a total that leaves out tax which is not included', 'tax_included = false'],
    ['taxes on an invoice with reverse charge', "tax_treatment = 'reverse_charge'"],
  ])('%s', async (_, change) => {
    const { id } = await makeInvoice(app, cookie, { charge: taxed })
    const changing = withTenant(app.database, businessId, ({ client }) =>
      client.query(`update invoices set ${change} where id = $1`, [id]),
    )
    await expect(changing).rejects.toThrow(/violates check constraint "invoices_/)
  })
})

describe('what the next invoice starts with', () => {
  test('the client’s country, tax number and treatment', async () => {
    await makeInvoice(app, cookie, { client: recipient, charge: untaxed })
    const answer = await app.send(listClients, { query: {} }, { cookie })
    expect((await answerOf(listClients, answer)).clients).toMatchObject([
      { country: 'AT', taxId: 'ATU12345675', taxTreatment: 'reverse_charge' },
    ])
  })

  test('the business’s country and tax number, from the first invoice that has them', async () => {
    await makeInvoice(app, cookie)
    expect(await business()).toMatchObject({ country: '', taxId: '' })
    await makeInvoice(app, cookie, { company: sender })
    expect(await business()).toMatchObject({ country: 'DE', taxId: 'DE123456788' })
    await makeInvoice(app, cookie, { company: { ...sender, country: 'AT', taxId: 'ATU12345675' } })
    expect(await business()).toMatchObject({ country: 'DE', taxId: 'DE123456788' })
  })

  test('a number of another country is not put beside the country of the profile', async () => {
    await makeInvoice(app, cookie, { company: { ...sender, taxId: '' } })
    await makeInvoice(app, cookie, { company: { ...sender, country: 'AT', taxId: 'ATU12345675' } })
    expect(await business()).toMatchObject({ country: 'DE', taxId: '' })
  })
})

describe('the profile', () => {
  const profile = {
    name: 'Test Owner',
    businessName: 'Test Business',
    businessEmail: '',
    phone: '',
    address: '',
    contactName: '',
    timeZone: 'UTC',
  }
  const save = (change: { country?: string; taxId?: string }) =>
    app.send(updateProfile, { body: { ...profile, ...change } }, { cookie })

  test('keeps country and tax number, the number in its customary form', async () => {
    const saved = await answerOf(updateProfile, await save({ country: 'BR', taxId: '12345678000195' }))
    expect(saved).toMatchObject({ country: 'BR', taxId: '12.345.678/0001-95' })
    expect(await answerOf(updateProfile, await save({}))).toMatchObject({
      country: 'BR',
      taxId: '12.345.678/0001-95',
    })
    expect(await answerOf(updateProfile, await save({ country: '', taxId: '' }))).toMatchObject({
      country: '',
      taxId: '',
    })
  })

  test('refuses a number that is not of the country, also one that was there before the country', async () => {
    const wrong = await save({ country: 'DE', taxId: '123' })
    expect(wrong.status).toBe(422)
    expect(await wrong.json()).toMatchObject({
      fields: { taxId: 'Please check the VAT number: it should look like DE123456788.' },
    })
    await save({ country: 'US', taxId: '12-3456789' })
    expect(await (await save({ country: 'AU' })).json()).toMatchObject({
      fields: { taxId: 'Please check the ABN: it should look like 18 123 456 789.' },
    })
  })
})

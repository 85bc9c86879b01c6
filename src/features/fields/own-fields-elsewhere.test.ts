import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readExport } from '../../../test/support/exports/read-export.ts'
import { invoiceDocument } from '../../../test/support/fixtures/invoice-document.ts'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import {
  type RecurringApp,
  createRecurringApp,
  seriesContent,
  signUpOnPro,
} from '../../../test/support/fixtures/recurring.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, problemOf } from '../../../test/support/test-app.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { createClient, exportClients } from '../clients/contract.ts'
import { emailInvoice, exportInvoices } from '../invoices/contract.ts'
import { documentFacts, factRows } from '../invoices/document/row-rules.ts'
import { renderInvoicePdf } from '../invoices/pdf/invoice-pdf.ts'
import { updateSeries } from '../recurring/contract.ts'
import { createTemplate } from '../templates/contract.ts'
import { addOwnField } from './contract.ts'

type NewField = RequestOf<typeof addOwnField>['body']

let recurring: RecurringApp
let app: TestApp
beforeAll(async () => {
  recurring = await createRecurringApp()
  app = recurring.app
})
beforeEach(() => recurring.setClock())
afterAll(() => app.close())

async function signUp() {
  const owner = await signUpOnPro(app)
  await setPlan(app, owner.businessId, 'enterprise')
  const field = async (changes: Partial<NewField> = {}) => {
    const body: NewField = {
      target: 'invoice',
      kind: 'text',
      label: 'Site',
      choices: [],
      onDocuments: true,
      ...changes,
    }
    const fields = await answerOf(
      addOwnField,
      await app.send(addOwnField, { body }, { cookie: owner.cookie }),
    )
    return fields[body.target].at(-1)!.id
  }
  return { ...owner, field }
}

test('a recurring invoice passes them on to those it makes, in the email too', async () => {
  const { cookie, field, make, invoices, mails } = await signUp()
  const site = await field()
  const series = await make({
    startDate: '2026-11-15',
    sends: true,
    content: seriesContent({ ownFields: { [site]: ' Basel ' } }),
  })
  expect(series.content.ownFields).toEqual({ [site]: 'Basel' })
  await recurring.run()
  expect(await invoices()).toMatchObject([{ ownFields: { [site]: 'Basel' } }])
  expect((await mails('invoice'))[0]?.text).toMatch(/Site:?\s+Basel/)
  const body = { ...series, content: seriesContent({ ownFields: { [crypto.randomUUID()]: 'x' } }) }
  const { frequency, startDate, end, sends, content, version } = body
  const refused = await app.send(
    updateSeries,
    { params: { id: series.id }, body: { frequency, startDate, end, sends, content, version } },
    { cookie },
  )
  expect(Object.keys((await problemOf(refused)).fields ?? {})).toEqual([
    expect.stringMatching(/^content\.ownFields\./),
  ])
})

test('a template keeps them, and refuses what they can’t hold', async () => {
  const { cookie, field } = await signUp()
  const hours = await field({ kind: 'number', label: 'Hours' })
  const save = (value: string) =>
    app.send(
      createTemplate,
      { body: { name: value, content: seriesContent({ ownFields: { [hours]: value } }) } },
      { cookie },
    )
  expect((await answerOf(createTemplate, await save('08.0'))).content.ownFields).toEqual({ [hours]: '8' })
  expect((await problemOf(await save('many'))).fields).toEqual({
    [`content.ownFields.${hours}`]: 'Please enter a number for Hours, such as 1234.5.',
  })
})

test('an email with the invoice has those that are shown on documents', async () => {
  const { cookie, field, mails } = await signUp()
  const [day, secret] = [await field({ kind: 'date', label: 'Day' }), await field({ onDocuments: false })]
  const { id } = await makeInvoice(app, cookie, { ownFields: { [day]: '2026-11-20', [secret]: 'Hidden' } })
  await app.send(emailInvoice, { params: { id } }, { cookie })
  const [mail] = await mails('invoice')
  expect(mail?.text).toContain('Nov 20, 2026')
  expect(mail?.text).not.toContain('Hidden')
})

test('lists are exported with a column for each field, and with none where there are none', async () => {
  const { cookie, field } = await signUp()
  const hours = await field({ kind: 'number', label: 'Hours' })
  const day = await field({ kind: 'date', label: 'Day' })
  const level = await field({ target: 'client', label: 'Level', onDocuments: false })
  await makeInvoice(app, cookie, { ownFields: { [hours]: '1234.5', [day]: '2026-11-20' } })
  const { rows } = await readExport(app, exportInvoices, {}, cookie)
  expect(rows).toMatchObject([{ Hours: 1234.5, Day: '2026-11-20' }])
  const { id: _id, ...details } = clientInput({ email: 'other@example.com' })
  const client = { ...details, currency: null, ownFields: { [level]: '=1+1' } }
  await app.send(createClient, { body: { client, noReminders: false } }, { cookie })
  const listed = await readExport(app, exportClients, { search: '=1+' }, cookie)
  expect(listed.rows).toMatchObject([{ Level: '=1+1' }])
  const other = await signUp()
  await makeInvoice(app, other.cookie)
  const [row] = (await readExport(app, exportInvoices, {}, other.cookie)).rows
  expect(Object.keys(row ?? {})).not.toContain('Hours')
})

const shownFields = [
  { id: 'a', label: 'Hours', kind: 'number', value: '1234.5' },
  { id: 'b', label: 'Day', kind: 'date', value: '2026-11-20' },
] as const

test('documents show them last, in the number format of the document', () => {
  const document = invoiceDocument({ locale: 'de-DE', shownFields: [...shownFields] })
  const rows = [
    { key: 'a', label: 'Hours', value: '1.234,5' },
    { key: 'b', label: 'Day', value: 'Nov 20, 2026' },
  ]
  expect(documentFacts(document).slice(-2)).toEqual(rows)
  for (const surface of ['receipt', 'invoiceMail', 'reminderMail', 'receiptMail'] as const) {
    expect(factRows(document, surface).slice(-2)).toEqual(rows)
  }
  expect(factRows(document, 'creditNote').map(({ key }) => key)).not.toContain('a')
})

test.each(['classic', 'modern', 'compact'] as const)(
  'ten of them with long names fit on a PDF in the %s look',
  async (look) => {
    const fields = Array.from({ length: 10 }, (_, n) => ({
      id: String(n),
      label: `Name ${n} that is as long as can be chosen`,
      kind: 'text' as const,
      value: `Value ${n} ${'of many words '.repeat(12)}end`,
    }))
    const style = { look, accentColour: '#0d5f5a', logoPosition: 'left' } as const
    const document = invoiceDocument({ shownFields: fields, style })
    const bytes = await renderInvoicePdf(document, { publicUrl: 'https://pay.example/i', logo: null })
    const { pages, text } = await readPdf(bytes)
    for (const n of fields.keys()) {
      expect(text).toContain(`Name ${n}`)
      expect(text).toContain(`Value ${n}`)
    }
    for (const { width, height, items } of pages) {
      for (const item of items) expect(item.x + item.width).toBeLessThan(width)
      for (const item of items) expect(item.y).toBeLessThan(height)
      const names = items.filter((item) => item.text.startsWith('Name '))
      const values = items.filter((item) => item.text.startsWith('Value '))
      for (const name of names) {
        const overlapped = values.filter(
          ({ x, y }) => Math.abs(y - name.y) < 4 && x > name.x && x < name.x + name.width,
        )
        expect(overlapped).toEqual([])
      }
    }
  },
)

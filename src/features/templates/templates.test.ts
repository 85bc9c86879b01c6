import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { removeLogo, uploadLogo } from '../business/contract.ts'
import { getInvoice } from '../invoices/contract.ts'
import type { InvoiceContent } from '../invoices/document/input-rules.ts'
import * as contract from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function comeAs(plan: 'free' | 'pro') {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
  await setPlan(app, businessId, plan)
}
beforeEach(() => comeAs('pro'))

function contentOf(changes: Partial<InvoiceContent> = {}): InvoiceContent {
  const { issueDate: _issue, dueDate: _due, sendOption: _option, ...content } = invoiceInput()
  return { ...content, parts: [], dueInDays: null, ...changes }
}

const sendNew = (name: string, content = contentOf()) =>
  app.send(contract.createTemplate, { body: { name, content } }, { cookie })
const sendChangeOf = (id: string, updatedAt: string, name: string, content = contentOf()) =>
  app.send(contract.updateTemplate, { params: { id }, body: { name, content, updatedAt } }, { cookie })
/** Of what is saved now. */
const sendChange = async (id: string, name: string, content?: InvoiceContent) => {
  const { updatedAt = new Date().toISOString() } = (await list()).find((template) => template.id === id) ?? {}
  return sendChangeOf(id, updatedAt, name, content)
}
const sendGet = (id: string) => app.send(contract.getTemplate, { params: { id } }, { cookie })
const remove = (id: string) => app.send(contract.deleteTemplate, { params: { id } }, { cookie })
const create = async (name: string, content?: InvoiceContent) =>
  answerOf(contract.createTemplate, await sendNew(name, content))
const read = async (id: string) => answerOf(contract.getTemplate, await sendGet(id))
const list = async () =>
  (await answerOf(contract.listTemplates, await app.send(contract.listTemplates, {}, { cookie }))).templates
const names = async () => (await list()).map(({ name }) => name)

async function upload(): Promise<string> {
  const file = new Blob([new Uint8Array(await makePicture('png'))])
  return (await answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie }))).id
}

test('templates are kept, listed by name with client and total, changed and removed', async () => {
  const retainer = await create(' Retainer ')
  expect(retainer).toEqual({
    id: expect.any(String),
    name: 'Retainer',
    content: contentOf(),
    updatedAt: expect.any(String),
  })
  await create('audit', contentOf({ charge: { kind: 'amount', amountMinor: 50_000 } }))
  expect(await list()).toMatchObject([
    { name: 'audit', clientName: 'Test Client', totalMinor: 50_000 },
    { name: 'Retainer', clientName: 'Test Client', totalMinor: 169_811 },
  ])
  const later = contentOf({ paymentTerms: 'custom', dueInDays: 45, notes: 'Thank you' })
  expect((await sendChange(retainer.id, 'Monthly', later)).status).toBe(200)
  expect(await read(retainer.id)).toMatchObject({ name: 'Monthly', content: later })
  expect((await remove(retainer.id)).status).toBe(204)
  expect(await names()).toEqual(['audit'])
  expect((await sendGet(retainer.id)).status).toBe(404)
  expect((await remove(retainer.id)).status).toBe(404)
})

test('a template keeps its currency, and the list says it', async () => {
  const euros = contentOf({ currency: 'EUR', charge: { kind: 'amount', amountMinor: 50_000 } })
  const { id } = await create('Retainer', euros)
  expect(await list()).toMatchObject([{ currency: 'EUR', totalMinor: 50_000 }])
  expect((await sendChange(id, 'Retainer', { ...euros, currency: 'JPY' })).status).toBe(200)
  expect((await read(id)).content).toMatchObject({ currency: 'JPY', charge: { amountMinor: 50_000 } })
  // Content from before there were other currencies is in US dollars.
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(`update invoice_templates set content = content - 'currency'`),
  )
  expect((await read(id)).content.currency).toBe('USD')
  expect(await list()).toMatchObject([{ currency: 'USD' }])
})

test('a change of what was changed elsewhere since is refused', async () => {
  const { id, updatedAt } = await create('Retainer')
  const newer = await answerOf(contract.updateTemplate, await sendChangeOf(id, updatedAt, 'Monthly'))
  expect(await problemOf(await sendChangeOf(id, updatedAt, 'Weekly'))).toMatchObject({
    status: 409,
    code: 'CHANGED_ELSEWHERE',
  })
  expect(await names()).toEqual(['Monthly'])
  expect((await sendChangeOf(id, newer.updatedAt, 'Weekly')).status).toBe(200)
})

test('what is no name or no content is refused at its field', async () => {
  const tooHigh = contentOf({
    charge: {
      kind: 'lines',
      taxIncluded: false,
      lines: [{ description: 'Work', quantity: 1000, rateMinor: 100 }],
      discount: { kind: 'fixed', value: 101, description: '' },
      taxes: [],
      fees: [],
    },
  })
  const bad: [string, InvoiceContent, string][] = [
    ['  ', contentOf(), 'name'],
    ['x'.repeat(81), contentOf(), 'name'],
    ['A', contentOf({ dueInDays: 10 }), 'content.dueInDays'],
    ['A', contentOf({ client: { ...contentOf().client, email: 'nobody' } }), 'content.client.email'],
    ['A', tooHigh, 'content.charge.discount.value'],
    ['A', contentOf({ currency: 'XXX' }), 'content.currency'],
    [
      'A',
      contentOf({ charge: { kind: 'amount', amountMinor: 100_000_000_000 } }),
      'content.charge.amountMinor',
    ],
  ]
  for (const [name, content, field] of bad) {
    const answer = await sendNew(name, content)
    expect([field, answer.status]).toEqual([field, 422])
    expect(Object.keys((await problemOf(answer)).fields ?? {})).toEqual([field])
  }
  expect(await list()).toEqual([])
})

describe('a name', () => {
  test('is taken in whatever case it is written, at both making and changing', async () => {
    await create('Retainer')
    const other = await create('Other')
    for (const answer of [await sendNew('RETAINER'), await sendChange(other.id, 'retainer')]) {
      expect(answer.status).toBe(409)
      expect(await problemOf(answer)).toMatchObject({
        code: 'NAME_TAKEN',
        fields: { name: 'You already have a template with this name.' },
      })
    }
    expect((await sendChange(other.id, 'OTHER')).status).toBe(200)
  })

  test('five times at once makes one template', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendNew('Retainer')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  })
})

test('there are at most so many, also when more come at once', async () => {
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into invoice_templates (business_id, name, content) select $1, 'T' || n, $2 from generate_series(1, $3::int) n`,
      [businessId, contentOf(), contract.maxTemplates - 1],
    ),
  )
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => sendNew(name)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  const refused = answers.find(({ status }) => status === 422)!
  expect((await problemOf(refused)).message).toContain('at most 100 templates')
  expect(await list()).toHaveLength(contract.maxTemplates)
})

describe('a logo', () => {
  const logos = () =>
    withTenant(app.database, businessId, async ({ client }) => {
      const { rows } = await client.query<{ id: string }>('select id from files')
      return rows.map(({ id }) => id)
    })

  test('stays as long as a template has it, and goes with the last one', async () => {
    const logoId = await upload()
    const [one, two] = [
      await create('One', contentOf({ logoId })),
      await create('Two', contentOf({ logoId })),
    ]
    expect((await app.send(removeLogo, {}, { cookie })).status).toBe(204)
    expect((await read(one.id)).content.logoId).toBe(logoId)
    expect((await sendChange(one.id, 'One', contentOf())).status).toBe(200)
    expect(await logos()).toEqual([logoId])
    expect((await remove(two.id)).status).toBe(204)
    expect(await logos()).toEqual([])
  })

  test('that is gone is left out', async () => {
    const logoId = await upload()
    const { id } = await create('With logo', contentOf({ logoId }))
    await withTenant(app.database, businessId, async ({ client }) => {
      await client.query('update businesses set logo_id = null')
      await client.query('delete from files')
    })
    expect((await read(id)).content.logoId).toBeNull()
    expect((await sendChange(id, 'Renamed', contentOf({ logoId }))).status).toBe(200)
  })

  test('of another business is none', async () => {
    const logoId = await upload()
    await comeAs('pro')
    expect((await create('Borrowed', contentOf({ logoId }))).content.logoId).toBeNull()
  })
})

test('content that the rules do not know any more is listed and removed, and not handed out', async () => {
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<{ id: string }>(
      `insert into invoice_templates (business_id, name, content) values ($1, 'Old', '{"client":{"name":1}}') returning id`,
      [businessId],
    ),
  )
  const { id } = rows[0]!
  expect(await list()).toMatchObject([{ id, name: 'Old', clientName: '', totalMinor: 0 }])
  const answer = await sendGet(id)
  expect(answer.status).toBe(422)
  expect((await problemOf(answer)).message).toBe(
    'This template can no longer be used. Please create it again.',
  )
  expect((await remove(id)).status).toBe(204)
})

test('a template and the invoices that began with it leave each other alone', async () => {
  const template = await create('Retainer')
  const { dueInDays: _days, parts: _parts, ...begun } = template.content
  const made = await makeInvoice(app, cookie, { ...begun, notes: 'Only this time' })
  expect(await read(template.id)).toEqual(template)
  expect((await sendChange(template.id, 'Monthly', contentOf({ notes: 'From now on' }))).status).toBe(200)
  expect((await remove(template.id)).status).toBe(204)
  const params = { id: made.id }
  expect(await answerOf(getInvoice, await app.send(getInvoice, { params }, { cookie }))).toEqual(made)
})

test('the Free plan makes and changes none, and reads and removes what there is', async () => {
  const { id } = await create('Retainer')
  await setPlan(app, businessId, 'free')
  for (const answer of [await sendNew('Another'), await sendChange(id, 'Renamed')]) {
    expect(answer.status).toBe(403)
    expect(await problemOf(answer)).toMatchObject({
      code: 'PLAN_REQUIRED',
      message: 'Invoice templates are part of the Pro plan.',
    })
  }
  expect((await read(id)).name).toBe('Retainer')
  expect((await remove(id)).status).toBe(204)
})

test('another business sees none of them', async () => {
  const mine = await create('Retainer')
  await comeAs('pro')
  expect(await list()).toEqual([])
  for (const answer of [await sendGet(mine.id), await sendChange(mine.id, 'Mine'), await remove(mine.id)]) {
    expect(answer.status).toBe(404)
  }
})

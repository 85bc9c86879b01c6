import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../test/support/add-member.ts'
import { clientInput, invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { walkPages } from '../../../test/support/walk-pages.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { createClient, getClient, listClientsWithSums, updateClient } from '../clients/contract.ts'
import {
  createInvoice,
  duplicateInvoice,
  getInvoice,
  listInvoices,
  updateInvoice,
} from '../invoices/contract.ts'
import { getPublicInvoice } from '../invoices/public/contract.ts'
import * as contract from './contract.ts'

type NewField = RequestOf<typeof contract.addOwnField>['body']

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function signUp(plan: 'free' | 'enterprise' = 'enterprise') {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  await setPlan(app, businessId, plan)
  const sendField = (body: Partial<NewField> = {}) =>
    app.send(
      contract.addOwnField,
      {
        body: { target: 'invoice', kind: 'text', label: 'Site', choices: [], onDocuments: false, ...body },
      },
      { cookie },
    )
  return {
    cookie,
    businessId,
    sendField,
    /** Returns the id of the field. */
    field: async (body: Partial<NewField> = {}) => {
      const fields = await answerOf(contract.addOwnField, await sendField(body))
      return fields[body.target ?? 'invoice'].at(-1)!.id
    },
    list: async () =>
      answerOf(contract.listOwnFields, await app.send(contract.listOwnFields, {}, { cookie })),
    archive: async (id: string, archived = true) =>
      app.send(contract.archiveOwnField, { params: { id }, body: { archived } }, { cookie }),
    make: (ownFields: Record<string, string>) => makeInvoice(app, cookie, { ownFields }),
    change: async (id: string, version: number, ownFields: Record<string, string>) =>
      app.send(
        updateInvoice,
        { params: { id }, body: { ...invoiceInput({ ownFields }), version } },
        { cookie },
      ),
    read: async (id: string) =>
      answerOf(getInvoice, await app.send(getInvoice, { params: { id } }, { cookie })),
    search: async (search: string) =>
      (
        await answerOf(listInvoices, await app.send(listInvoices, { query: { search } }, { cookie }))
      ).invoices.map(({ id }) => id),
  }
}

describe('fields', () => {
  test('are added at the end, changed, ordered, archived and brought back', async () => {
    const { cookie, field, list, archive } = await signUp()
    const site = await field()
    const colour = await field({
      kind: 'choice',
      label: 'Color',
      choices: ['Red', 'Blue'],
      onDocuments: true,
    })
    const body = { label: 'Colour', choices: ['Red'], onDocuments: false }
    await answerOf(
      contract.changeOwnField,
      await app.send(contract.changeOwnField, { params: { id: colour }, body }, { cookie }),
    )
    await answerOf(
      contract.orderOwnFields,
      await app.send(
        contract.orderOwnFields,
        { body: { target: 'invoice', ids: [colour, site] } },
        { cookie },
      ),
    )
    expect((await list()).invoice).toEqual([
      { id: colour, kind: 'choice', ...body, isArchived: false },
      { id: site, kind: 'text', label: 'Site', choices: [], onDocuments: false, isArchived: false },
    ])
    await archive(colour)
    expect((await list()).invoice.map(({ id, isArchived }) => [id, isArchived])).toEqual([
      [site, false],
      [colour, true],
    ])
    await archive(colour, false)
    expect((await list()).invoice.map(({ id }) => id)).toEqual([colour, site])
  })

  test.each([
    [{ label: ' ' }, 'label'],
    [{ label: 'x'.repeat(41) }, 'label'],
    [{ kind: 'choice' as const }, 'choices'],
    [{ kind: 'choice' as const, choices: ['A', 'a'] }, 'choices'],
    [{ kind: 'choice' as const, choices: Array.from({ length: 21 }, (_, n) => `Choice ${n}`) }, 'choices'],
    [{ kind: 'choice' as const, choices: ['x'.repeat(61)] }, 'choices.0'],
  ])('are refused at the field that is wrong: %j', async (body, name) => {
    const { sendField } = await signUp()
    const answer = await sendField(body)
    expect(answer.status).toBe(422)
    expect(Object.keys((await problemOf(answer)).fields ?? {})).toEqual([name])
  })

  test('have a name once, in whatever case, for clients and invoices apart', async () => {
    const { sendField } = await signUp()
    expect((await sendField()).status).toBe(200)
    expect((await sendField({ target: 'client' })).status).toBe(200)
    const taken = await sendField({ label: 'sITE' })
    expect(await problemOf(taken)).toMatchObject({
      code: 'NAME_TAKEN',
      fields: { label: expect.stringContaining('already') },
    })
  })

  test('are at most ten, also when more come at once; archived ones do not count', async () => {
    const { sendField, list, archive } = await signUp()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => sendField({ label: `Field ${index}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(200), 422, 422])
    const [first] = (await list()).invoice
    await archive(first!.id)
    expect((await sendField({ label: 'One more' })).status).toBe(200)
    expect((await archive(first!.id, false)).status).toBe(422)
  })

  test('are ordered as they are now, or not at all', async () => {
    const { cookie, field } = await signUp()
    const id = await field()
    for (const ids of [[], [id, id], [crypto.randomUUID()]]) {
      const body = { target: 'invoice' as const, ids }
      const answer = await app.send(contract.orderOwnFields, { body }, { cookie })
      expect((await problemOf(answer)).code).toBe('CHANGED_ELSEWHERE')
    }
  })

  test('take the Enterprise plan to define, and stay without it', async () => {
    const { businessId, sendField, field, list, archive } = await signUp()
    const id = await field()
    await setPlan(app, businessId, 'pro')
    for (const answer of [await sendField({ label: 'Other' }), await archive(id)]) {
      expect([answer.status, (await problemOf(answer)).code]).toEqual([403, 'PLAN_REQUIRED'])
    }
    expect((await list()).invoice).toHaveLength(1)
  })

  test('are defined by owners and admins, and read by everyone', async () => {
    const { businessId, field } = await signUp()
    await field()
    for (const [role, status] of [
      ['admin', 200],
      ['sales', 403],
      ['viewer', 403],
    ] as const) {
      const { cookie, headers } = await addMember(app, businessId, role)
      const body: NewField = { target: 'client', kind: 'text', label: role, choices: [], onDocuments: false }
      const added = await app.send(contract.addOwnField, { body }, { cookie, headers })
      expect([role, added.status]).toEqual([role, status])
      expect((await app.send(contract.listOwnFields, {}, { cookie, headers })).status).toBe(200)
    }
  })

  test('of another business are not there', async () => {
    const mine = await signUp()
    const id = await mine.field()
    const other = await signUp()
    expect(await other.list()).toEqual({ client: [], invoice: [] })
    expect((await other.archive(id)).status).toBe(404)
  })
})

describe('what an invoice holds', () => {
  test('is stored in one form, and what is left out stays', async () => {
    const { field, make, change, read } = await signUp()
    const [site, hours, day] = [
      await field(),
      await field({ kind: 'number', label: 'Hours' }),
      await field({ kind: 'date', label: 'Day' }),
    ]
    const made = await make({ [site]: ' Basel ', [hours]: '007.50', [day]: '2026-11-20' })
    expect(made.ownFields).toEqual({ [site]: 'Basel', [hours]: '7.5', [day]: '2026-11-20' })
    expect((await change(made.id, made.version, { [site]: '', [hours]: '-0.0' })).status).toBe(200)
    expect((await read(made.id)).ownFields).toEqual({ [hours]: '0', [day]: '2026-11-20' })
    expect((await change(made.id, made.version + 1, {})).status).toBe(200)
    expect((await read(made.id)).ownFields).toEqual({ [hours]: '0', [day]: '2026-11-20' })
  })

  test.each([
    ['number', '1,5', 'Please enter a number for Site'],
    ['number', '1e3', 'Please enter a number for Site'],
    ['date', '2026-02-30', 'Please choose a date for Site'],
    ['choice', 'Green', 'Please choose one of the choices for Site'],
    ['text', 'x'.repeat(201), 'Please use at most 200 characters'],
  ] as const)('is refused if it is no %s', async (kind, value, message) => {
    const { cookie, field } = await signUp()
    const id = await field({ kind, choices: kind === 'choice' ? ['Red'] : [] })
    const body = { ...invoiceInput({ ownFields: { [id]: value } }), requestId: crypto.randomUUID() }
    const answer = await app.send(createInvoice, { body }, { cookie })
    expect(answer.status).toBe(422)
    expect((await problemOf(answer)).fields).toEqual({
      [`ownFields.${id}`]: expect.stringContaining(message),
    })
  })

  test('is refused for a field that is not there or is one of clients', async () => {
    const { field, make, change } = await signUp()
    const ofClients = await field({ target: 'client' })
    const made = await make({})
    for (const id of [ofClients, crypto.randomUUID()]) {
      const answer = await change(made.id, made.version, { [id]: 'x' })
      expect((await problemOf(answer)).fields).toEqual({
        [`ownFields.${id}`]: 'This field no longer exists.',
      })
    }
  })

  test('stays where its field is archived or its choice is taken away', async () => {
    const { cookie, field, make, change, read, archive } = await signUp()
    const site = await field()
    const colour = await field({ kind: 'choice', label: 'Color', choices: ['Red', 'Blue'] })
    const made = await make({ [site]: 'Basel', [colour]: 'Red' })
    await archive(site)
    const body = { label: 'Color', choices: ['Blue'], onDocuments: false }
    await app.send(contract.changeOwnField, { params: { id: colour }, body }, { cookie })
    const answer = await change(made.id, made.version, { [site]: 'Bern', [colour]: 'Red' })
    expect(answer.status).toBe(200)
    expect((await read(made.id)).ownFields).toEqual({ [site]: 'Basel', [colour]: 'Red' })
  })

  test('goes into its copy', async () => {
    const { cookie, field, make } = await signUp()
    const site = await field({ onDocuments: true })
    const { id, shownFields } = await make({ [site]: 'Basel' })
    const copy = await answerOf(
      duplicateInvoice,
      await app.send(duplicateInvoice, { params: { id } }, { cookie }),
    )
    expect(copy).toMatchObject({ ownFields: { [site]: 'Basel' }, shownFields })
    expect(shownFields).toEqual([{ id: site, label: 'Site', kind: 'text', value: 'Basel' }])
  })

  test('is on the public page where the field is shown on documents, under its name of today', async () => {
    const { cookie, field, make } = await signUp()
    const site = await field({ onDocuments: true })
    const secret = await field({ label: 'Secret' })
    const { id } = await make({ [site]: 'Basel', [secret]: 'Hidden' })
    const body = { label: 'Place', choices: [], onDocuments: true }
    await app.send(contract.changeOwnField, { params: { id: site }, body }, { cookie })
    const answer = await app.send(getPublicInvoice, { params: { id } })
    const text = await answer.text()
    expect(text).toContain('"label":"Place"')
    expect(text).toContain('"value":"Basel"')
    expect(text).not.toContain('Hidden')
  })

  test('finds the invoice, as it is now', async () => {
    const { field, make, change, search } = await signUp()
    const [site, hours] = [await field(), await field({ kind: 'number', label: 'Hours' })]
    const { id, version } = await make({ [site]: 'Öl-Depot', [hours]: '1234.5' })
    await make({})
    for (const text of ['öl-dep', 'depot', 'ö', '1234.5'])
      expect([text, await search(text)]).toEqual([text, [id]])
    expect(await search('bern')).toEqual([])
    await change(id, version, { [site]: 'Bern' })
    expect([await search('bern'), await search('depot')]).toEqual([[id], []])
    const other = await signUp()
    expect(await other.search('bern')).toEqual([])
  })
})

test('more invoices than are looked up hold the same, and are found once each, page by page', async () => {
  const { businessId, cookie, field } = await signUp()
  const site = await field()
  const count = 1100
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into invoices (business_id, number, created_by, company_name, company_email, client_name, client_email,
         issue_date, due_date, payment_terms, currency, locale, subtotal_minor, discount_minor, tax_minor, fees_minor,
         total_minor, send_option, send_reminder, own_fields)
       select $1, 'N' || n, $1, 'Co', 'co@example.com', 'Client', 'client@example.com', due, due, 'custom', 'USD', 'en-US',
         100, 0, 0, 0, 100, 'do_not_send', false, jsonb_build_object($2::text, 'Basel ' || n)
       from (select n, date '2026-01-01' + n / 8 as due from generate_series(1, $3::integer) n) rows`,
      [businessId, site, count],
    ),
  )
  const pages = await walkPages(
    async (cursor) =>
      answerOf(
        listInvoices,
        await app.send(listInvoices, { query: { search: 'basel', ...cursor } }, { cookie }),
      ),
    ({ invoices }) => invoices.map(({ id }) => id),
  )
  const found = pages.flat()
  expect([found.length, new Set(found).size]).toEqual([count, count])
})

test('what a client holds is stored, searched and kept where it is left out', async () => {
  const { cookie, field } = await signUp()
  const level = await field({ target: 'client', kind: 'choice', label: 'Level', choices: ['Gold', 'Silver'] })
  const { id: _id, ...details } = clientInput()
  const client = { ...details, currency: null, ownFields: { [level]: 'Gold' } }
  const made = await answerOf(
    createClient,
    await app.send(createClient, { body: { client, noReminders: false } }, { cookie }),
  )
  const read = async () =>
    answerOf(getClient, await app.send(getClient, { params: { id: made.id } }, { cookie }))
  expect((await read()).ownFields).toEqual({ [level]: 'Gold' })
  const listed = await app.send(listClientsWithSums, { query: { search: 'gOLD' } }, { cookie })
  expect((await answerOf(listClientsWithSums, listed)).clients.map(({ id }) => id)).toEqual([made.id])
  const change = (ownFields?: Record<string, string>) =>
    read().then(({ updatedAt }) =>
      app.send(
        updateClient,
        {
          params: { id: made.id },
          body: { client: { ...details, currency: null, ...(ownFields && { ownFields }) }, updatedAt },
        },
        { cookie },
      ),
    )
  expect((await change()).status).toBe(200)
  expect((await read()).ownFields).toEqual({ [level]: 'Gold' })
  const refused = await change({ [level]: 'Bronze' })
  expect(Object.keys((await problemOf(refused)).fields ?? {})).toEqual([`ownFields.${level}`])
  expect((await change({ [level]: '' })).status).toBe(200)
  expect((await read()).ownFields).toEqual({})
})

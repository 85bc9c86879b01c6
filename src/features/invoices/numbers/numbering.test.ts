import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientInput, invoiceInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { numberInSequence, numberingInput } from '../../../../test/support/fixtures/numbers.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'
import { createInvoice, duplicateInvoice, updateInvoice } from '../contract.ts'
import { getInvoicePdf } from '../public/contract.ts'
import { getNumbering, saveNumbering } from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-15T12:00:00Z'), maxConnections: 20 })
})
afterAll(() => app.close())
beforeEach(async () => {
  const signedIn = await app.signUpAndIn()
  cookie = signedIn.cookie
  businessId = signedIn.session.business.id
  await setPlan(app, businessId, 'enterprise')
})

const numberOf = async (overrides: Parameters<typeof makeInvoice>[2] = {}) =>
  (await makeInvoice(app, cookie, overrides)).number
const onDay = (issueDate: string) => ({ issueDate, dueDate: issueDate, paymentTerms: 'custom' as const })
const forClient = (name: string, email = `${name.toLowerCase().replaceAll(' ', '-')}@example.com`) => ({
  client: clientInput({ name, email }),
})
const rowsOf = <T extends object>(text: string, values: string[] = []) =>
  queryTenant<T & Record<string, unknown>>(app.database, businessId, { text, values })

describe('the settings', () => {
  test('begin with random numbers, and propose a sequence', async () => {
    const numbering = await answerOf(getNumbering, await app.send(getNumbering, {}, { cookie }))
    expect(numbering).toMatchObject({
      style: 'random',
      prefix: 'INV-',
      withYear: true,
      padding: 4,
      scope: 'business',
      creditNotePrefix: 'CN-',
      year: 2026,
      next: { withYear: 1, withoutYear: 1 },
      nextCreditNote: { withYear: 1, withoutYear: 1 },
    })
    const made = await makeInvoice(app, cookie)
    expect(made.number).toBe(made.id.slice(0, 8).toUpperCase())
  })

  test('are kept, with an example of the next number', async () => {
    const input = { prefix: 'RE/', withYear: true, padding: 5, nextNumber: 42 }
    const saved = await numberInSequence(app, cookie, input)
    expect(saved).toMatchObject({ prefix: 'RE/', withYear: true, padding: 5, example: 'RE/2026-00042' })
    expect(await answerOf(getNumbering, await app.send(getNumbering, {}, { cookie }))).toEqual(saved)
    expect(await numberOf()).toBe('RE/2026-00042')
    const after = await answerOf(getNumbering, await app.send(getNumbering, {}, { cookie }))
    expect(after).toMatchObject({ example: 'RE/2026-00043', next: { withYear: 43, withoutYear: 1 } })
  })

  test('change new invoices only: those that exist keep their numbers', async () => {
    const random = await makeInvoice(app, cookie)
    await numberInSequence(app, cookie)
    expect(await numberOf()).toBe('INV-0001')
    await numberInSequence(app, cookie, { prefix: 'R.' })
    expect(await numberOf()).toBe('R.0002')
    await numberInSequence(app, cookie, { style: 'random' })
    const last = await makeInvoice(app, cookie)
    expect(last.number).toBe(last.id.slice(0, 8).toUpperCase())
    const numbers = await rowsOf<{ number: string }>(
      'select number from invoices order by created_at, number',
    )
    expect(numbers.map(({ number }) => number).toSorted()).toEqual(
      [random.number, 'INV-0001', 'R.0002', last.number].toSorted(),
    )
  })

  test('a next number that exists in the sequence is refused at its field, with the lowest possible one', async () => {
    await numberInSequence(app, cookie, { withYear: true, nextNumber: 42 })
    await numberOf()
    for (const nextNumber of [1, 41, 42]) {
      const body = numberingInput({ withYear: true, nextNumber })
      const problem = await problemOf(await app.send(saveNumbering, { body }, { cookie }))
      expect(problem).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: { nextNumber: 'INV-2026-0042 exists already. The next number must be 43 or higher.' },
      })
    }
    await numberInSequence(app, cookie, { withYear: true, nextNumber: 43 })
    expect(await numberOf()).toBe('INV-2026-0043')
  })

  test('another prefix does not begin the sequence again', async () => {
    await numberInSequence(app, cookie)
    await numberOf()
    const body = numberingInput({ prefix: 'NEW-', nextNumber: 1 })
    const problem = await problemOf(await app.send(saveNumbering, { body }, { cookie }))
    expect(problem.fields).toEqual({
      nextNumber: 'INV-0001 exists already. The next number must be 2 or higher.',
    })
    expect((await answerOf(getNumbering, await app.send(getNumbering, {}, { cookie }))).prefix).toBe('INV-')
  })

  test('a format whose next number another sequence has used is refused', async () => {
    await numberInSequence(app, cookie, { prefix: 'INV-2026-' })
    await numberOf()
    await numberOf()
    const body = numberingInput({ withYear: true })
    const problem = await problemOf(await app.send(saveNumbering, { body }, { cookie }))
    expect(problem.fields).toEqual({
      nextNumber: 'INV-2026-0002 exists already. The next number must be 3 or higher.',
    })
    await numberInSequence(app, cookie, { withYear: true, nextNumber: 3 })
    expect(await numberOf()).toBe('INV-2026-0003')
  })

  test('of another business are not seen or changed', async () => {
    await numberInSequence(app, cookie, { prefix: 'MINE-' })
    await numberOf()
    const other = await app.signUpAndIn()
    const theirs = await answerOf(getNumbering, await app.send(getNumbering, {}, { cookie: other.cookie }))
    expect(theirs).toMatchObject({ style: 'random', prefix: 'INV-', next: { withYear: 1, withoutYear: 1 } })
    await numberInSequence(app, other.cookie, { prefix: 'MINE-' })
    expect((await makeInvoice(app, other.cookie)).number).toBe('MINE-0001')
  })
})

describe('numbers in sequence', () => {
  test('with the year, each year of issue dates begins with 1', async () => {
    await numberInSequence(app, cookie, { withYear: true })
    expect(await numberOf(onDay('2026-12-31'))).toBe('INV-2026-0001')
    expect(await numberOf(onDay('2027-01-01'))).toBe('INV-2027-0001')
    expect(await numberOf(onDay('2026-12-31'))).toBe('INV-2026-0002')
    expect(await numberOf(onDay('2027-06-01'))).toBe('INV-2027-0002')
  })

  test('without the year, one sequence goes through all years', async () => {
    await numberInSequence(app, cookie)
    expect(await numberOf(onDay('2026-12-31'))).toBe('INV-0001')
    expect(await numberOf(onDay('2027-01-01'))).toBe('INV-0002')
  })

  test('for each client, there is a sequence with the client’s code, which stays when the client is renamed', async () => {
    await numberInSequence(app, cookie, { scope: 'client' })
    expect(await numberOf(forClient('Acme'))).toBe('INV-ACME-0001')
    expect(await numberOf(forClient('Other'))).toBe('INV-OTHER-0001')
    expect(await numberOf(forClient('Acme'))).toBe('INV-ACME-0002')
    expect(await numberOf(forClient('Acme!', 'second@example.com'))).toBe('INV-ACME2-0001')
    expect(await numberOf(forClient('Renamed', 'acme@example.com'))).toBe('INV-ACME-0003')
  })

  test('for each client and year, the two go together', async () => {
    await numberInSequence(app, cookie, { scope: 'client', withYear: true })
    expect(await numberOf({ ...forClient('Acme'), ...onDay('2026-01-01') })).toBe('INV-ACME-2026-0001')
    expect(await numberOf({ ...forClient('Acme'), ...onDay('2027-01-01') })).toBe('INV-ACME-2027-0001')
  })

  test('twenty new clients of one name at once get twenty codes', async () => {
    await numberInSequence(app, cookie, { scope: 'client' })
    const numbers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => numberOf(forClient('Acme', `acme${n}@example.com`))),
    )
    const codes = Array.from({ length: 20 }, (_, n) => `INV-ACME${n === 0 ? '' : n + 1}-0001`)
    expect(numbers.toSorted()).toEqual(codes.toSorted())
  })

  test('a copy gets the next number', async () => {
    await numberInSequence(app, cookie)
    const { id } = await makeInvoice(app, cookie)
    const copy = await app.send(duplicateInvoice, { params: { id } }, { cookie })
    expect((await answerOf(duplicateInvoice, copy)).number).toBe('INV-0002')
  })

  test('a change of date or client keeps the number', async () => {
    await numberInSequence(app, cookie, { withYear: true, scope: 'client' })
    const made = await makeInvoice(app, cookie, forClient('Acme'))
    const { company, logoId, paymentTerms, purchaseOrder, description, notes, currency, charge } = made
    const kept = { company, logoId, paymentTerms, purchaseOrder, description, notes, currency, charge }
    const body = {
      ...kept,
      ...forClient('Other'),
      ...onDay('2027-03-01'),
      sendOption: made.sendOption,
      sendReminder: made.sendReminder,
      version: made.version,
    }
    const changed = await app.send(updateInvoice, { params: { id: made.id }, body }, { cookie })
    expect((await answerOf(updateInvoice, changed)).number).toBe(made.number)
  })

  test('a request that arrives ten times at once uses one number', async () => {
    await numberInSequence(app, cookie)
    const body = { ...invoiceInput(), requestId: randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.send(createInvoice, { body }, { cookie })),
    )
    const made = await Promise.all(answers.map((answer) => answerOf(createInvoice, answer)))
    expect(new Set(made.map(({ number }) => number))).toEqual(new Set(['INV-0001']))
    expect(await numberOf()).toBe('INV-0002')
  })

  test('a number that exists is not drawn twice: the owner is told what to do, and no number is used', async () => {
    const random = await makeInvoice(app, cookie)
    await numberInSequence(app, cookie, { nextNumber: 7 })
    await rowsOf(`update invoices set number = 'INV-0008' where id = $1`, [random.id])
    expect(await numberOf()).toBe('INV-0007')
    const body = { ...invoiceInput(), requestId: randomUUID() }
    const problem = await problemOf(await app.send(createInvoice, { body }, { cookie }))
    expect(problem).toMatchObject({
      code: 'NUMBER_TAKEN',
      message:
        'The next number, INV-0008, exists already. Raise the next number or change the prefix in Settings, under Numbers.',
    })
    await numberInSequence(app, cookie, { nextNumber: 9 })
    expect(await numberOf()).toBe('INV-0009')
  })

  test('the plan’s limit refuses an invoice without using a number', async () => {
    await setPlan(app, businessId, 'free')
    await numberInSequence(app, cookie)
    for (let n = 1; n <= 10; n++) expect(await numberOf()).toBe(`INV-${String(n).padStart(4, '0')}`)
    const body = { ...invoiceInput(), requestId: randomUUID() }
    const problem = await problemOf(await app.send(createInvoice, { body }, { cookie }))
    expect(problem.code).toBe('PLAN_LIMIT_REACHED')
    await setPlan(app, businessId, 'pro')
    expect(await numberOf()).toBe('INV-0011')
  })

  test('a slash in the prefix does not get into the name of the PDF', async () => {
    await numberInSequence(app, cookie, { prefix: '2026/R/' })
    const { id, number } = await makeInvoice(app, cookie)
    expect(number).toBe('2026/R/0001')
    const pdf = await app.send(getInvoicePdf, { params: { id } })
    expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="Invoice-2026-R-0001.pdf"')
  })

  test('the next number can be raised while invoices are made: each number is given once', async () => {
    await numberInSequence(app, cookie)
    const making = Array.from({ length: 30 }, () => numberOf())
    const raising = [40, 60, 80].map(async (nextNumber) => {
      const body = numberingInput({ nextNumber })
      return app.send(saveNumbering, { body }, { cookie })
    })
    const answers = await Promise.all(raising)
    const numbers = await Promise.all(making)
    expect(new Set(numbers).size).toBe(30)
    // One that was overtaken by a higher one is refused with a sentence, and never lowers the sequence.
    for (const answer of answers.filter(({ ok }) => !ok)) {
      expect((await problemOf(answer)).fields?.['nextNumber']).toMatch(
        /exists already\. The next number must be/,
      )
    }
    const after = await answerOf(getNumbering, await app.send(getNumbering, {}, { cookie }))
    const highest = Math.max(...numbers.map((number) => Number(number.slice(4))))
    expect(after.next.withoutYear).toBeGreaterThan(highest)
  })
})

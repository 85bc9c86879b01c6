import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ExpenseBody,
  type Spender,
  expenseInput,
  monthly,
  signUpToSpend,
} from '../../../test/support/fixtures/expenses.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import * as contract from './contract.ts'

const { createExpense, getExpense, listExpenses, suggestExpense, updateExpense } = contract

let app: TestApp
let now = new Date('2026-11-15T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

const vat = { name: 'VAT', rate: 20_000, amountMinor: 200 }
const mileage = { distance: 12_500, unit: 'mi' as const, rate: 65_500 }
const drive = { amountMinor: 819, category: 'Travel' as const, mileage }

const send = ({ cookie }: Spender, body: Partial<ExpenseBody>) =>
  app.send(createExpense, { body: expenseInput(body) }, { cookie })
const fieldsOf = async (response: Response) => {
  expect(response.status).toBe(422)
  return (await problemOf(response)).fields
}
const get = async ({ cookie }: Spender, id: string) =>
  answerOf(getExpense, await app.send(getExpense, { params: { id } }, { cookie }))

type Change = RequestOf<typeof updateExpense>['body']
const change = ({ cookie }: Spender, { id, version }: contract.Expense, values: Partial<Change>) => {
  const { amountMinor, category, date, notes } = expenseInput()
  const body = { amountMinor, category, date, notes, version, ...values }
  return app.send(updateExpense, { params: { id }, body }, { cookie })
}

describe('taxes', () => {
  test('are kept, listed, changed, left as they are by a change without them, and removed', async () => {
    const owner = await signUpToSpend(app)
    const unknown = { name: '  Levy ', rate: null, amountMinor: 0 }
    const made = await owner.make({ taxes: [vat, unknown] })
    expect(made.taxes).toEqual([vat, { name: 'Levy', rate: null, amountMinor: 0 }])
    expect(await get(owner, made.id)).toEqual(made)
    const listed = await answerOf(listExpenses, await app.send(listExpenses, {}, owner))
    expect(listed.expenses).toEqual([made])

    const kept = await answerOf(updateExpense, await change(owner, made, { notes: 'Other' }))
    expect(kept).toMatchObject({ notes: 'Other', taxes: made.taxes })
    const changed = await answerOf(updateExpense, await change(owner, kept, { taxes: [vat] }))
    expect(changed.taxes).toEqual([vat])
    expect((await answerOf(updateExpense, await change(owner, changed, { taxes: [] }))).taxes).toEqual([])
    expect((await owner.make()).taxes).toEqual([])
  })

  const wrong: [string, contract.ExpenseTax[], string][] = [
    ['without a name', [{ ...vat, name: ' ' }], 'taxes.0.name'],
    ['with a long name', [{ ...vat, name: 'x'.repeat(61) }], 'taxes.0.name'],
    ['above 100 %', [{ ...vat, rate: 100_001 }], 'taxes.0.rate'],
    ['below 0', [vat, { ...vat, amountMinor: -1 }], 'taxes.1.amountMinor'],
    ['six times', Array.from({ length: 6 }, () => ({ ...vat, amountMinor: 1 })), 'taxes'],
    ['that come to more than the amount', [vat, { ...vat, amountMinor: 1001 }], 'taxes'],
  ]
  test.each(wrong)('%s are refused by name', async (_what, taxes, field) => {
    const owner = await signUpToSpend(app)
    expect(Object.keys((await fieldsOf(await send(owner, { taxes }))) ?? {})).toEqual([field])
    const made = await owner.make({ taxes: [vat] })
    expect(Object.keys((await fieldsOf(await change(owner, made, { taxes }))) ?? {})).toEqual([field])
    expect(await get(owner, made.id)).toEqual(made)
  })

  test('can’t be left with an amount that is too small for them', async () => {
    const owner = await signUpToSpend(app)
    const made = await owner.make({ taxes: [vat] })
    expect(await fieldsOf(await change(owner, made, { amountMinor: 199 }))).toEqual({
      taxes: 'Taxes are part of the amount, so they can’t come to more than it.',
    })
  })

  test('of a recurring expense are those of each it makes, and change from tomorrow on', async () => {
    const owner = await signUpToSpend(app)
    const { id, version } = await owner.makeRecurring({ taxes: [vat] })
    expect((await owner.recurring(id)).taxes).toEqual([vat])
    expect((await owner.expenses()).map(({ taxes }) => taxes)).toEqual([[vat], [vat]])
    const update = async (values: Partial<RequestOf<typeof contract.updateRecurringExpense>['body']>) =>
      app.send(
        contract.updateRecurringExpense,
        {
          params: { id },
          body: { amountMinor: 1200, category: 'Rent', notes: '', end: monthly.end, version, ...values },
        },
        owner,
      )
    expect(await fieldsOf(await update({ amountMinor: 1 }))).toHaveProperty('taxes')
    expect((await answerOf(contract.updateRecurringExpense, await update({}))).taxes).toEqual([vat])
    const lower = { ...vat, amountMinor: 100 }
    await update({ taxes: [lower], version: version + 1 })
    expect((await owner.expenses()).map(({ taxes }) => taxes)).toEqual([[vat], [lower]])
  })
})

describe('mileage', () => {
  test('comes to the amount, is left as it is by a change without it, and can be taken off', async () => {
    const owner = await signUpToSpend(app)
    const made = await owner.make(drive)
    expect(made).toMatchObject(drive)
    expect(await get(owner, made.id)).toEqual(made)
    const kept = await answerOf(updateExpense, await change(owner, made, { amountMinor: 819 }))
    expect(kept.mileage).toEqual(mileage)
    const without = await answerOf(updateExpense, await change(owner, kept, { mileage: null }))
    expect(without).toMatchObject({ amountMinor: 1200, mileage: null })
  })

  test('with another amount is refused with the right one', async () => {
    const owner = await signUpToSpend(app)
    const message = 'This distance comes to 8.19 at its rate. Enter that amount, or leave out the mileage.'
    expect(await fieldsOf(await send(owner, { ...drive, amountMinor: 820 }))).toEqual({
      amountMinor: message,
    })
    const made = await owner.make(drive)
    expect(await fieldsOf(await change(owner, made, { amountMinor: 818 }))).toEqual({ amountMinor: message })
    const further = { ...mileage, distance: 12_510 }
    expect(await fieldsOf(await change(owner, made, { amountMinor: 818, mileage: further }))).toEqual({
      amountMinor: message,
    })
  })

  test.each([
    [{ distance: 0 }, 'mileage.distance'],
    [{ distance: 1_000_000_000 }, 'mileage.distance'],
    [{ rate: 0 }, 'mileage.rate'],
    [{ unit: 'ft' as 'mi' }, 'mileage.unit'],
  ])('with %j is refused by name', async (wrong, field) => {
    const owner = await signUpToSpend(app)
    const response = await send(owner, { ...drive, mileage: { ...mileage, ...wrong } })
    expect(Object.keys((await fieldsOf(response)) ?? {})).toEqual([field])
  })

  test('does not recur', async () => {
    const owner = await signUpToSpend(app)
    expect(await fieldsOf(await send(owner, { ...drive, repeat: monthly }))).toEqual({
      mileage: 'A recurring expense can’t have mileage. Enter its amount.',
    })
    expect(await owner.expenses()).toEqual([])
  })

  test('begins with the unit and rate of the last one, and with the unit of the country before', async () => {
    const owner = await signUpToSpend(app)
    const ask = async () => answerOf(suggestExpense, await app.send(suggestExpense, {}, owner))
    expect((await ask()).mileage).toEqual({ unit: 'mi', rate: null, currency: 'USD' })
    await owner.tenant(({ client }) => client.query(`update businesses set country = 'DE'`))
    expect((await ask()).mileage).toEqual({ unit: 'km', rate: null, currency: 'USD' })
    await owner.make({ ...drive, currency: 'EUR', taxes: [{ ...vat, amountMinor: 137 }] })
    now = new Date(now.getTime() + 1000)
    await owner.make()
    const { mileage: begins, matches, last } = await ask()
    expect(begins).toEqual({ unit: 'mi', rate: 65_500, currency: 'EUR' })
    expect([matches, last?.mileage]).toEqual([[], null])
  })
})

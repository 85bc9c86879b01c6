import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTransactionRows } from '../../../test/support/fixtures/transaction-rows.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { startTransactionJobs } from './category-rule.ts'
import * as contract from './contract.ts'
import { transactionCategories } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function signUpWith(rows: Parameters<typeof addTransactionRows>[2]) {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  const ids = await addTransactionRows(app.database, businessId, rows)
  const put = (id: string, category: string) =>
    app.send(contract.setCategory, { params: { id }, body: { category } }, { cookie })
  const categorize = (some: string[], category: string) =>
    app.send(contract.categorizeTransactions, { body: { ids: some, category } }, { cookie })
  const makeRule = (transactionId: string, category: string) =>
    app.send(contract.createCategoryRule, { body: { transactionId, category } }, { cookie })
  const deleteRule = (id: string) => app.send(contract.deleteCategoryRule, { params: { id } }, { cookie })
  const rules = async (query: { after?: string } = {}) =>
    answerOf(contract.listCategoryRules, await app.send(contract.listCategoryRules, { query }, { cookie }))
  const names = async () =>
    (await answerOf(contract.listCategories, await app.send(contract.listCategories, {}, { cookie })))
      .categories
  /** The category of each transaction, in the order of creation. */
  const shown = async () => {
    const response = await app.send(contract.listTransactions, { query: {} }, { cookie })
    const { transactions } = await answerOf(contract.listTransactions, response)
    return ids.map((id) => transactions.find((one) => one.id === id)?.category)
  }
  return { businessId, ids, put, categorize, makeRule, deleteRule, rules, names, shown }
}

test('to choose from there are the usual ones and those in the data, each once, by the alphabet', async () => {
  await signUpWith([{ providerCategory: 'Somebody else’s' }])
  const { names } = await signUpWith([
    { providerCategory: 'Zoo' },
    { providerCategory: 'apiary', chosenCategory: 'Travel' },
    { providerCategory: 'Zoo', ruleCategory: 'Bees' },
    { providerCategory: 'Dining' },
  ])
  const expected = [...transactionCategories, 'Zoo', 'Bees']
  expect((await names()).toSorted()).toEqual(expected.toSorted())
  expect(await names()).toEqual(expected.toSorted((a, b) => a.localeCompare(b, 'en')))
})

describe('one transaction', () => {
  test('gets the category that was chosen, and says whether a rule could follow', async () => {
    const { ids, put, shown, makeRule } = await signUpWith([
      { merchant: 'Blue Coffee', providerCategory: 'Fees' },
      { description: '4711', providerCategory: 'Fees' },
    ])
    const first = await answerOf(contract.setCategory, await put(ids[0]!, 'Dining'))
    expect(first).toMatchObject({
      transaction: { id: ids[0], category: 'Dining', merchant: 'Blue Coffee' },
      rule: null,
      canHaveRule: true,
    })
    expect(await shown()).toEqual(['Dining', 'Fees'])
    const { rule } = await answerOf(contract.createCategoryRule, await makeRule(ids[0]!, 'Dining'))
    expect(await answerOf(contract.setCategory, await put(ids[0]!, 'Travel'))).toMatchObject({
      rule: { id: rule.id, category: 'Dining' },
    })
    expect(await answerOf(contract.setCategory, await put(ids[1]!, 'Travel'))).toMatchObject({
      rule: null,
      canHaveRule: false,
    })
  })

  test('takes one that the business has, and none that nobody knows', async () => {
    await signUpWith([{ providerCategory: 'Only elsewhere' }])
    const { ids, put, shown } = await signUpWith([{ providerCategory: 'Zoo' }, {}])
    expect((await put(ids[1]!, 'Zoo')).status).toBe(200)
    for (const unknown of ['Only elsewhere', 'zoo', 'Nowhere']) {
      const response = await put(ids[1]!, unknown)
      expect(response.status).toBe(422)
      expect(await problemOf(response)).toMatchObject({ fields: { category: expect.any(String) } })
    }
    expect(await shown()).toEqual(['Zoo', 'Zoo'])
  })
})

test('of a mixed set, those of the business change and no others', async () => {
  const theirs = await signUpWith([{}, {}])
  const mine = await signUpWith([{}, {}, {}])
  const set = [mine.ids[0]!, theirs.ids[0]!, mine.ids[2]!, randomUUID(), mine.ids[0]!]
  const response = await mine.categorize(set, 'Travel')
  expect(await answerOf(contract.categorizeTransactions, response)).toEqual({ changed: 2 })
  expect(await mine.shown()).toEqual(['Travel', 'Uncategorized', 'Travel'])
  expect(await theirs.shown()).toEqual(['Uncategorized', 'Uncategorized'])
  const foreign = await mine.categorize(theirs.ids, 'Travel')
  expect(await answerOf(contract.categorizeTransactions, foreign)).toEqual({ changed: 0 })
  expect((await mine.categorize(mine.ids, 'Nowhere')).status).toBe(422)
})

test('what belongs to another business, and what is not there, is not found', async () => {
  const theirs = await signUpWith([{}])
  const { rule } = await answerOf(
    contract.createCategoryRule,
    await theirs.makeRule(theirs.ids[0]!, 'Travel'),
  )
  const mine = await signUpWith([{}])
  for (const id of [theirs.ids[0]!, randomUUID()]) {
    expect((await mine.put(id, 'Dining')).status).toBe(404)
    expect((await mine.makeRule(id, 'Dining')).status).toBe(404)
  }
  for (const id of [rule.id, randomUUID()]) expect((await mine.deleteRule(id)).status).toBe(404)
  expect(await theirs.shown()).toEqual(['Travel'])
  expect((await theirs.rules()).rules).toHaveLength(1)
  expect((await mine.rules()).rules).toEqual([])
})

describe('a rule', () => {
  const coffee = { merchant: 'Blue Coffee', providerCategory: 'Fees' }

  test('reaches earlier ones that nobody chose a category for, and goes back with them', async () => {
    const other = await signUpWith([coffee])
    const mine = await signUpWith([
      coffee,
      { ...coffee, chosenCategory: 'Gifts' },
      { ...coffee, merchant: 'BLUE  coffee' },
      { ...coffee, merchant: 'Red Coffee' },
    ])
    await mine.put(mine.ids[0]!, 'Dining')
    const made = await answerOf(contract.createCategoryRule, await mine.makeRule(mine.ids[0]!, 'Dining'))
    expect(made).toMatchObject({ rule: { merchant: 'Blue Coffee', category: 'Dining' }, changed: 1 })
    expect(await mine.shown()).toEqual(['Dining', 'Gifts', 'Dining', 'Fees'])
    expect((await mine.rules()).rules).toEqual([made.rule])

    expect(await answerOf(contract.deleteCategoryRule, await mine.deleteRule(made.rule.id))).toEqual({
      changed: 1,
    })
    expect(await mine.shown()).toEqual(['Dining', 'Gifts', 'Fees', 'Fees'])
    expect((await mine.rules()).rules).toEqual([])
    expect(await other.shown()).toEqual(['Fees'])
  })

  test('takes the place of an earlier one for the same merchant', async () => {
    const mine = await signUpWith([coffee, coffee])
    const first = await answerOf(contract.createCategoryRule, await mine.makeRule(mine.ids[0]!, 'Dining'))
    const second = await answerOf(contract.createCategoryRule, await mine.makeRule(mine.ids[1]!, 'Travel'))
    expect([first.changed, second.changed]).toEqual([2, 2])
    expect(second.rule).toEqual({ ...first.rule, category: 'Travel' })
    expect(await mine.shown()).toEqual(['Travel', 'Travel'])
    const again = await answerOf(contract.createCategoryRule, await mine.makeRule(mine.ids[1]!, 'Travel'))
    expect(again.changed).toBe(0)
  })

  test('needs a merchant and a category that can be chosen', async () => {
    const mine = await signUpWith([{ description: '4711' }, coffee])
    const response = await mine.makeRule(mine.ids[0]!, 'Dining')
    expect(response.status).toBe(422)
    expect(await problemOf(response)).toMatchObject({ fields: { transactionId: expect.any(String) } })
    expect((await mine.makeRule(mine.ids[1]!, 'Nowhere')).status).toBe(422)
    expect((await mine.rules()).rules).toEqual([])
  })

  test('reaches all of a merchant, the last of very many by a job, and goes back so too', async () => {
    const mine = await signUpWith(Array.from({ length: 1001 }, () => coffee))
    const counts = async () => {
      const { rows } = await withTenant(app.database, mine.businessId, ({ client }) =>
        client.query('select category, count(*)::int from transactions group by 1 order by 1'),
      )
      return rows.map(({ category, count }) => [category, count])
    }
    const made = await answerOf(contract.createCategoryRule, await mine.makeRule(mine.ids[0]!, 'Dining'))
    expect(made.changed).toBe(1000)
    expect(await counts()).toEqual([
      ['Dining', 1000],
      ['Fees', 1],
    ])
    await startTransactionJobs(app.deps)
    await expect.poll(counts).toEqual([['Dining', 1001]])
    expect((await mine.deleteRule(made.rule.id)).status).toBe(200)
    await expect.poll(counts).toEqual([['Fees', 1001]])
  })

  test('is listed with the newest first, fifty at a time', async () => {
    const merchants = Array.from({ length: 53 }, (_, n) => ({ merchant: `Shop ${n}` }))
    const mine = await signUpWith(merchants)
    for (const id of mine.ids) expect((await mine.makeRule(id, 'Dining')).status).toBe(200)
    const page = await mine.rules()
    expect(page.rules).toHaveLength(50)
    const rest = await mine.rules({ after: page.next! })
    expect(rest.next).toBeNull()
    const names = [...page.rules, ...rest.rules].map(({ merchant }) => merchant)
    expect(names.toSorted()).toEqual(merchants.map(({ merchant }) => merchant).toSorted())
    const times = [...page.rules, ...rest.rules].map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
  })
})

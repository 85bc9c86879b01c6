import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '../../../test/support/add-member.ts'
import { openCategories } from '../../../test/support/categories/open-categories.ts'
import { expenseInput, monthly } from '../../../test/support/fixtures/expenses.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { insertTransactions } from '../banking/sync/insert-transactions.ts'
import { createExpense, getExpense, updateExpense, updateRecurringExpense } from '../expenses/contract.ts'
import * as transactions from '../transactions/contract.ts'
import * as contract from './contract.ts'
import { defaultCategories, maxCategories } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
})
afterAll(() => app.close())

const namesOf = ({ categories }: contract.CategoryList) => categories.map(({ name }) => name)

test('a business that changed nothing has the standard categories, and its first change keeps them', async () => {
  const own = await openCategories(app)
  const { categories } = await own.list('expense')
  expect(categories.map(({ name }) => name)).toEqual(defaultCategories.expense)
  expect(categories[0]).toEqual({
    id: null,
    name: 'Rent',
    colour: 'gray',
    parent: null,
    taxTreatment: 'full',
    isArchived: false,
  })
  const added = await own.add('expense', 'Workshop', { colour: 'teal', parent: 'Rent', taxTreatment: 'half' })
  expect(namesOf(added)).toEqual([...defaultCategories.expense, 'Workshop'])
  expect(added.categories.at(-1)).toEqual({
    id: expect.any(String),
    name: 'Workshop',
    colour: 'teal',
    parent: 'Rent',
    taxTreatment: 'half',
    isArchived: false,
  })
  expect((await own.list('transaction')).categories.every(({ id }) => id === null)).toBe(true)
})

test('only Enterprise can change categories; on other plans they stay in use', async () => {
  const own = await openCategories(app)
  await own.add('expense', 'Workshop')
  await own.setPlan('pro')
  const answers = [
    await own.tryTo.add('expense', 'More'),
    await own.tryTo.change('expense', 'Rent', { name: 'More' }),
    await own.tryTo.merge('expense', 'Rent', 'Other'),
    await own.tryTo.order('expense', []),
  ]
  for (const answer of answers) expect((await problemOf(answer)).code).toBe('PLAN_REQUIRED')
  expect((await own.spend({ category: 'Workshop' })).category).toBe('Workshop')
  expect(namesOf(await own.list('expense'))).toContain('Workshop')
  const { cookie, headers } = await addMember(app, own.businessId, 'viewer')
  const body = { kind: 'expense', name: 'X', colour: 'gray', parent: null, taxTreatment: 'full' } as const
  expect((await app.send(contract.addCategory, { body }, { cookie, headers })).status).toBe(403)
})

test('names are taken in whatever letters, and there is a limit', async () => {
  const own = await openCategories(app)
  await own.change('expense', 'Travel', { isArchived: true })
  expect((await problemOf(await own.tryTo.add('expense', 'rent'))).code).toBe('NAME_TAKEN')
  expect((await problemOf(await own.tryTo.add('expense', 'TRAVEL'))).message).toBe(
    '“Travel” is archived. Please bring it back instead, or use another name.',
  )
  await own.run(
    `insert into categories (business_id, kind, name, position) select $1, 'expense', 'Own ' || n, 100 + n
     from generate_series(1, $2::int) n`,
    [own.businessId, maxCategories - 8],
  )
  expect((await problemOf(await own.tryTo.add('expense', 'One more'))).code).toBe('TOO_MANY_CATEGORIES')
})

test('a part has a category that is no part itself', async () => {
  const own = await openCategories(app)
  await own.change('expense', 'Software', { parent: 'Supplies' })
  const wrong = [
    await own.tryTo.add('expense', 'Fonts', { parent: 'Software' }),
    await own.tryTo.add('expense', 'Fonts', { parent: 'Groceries' }),
    await own.tryTo.change('expense', 'Supplies', { parent: 'Rent' }),
    await own.tryTo.change('expense', 'Rent', { parent: 'Rent' }),
  ]
  for (const answer of wrong) expect(Object.keys((await problemOf(answer)).fields ?? {})).toEqual(['parent'])
})

test('the order is that of the business, if it knows all that are offered', async () => {
  const own = await openCategories(app)
  await own.change('expense', 'Travel', { isArchived: true })
  const wanted = ['Other', 'Software', 'Rent', 'Utilities', 'Supplies', 'Marketing', 'Salaries']
  expect(namesOf(await own.order('expense', wanted))).toEqual([...wanted, 'Travel'])
  expect((await problemOf(await own.tryTo.order('expense', wanted.slice(1)))).code).toBe('CHANGED_ELSEWHERE')
  expect(namesOf(await own.add('expense', 'a/b %'))).toEqual([...wanted, 'Travel', 'a/b %'])
  expect(namesOf(await own.change('expense', 'a/b %', { name: 'order' }))).toContain('order')
})

test('an expense takes what the business has, follows a former name, and keeps an archived one', async () => {
  const own = await openCategories(app)
  const { cookie } = own
  await own.add('expense', 'Workshop')
  const made = await own.spend({ category: 'Workshop' })
  await own.change('expense', 'Workshop', { isArchived: true })
  const create = (category: string, more: object = {}) =>
    app.send(createExpense, { body: expenseInput({ category, ...more }) }, { cookie })
  for (const more of [{}, { repeat: monthly }])
    for (const category of ['Workshop', 'Nothing', 'rent'])
      expect((await problemOf(await create(category, more))).fields).toEqual({
        category: 'Please choose a category.',
      })
  const update = (category: string) => {
    const { amountMinor, date, notes, version } = made
    const request = {
      params: { id: made.id },
      body: { amountMinor: amountMinor + 1, date, notes, version, category },
    }
    return app.send(updateExpense, request, { cookie })
  }
  expect((await problemOf(await update('Nothing'))).fields).toEqual({ category: 'Please choose a category.' })
  expect((await answerOf(updateExpense, await update('Workshop'))).category).toBe('Workshop')
  await own.change('expense', 'Rent', { name: 'Premises' })
  const followed = await answerOf(createExpense, await create('Rent'))
  expect(followed.category).toBe('Premises')
  const series = await answerOf(createExpense, await create('Travel', { repeat: monthly }))
  const body = { amountMinor: 5, notes: '', end: monthly.end, version: 1 }
  const change = (category: string) =>
    app.send(
      updateRecurringExpense,
      { params: { id: series.seriesId! }, body: { ...body, category } },
      { cookie },
    )
  expect((await problemOf(await change('Nothing'))).fields).toEqual({ category: 'Please choose a category.' })
  expect((await answerOf(updateRecurringExpense, await change('Premises'))).category).toBe('Premises')
  await own.merge('expense', 'Premises', 'Other')
  const read = await app.send(getExpense, { params: { id: followed.id } }, { cookie })
  expect((await answerOf(getExpense, read)).category).toBe('Other')
})

test('transactions of a later sync follow what was renamed and merged', async () => {
  const own = await openCategories(app)
  const { businessId, cookie } = own
  await own.storeTransactions(4, ['Dining', 'Birds'])
  await own.change('transaction', 'Dining', { name: 'Meals' })
  await own.merge('transaction', 'Groceries', 'Meals')
  const row = (provider_category: string) => ({
    id: randomUUID(),
    provider_id: randomUUID(),
    account_id: randomUUID(),
    date: '2026-11-01',
    description: provider_category,
    merchant: null,
    merchant_key: 'nothing',
    currency: 'USD' as const,
    amount_minor: 100,
    is_income: false,
    status: 'posted' as const,
    provider_category,
    chosen_category: null,
  })
  await withTenant(app.database, businessId, (tx) =>
    insertTransactions(tx, { businessId, now: new Date() }, ['Dining', 'Groceries', 'Travel'].map(row)),
  )
  const { rows } =
    await own.run(`select category from transactions where description <> '' and date = '2026-11-01'
    order by description`)
  expect(rows.map(({ category }) => category as string)).toEqual(['Meals', 'Meals', 'Travel'])
  const { categories } = await answerOf(
    transactions.listCategories,
    await app.send(transactions.listCategories, {}, { cookie }),
  )
  expect(categories).toEqual(expect.arrayContaining(['Birds', 'Meals', 'Uncategorized']))
  for (const gone of ['Dining', 'Groceries']) expect(categories).not.toContain(gone)
  const { rows: some } = await own.run('select id from transactions limit 1')
  const choose = (category: string) =>
    app.send(
      transactions.setCategory,
      { params: { id: some[0].id as string }, body: { category } },
      { cookie },
    )
  expect((await answerOf(transactions.setCategory, await choose('Groceries'))).transaction.category).toBe(
    'Meals',
  )
  await own.change('transaction', 'Family', { isArchived: true })
  expect((await problemOf(await choose('Family'))).fields).toHaveProperty('category')
})

test('the report says what counts for tax, once a category counts by half or not at all', async () => {
  const own = await openCategories(app)
  const period = { period: 'this-year', compare: 'none' } as const
  await own.spend({ category: 'Travel', amountMinor: 1001, date: '2026-11-01' })
  await own.spend({ category: 'Software', amountMinor: 500, date: '2026-11-01' })
  await own.spend({ category: 'Other', amountMinor: 300, date: '2026-11-01' })
  const labels = async () =>
    (await own.read('expenses-by-category', period)).columns.map(({ label }) => label)
  expect(await labels()).not.toContain('Counts for tax')
  await own.change('expense', 'Travel', { taxTreatment: 'half' })
  await own.change('expense', 'Other', { taxTreatment: 'none' })
  expect((await labels()).at(-1)).toBe('Counts for tax')
  const { figures } = await own.read('expenses-by-category', period)
  const counted = Object.fromEntries(Object.entries(figures).map(([name, cells]) => [name, cells.at(-1)]))
  expect(counted).toEqual({ Travel: 501, Software: 500, Other: 0, 'Total expenses': 1001 })
  const query = { ...period, row: 'expense:Travel', column: 'counts' }
  expect((await own.askEntries('expenses-by-category', query)).status).toBe(404)
})

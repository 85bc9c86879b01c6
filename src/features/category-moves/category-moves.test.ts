import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnCategories, openCategories } from '../../../test/support/categories/open-categories.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { lockJournal } from '../journal/lock-journal.ts'
import { noteEverything, updateJournal } from '../journal/update-journal.ts'

const size = Number(process.env['CATEGORY_ROWS'] ?? 2000)
const clock = { now: new Date('2026-11-18T12:00:00Z') }
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => clock.now })
})
afterAll(() => app.close())

const catchUp = async ({ businessId }: OwnCategories) => {
  while ((await updateJournal(app, businessId)) > 0);
}

/** Everything posted again from the rows, as if nothing had been moved. */
async function postAgain(own: OwnCategories) {
  await withTenant(app.database, own.businessId, (tx) => noteEverything(tx, own.businessId))
  await catchUp(own)
}

const all = { period: 'days', from: '2024-01-01', to: '2027-12-31', compare: 'none' } as const
const spent = async (own: OwnCategories) => {
  const { figures } = await own.read('expenses-by-category', all)
  return Object.fromEntries(Object.entries(figures).map(([name, cells]) => [name, Number(cells[0])]))
}

/** A business with rows of both kinds under the same names, rules, a schedule, a number and a closed period. */
async function fill(own: OwnCategories, rows = 240) {
  await own.add('expense', 'Office')
  await own.add('transaction', 'Office')
  await own.storeExpenses(rows, ['Rent', 'Office', 'Travel'])
  await own.storeTransactions(rows, ['Rent', 'Office', 'Travel', 'Income'])
  await own.storeRule('m1', 'Rent')
  await own.storeRule('m2', 'Travel')
  await own.storeRemoved('Rent')
  await own.spend({
    category: 'Rent',
    date: '2026-11-01',
    repeat: { frequency: 'monthly', end: { kind: 'never' } },
  })
  await own.run(
    `update report_settings set account_codes = '{"expense:Rent": {"code": "6310", "name": "Rents"}}' where business_id = $1`,
    [own.businessId],
  )
  await own.countBank(true)
  await own.run(
    `update report_settings set account_codes = '{"expense:Rent": {"code": "6310", "name": "Rents"}}' where business_id = $1`,
    [own.businessId],
  )
  await catchUp(own)
}

describe.each(['expense', 'transaction'] as const)('a category of kind %s', (kind) => {
  const [table, column] = kind === 'expense' ? ['expenses', 'category'] : ['transactions', 'category']

  test('that is merged has moved everywhere at once, and an undo brings back exactly what was', async () => {
    const own = await openCategories(app)
    const other = await openCategories(app)
    for (const one of [own, other]) await fill(one, size)
    const [before, ofOther] = [await own.dump(), await other.dump()]
    const figures = await spent(own)
    const moved = await own.count(table, `${column} = 'Rent'`)
    expect(moved).toBeGreaterThan(size / 5)

    const { categories, changes } = await own.merge(kind, 'Rent', 'Office')
    expect(categories.map(({ name }) => name)).not.toContain('Rent')
    expect(changes).toMatchObject([{ what: 'merge', from: 'Rent', to: 'Office' }])
    expect(changes[0]!.rows).toBeGreaterThanOrEqual(moved)
    expect(await own.count(table, `${column} = 'Rent'`)).toBe(0)
    expect(await own.count('journal_changes', 'true')).toBe(0)
    const codes = await own.run(
      `select account_codes -> 'expense:Office' ->> 'code' as code from report_settings`,
    )
    expect(codes.rows).toEqual([{ code: '6310' }])
    const after = await spent(own)
    // What the other kind has under the same names stays there.
    expect(after['Rent']! + after['Office']!).toBe(figures['Rent']! + figures['Office']!)
    expect(after['Rent']).toBeLessThan(figures['Rent']!)
    expect(after['Rent']).toBeGreaterThan(0)
    expect(await own.imbalance()).toEqual([])
    const merged = await own.dump()
    await postAgain(own)
    expect(await own.dump()).toEqual(merged)
    expect(await other.dump()).toEqual(ofOther)

    expect((await own.undo(changes[0]!.id)).changes).toEqual([])
    expect(await own.dump()).toEqual(before)
    expect(await spent(own)).toEqual(figures)
    await postAgain(own)
    expect(await own.dump()).toEqual(before)
    // Sent again, it is undone once.
    await own.undo(changes[0]!.id)
    expect(await own.dump()).toEqual(before)
  }, 600_000)

  test('that is renamed is the same one, and an undo brings its name back', async () => {
    const own = await openCategories(app)
    await fill(own)
    const before = await own.dump()
    const { id } = (await own.list(kind)).categories.find(({ name }) => name === 'Rent')!
    const { categories, changes } = await own.change(kind, 'Rent', { name: 'Premises' })
    expect(categories.find(({ name }) => name === 'Premises')!.id).toBe(id)
    expect(await own.count(table, `${column} in ('Rent', 'Premises')`)).toBe(
      await own.count(table, `${column} = 'Premises'`),
    )
    const renamed = await own.dump()
    await postAgain(own)
    expect(await own.dump()).toEqual(renamed)
    await own.undo(changes[0]!.id)
    expect(await own.dump()).toEqual(before)
  }, 600_000)

  test('that is merged leaves a closed period as it is, also when it is undone', async () => {
    const own = await openCategories(app)
    await fill(own)
    await own.close('2025-12-31')
    await catchUp(own)
    const closed = { ...all, to: '2025-12-31' }
    const before = await own.read('expenses-by-category', closed)
    const dumped = await own.dump()
    const isClosed = `date <= '2025-12-31' and ${column} = 'Rent'`
    const kept = await own.count(table, isClosed)
    const { changes } = await own.merge(kind, 'Rent', 'Office')
    expect(await own.count(table, isClosed)).toBe(kept)
    expect(await own.count(table, `${column} = 'Rent'`)).toBe(kept)
    expect((await own.read('expenses-by-category', closed)).figures).toEqual(before.figures)
    expect(await own.imbalance()).toEqual([])
    const merged = await own.dump()
    await postAgain(own)
    expect(await own.dump()).toEqual(merged)
    await own.undo(changes[0]!.id)
    expect(await own.dump()).toEqual(dumped)
  }, 600_000)

  test('gives back what is still there, and not what was filed elsewhere or was there before', async () => {
    const own = await openCategories(app)
    await fill(own)
    const there = await own.count(table, `${column} = 'Office'`)
    const { changes } = await own.merge(kind, 'Rent', 'Office')
    const columns = kind === 'expense' ? 'category' : 'chosen_category'
    await own.run(
      `update ${table} set ${columns} = 'Travel' where business_id = $1 and amount_minor = 100 and category = 'Office'`,
      [own.businessId],
    )
    await own.undo(changes[0]!.id)
    expect(await own.count(table, `${column} = 'Office'`)).toBe(there)
    expect(await own.count(table, `${column} = 'Travel' and amount_minor = 100`)).toBe(1)
    const undone = await own.dump()
    await catchUp(own)
    await postAgain(own)
    expect(await own.imbalance()).toEqual([])
    expect((await own.dump()).length).toBe(undone.length)
  }, 600_000)
})

test('an expense that is saved during a move waits for it, and is filed under the new name', async () => {
  const own = await openCategories(app)
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const journal = withTenant(app.database, own.businessId, async (tx) => {
    await lockJournal(tx, own.businessId)
    held.resolve()
    await release.promise
  })
  await held.promise
  const merging = own.merge('expense', 'Rent', 'Travel')
  await waitForLock(app.url)
  let isSaved = false
  const saving = own.spend({ category: 'Rent' }).then((expense) => {
    isSaved = true
    return expense
  })
  await waitForLock(app.url, 2)
  expect(isSaved).toBe(false)
  release.resolve()
  await Promise.all([journal, merging])
  expect((await saving).category).toBe('Travel')
})

test('two merges against each other at once: one wins, the other is told', async () => {
  const own = await openCategories(app)
  await own.storeTransactions(300, ['Rent', 'Travel'])
  await own.order(
    'transaction',
    (await own.list('transaction')).categories.map(({ name }) => name),
  )
  const answers = await Promise.all([
    own.tryTo.merge('transaction', 'Rent', 'Travel'),
    own.tryTo.merge('transaction', 'Travel', 'Rent'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  const refused = await problemOf(answers.find(({ status }) => status !== 200)!)
  expect(refused.fields).toEqual({ into: 'Please choose a category from the list.' })
  const left = (await own.list('transaction')).categories.filter(({ name }) =>
    ['Rent', 'Travel'].includes(name),
  )
  expect(left).toHaveLength(1)
  expect(await own.count('transactions', 'category = $2', [left[0]!.name])).toBe(300)
})

test('only the newest change of a category can be undone, for a day', async () => {
  const own = await openCategories(app)
  await own.change('expense', 'Rent', { name: 'Premises' })
  const { changes } = await own.merge('expense', 'Premises', 'Other')
  const [merge, rename] = changes
  const refused = await problemOf(await own.tryTo.undo(rename!.id))
  expect(refused).toMatchObject({
    code: 'UNDO_OVER',
    message: '“Premises” was changed to “Other” after this. Please undo that first.',
  })
  const unrelated = (await own.change('expense', 'Travel', { name: 'Trips' })).changes[0]!
  await own.undo(merge!.id)
  await own.undo(rename!.id)
  const { categories } = await own.list('expense')
  expect(categories.map(({ name }) => name)).toEqual(expect.arrayContaining(['Rent', 'Trips', 'Other']))
  const now = clock.now
  clock.now = new Date(now.getTime() + 24 * 3_600_000)
  expect((await own.list('expense')).changes).toEqual([])
  expect((await problemOf(await own.tryTo.undo(unrelated.id))).code).toBe('UNDO_OVER')
  clock.now = now
})

test('a name that is in use again is not taken by an undo', async () => {
  const own = await openCategories(app)
  const { changes } = await own.merge('expense', 'Rent', 'Other')
  await own.add('expense', 'rent')
  const refused = await problemOf(await own.tryTo.undo(changes[0]!.id))
  expect(refused.message).toBe('There is another category “rent” by now. Please rename that first.')
})

test('parts of a category that is merged become parts of the other one, and come back', async () => {
  const own = await openCategories(app)
  await own.change('expense', 'Software', { parent: 'Supplies' })
  await own.change('expense', 'Marketing', { parent: 'Supplies' })
  const parents = ({ categories }: { categories: { name: string; parent: string | null }[] }) =>
    Object.fromEntries(categories.flatMap(({ name, parent }) => (parent ? [[name, parent]] : [])))
  const before = await own.dump()
  const one = await own.merge('expense', 'Supplies', 'Other')
  expect(parents(one)).toEqual({ Software: 'Other', Marketing: 'Other' })
  await own.undo(one.changes[0]!.id)
  expect(await own.dump()).toEqual(before)
  const two = await own.merge('expense', 'Supplies', 'Software')
  expect(parents(two)).toEqual({ Marketing: 'Software' })
  await own.undo(two.changes[0]!.id)
  expect(await own.dump()).toEqual(before)
})

test('what can’t be merged is refused at its field, and the product’s own category stays', async () => {
  const own = await openCategories(app)
  await own.change('expense', 'Travel', { isArchived: true })
  const messages: (string | undefined)[] = []
  for (const into of ['Rent', 'Travel', 'Nothing'])
    messages.push((await problemOf(await own.tryTo.merge('expense', 'Rent', into))).fields?.['into'])
  expect(messages).toEqual([
    'Please choose another category.',
    '“Travel” is archived. Please bring it back first.',
    'Please choose a category from the list.',
  ])
  expect((await own.tryTo.merge('expense', 'Nothing', 'Rent')).status).toBe(404)
  const stays = [
    await own.tryTo.merge('transaction', 'Uncategorized', 'Other'),
    await own.tryTo.change('transaction', 'Uncategorized', { name: 'Unknown' }),
    await own.tryTo.change('transaction', 'Uncategorized', { isArchived: true }),
  ]
  for (const answer of stays) expect((await problemOf(answer)).code).toBe('NOT_RENAMABLE')
  expect((await own.tryTo.change('transaction', 'Uncategorized', { colour: 'red' })).status).toBe(200)
  const taken = await problemOf(await own.tryTo.change('expense', 'Rent', { name: 'other' }))
  expect(taken).toMatchObject({
    code: 'NAME_TAKEN',
    fields: { name: 'You already have a category with this name.' },
  })
  const letters = await own.change('expense', 'Rent', { name: 'RENT' })
  expect(letters.categories.map(({ name }) => name)).toContain('RENT')
})

/** @type {import('./run.mjs').Scene} */
export const recordExpense = {
  slug: 'record-an-expense',
  title: 'Record an expense',
  description: 'Enter what you spent in a few seconds, let monthly costs repeat, and find them again.',
  article: 'expenses',
  async play(film, { asOwner }) {
    const page = await asOwner('/expenses')
    const add = page.getByRole('link', { name: 'Add Expense' }).first()
    const amount = page.getByLabel('Amount')
    const category = page.getByRole('combobox', { name: 'Category' })
    const notes = page.getByLabel('Notes')
    const save = page.getByRole('button', { name: 'Add Expense' })
    const added = page.getByRole('alert').filter({ hasText: 'Expense Added' })
    await film.turnTo(page)
    await film.step('Expenses shows what you spend. To add one, press Add Expense.', async () => {
      await film.hold(1.5)
      await film.click(add, { until: amount })
    })
    await film.step(
      'Enter the amount and choose a category. The date is today unless you change it.',
      async () => {
        await film.type(amount, '84.90', 1)
        await film.choose(category, 'Supplies')
        film.keepPoster()
      },
    )
    await film.step('Add a note about what it was for, so you can find it again.', async () => {
      await film.type(notes, 'Ink and poster paper')
    })
    await film.step('It appears in the list right away, and in the month’s total.', async () => {
      await film.scrollTo(save, 400)
      await film.click(save, { until: added })
    })
    await film.step('Enter monthly costs once, and let them repeat.', async () => {
      await film.click(add, { until: save })
      await film.type(amount, '29.00', 1)
      await film.choose(category, 'Software')
      await film.choose(page.getByLabel('Repeats'), 'Monthly', page.getByText('Adds an expense every month'))
    })
    await film.step('Millrace shows which ones it will add, and when.', async () => {
      await film.scrollTo(page.getByText('Adds an expense every month'), 160)
      await film.type(notes, 'Font library')
      await film.scrollTo(save, 400)
      await film.click(save, { until: added })
    })
    await film.step('Recurring lists everything that repeats, and when it’s next due.', async () => {
      await film.click(page.getByRole('link', { name: 'Recurring', exact: true }).first(), {
        until: page.getByRole('heading', { name: 'Recurring Expenses' }),
      })
    })
  },
}

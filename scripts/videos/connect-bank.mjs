/** @type {import('./run.mjs').Scene} */
export const connectBank = {
  slug: 'connect-a-bank',
  title: 'Connect a bank and sort transactions',
  description:
    'Connect the demo bank, see its transactions arrive, and teach Millrace how to categorize them.',
  article: 'bank-connections',
  async play(film, { asBeginner }) {
    const page = await asBeginner('/bank-connections')
    const dialog = page.getByRole('dialog')
    const all = page.getByRole('link', { name: 'View All Transactions' })
    await film.turnTo(page)
    await film.step('Under Bank Connections, press Connect Account.', async () => {
      await film.hold(0.8)
      await film.click(page.getByRole('button', { name: 'Connect Account' }).first(), { until: dialog })
    })
    await film.step(
      'Choose a bank. This is the demo bank, which every plan can try. Real banks come with Pro.',
      async () => {
        await film.hold(1)
        await film.click(dialog.getByText('Chase', { exact: true }))
        await film.hold(1.5)
        await film.click(dialog.getByRole('button', { name: 'Connect', exact: true }), { until: all })
      },
    )
    await film.step(
      'Its accounts appear with their balances. You only ever see the last four digits of their numbers.',
      async () => {
        await film.scrollTo(all, 110)
      },
    )
    await film.step('Their transactions are imported automatically, each with a category.', async () => {
      await film.click(all, { until: page.getByText(/^\d+ transactions$/) })
      await film.scrollTo(page.getByText(/^\d+ transactions$/), 84)
      film.keepPoster()
    })
    const shop = page
      .getByRole('row')
      .filter({ hasText: /Office Supply Store|Hardware Store|Fuel Station/ })
      .first()
    const always = page.getByRole('button', { name: /^Always for / })
    await film.step('If one is in the wrong category, choose another.', async () => {
      await film.scrollTo(shop, 240)
      await film.choose(shop.getByRole('combobox'), 'Business', always)
    })
    await film.step('Always for turns it into a rule, for existing transactions and new ones.', async () => {
      await film.click(always, { until: page.getByRole('alert').filter({ hasText: 'Rule saved' }) })
    })
    await film.step('Filters show one account, one category, or only the money that came in.', async () => {
      await film.scrollTo(page.getByRole('heading', { name: 'Filters' }), 120)
      await film.click(page.getByRole('button', { name: 'Income', exact: true }))
    })
  },
}

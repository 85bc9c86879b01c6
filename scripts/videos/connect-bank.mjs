/** @type {import('./run.mjs').Scene} */
export const connectBank = {
  slug: 'connect-a-bank',
  title: 'Connect a bank and sort transactions',
  description: 'Connect the demo bank, see its transactions come in, and teach Millrace where they belong.',
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
      'Its accounts are there, with their balances. Of their numbers you only ever see four digits.',
      async () => {
        await film.scrollTo(all, 110)
      },
    )
    await film.step('Their transactions come in by themselves, each in a category.', async () => {
      await film.click(all, { until: page.getByText(/^\d+ transactions$/) })
      await film.scrollTo(page.getByText(/^\d+ transactions$/), 84)
      film.keepPoster()
    })
    const shop = page
      .getByRole('row')
      .filter({ hasText: /Office Supply Store|Hardware Store|Fuel Station/ })
      .first()
    const always = page.getByRole('button', { name: /^Always for / })
    await film.step('If one is not where it belongs, choose another category.', async () => {
      await film.scrollTo(shop, 240)
      await film.choose(shop.getByRole('combobox'), 'Business', always)
    })
    await film.step(
      'Always for makes it a rule, for what is here already and for all that is to come.',
      async () => {
        await film.click(always, { until: page.getByRole('alert').filter({ hasText: 'Rule saved' }) })
      },
    )
    await film.step('Filters show one account, one category, or only the money that came in.', async () => {
      await film.scrollTo(page.getByRole('heading', { name: 'Filters' }), 120)
      await film.click(page.getByRole('button', { name: 'Income', exact: true }))
    })
  },
}

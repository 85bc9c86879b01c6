/** @type {import('./run.mjs').Scene} */
export const lateInvoices = {
  slug: 'chase-late-invoices',
  title: 'Chase late invoices with reminders',
  description: 'Choose when reminders go out and what they say, then send one yourself.',
  article: 'payment-reminders',
  async play(film, { api, asOwner }) {
    const page = await asOwner('/settings?tab=reminders')
    const series = page.getByRole('listitem').filter({ hasText: 'the due date' })
    const week = series.filter({ hasText: '7 days after' })
    await film.turnTo(page)
    await film.step(
      'Under Settings, Reminders, you start with one, three days before the due date.',
      async () => {
        await film.hold(1.5)
        await film.moveTo(page.getByText('One reminder, 3 days before the due date').first())
      },
    )
    await film.step('With My own series, the days are up to you.', () =>
      film.click(page.getByText('My own series').first(), {
        until: page.getByRole('button', { name: 'Use the recommended series' }),
      }),
    )
    await film.step(
      'The recommended series has six: one before, one on the due date, four after it.',
      async () => {
        const recommended = page.getByRole('button', { name: 'Use the recommended series' })
        await film.scrollTo(recommended, 200)
        await film.click(recommended, { until: week })
        await film.scrollTo(series.first(), 120)
        film.keepPoster()
      },
    )
    await film.step(
      'Each reminder has its own text, and a preview of what your client will read.',
      async () => {
        await film.click(week.getByRole('button', { name: 'Text' }), { until: week.getByLabel('Subject') })
        await film.hold(1.2)
        await film.scrollTo(week.getByText('Preview'), 120)
      },
    )
    await film.step('Save it, and it applies to every unpaid invoice with reminders turned on.', async () => {
      const save = page.getByRole('button', { name: 'Save Changes' })
      await film.scrollTo(save, 380)
      await film.click(save, { until: page.getByRole('alert').filter({ hasText: 'Reminders Saved' }) })
    })
    const { invoices } = await api('get', '/invoices?status=overdue')
    const late = await asOwner(`/invoices/${invoices[0].id}`)
    const panel = late.getByRole('region', { name: 'Reminders' })
    await film.step(
      'An invoice shows which reminder is next. You can skip it, send it now, or pause them all.',
      async () => {
        await film.turnTo(late)
        await film.scrollTo(panel, 110)
      },
    )
    await film.step(
      'An extra reminder goes out right away. First you see its subject, and when the last one went out.',
      async () => {
        const dialog = late.getByRole('alertdialog')
        await film.click(panel.getByRole('button', { name: 'Send an extra reminder' }), { until: dialog })
        await film.hold(2)
        await film.click(dialog.getByRole('button', { name: /^Send/ }), {
          until: late.getByRole('alert').filter({ hasText: 'Reminder Sent' }),
        })
      },
    )
    await film.step('Once the invoice is paid, reminders stop automatically.', () =>
      film.scrollTo(late.getByRole('heading', { name: 'Timeline' }), 200),
    )
  },
}

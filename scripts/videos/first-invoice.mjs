/** @type {import('./run.mjs').Scene} */
export const firstInvoice = {
  slug: 'send-your-first-invoice',
  title: 'Send your first invoice',
  description:
    'From the dashboard to your client’s inbox: enter a client, an amount and the terms, preview it and send it.',
  article: 'first-invoice',
  async play(film, { asBeginner }) {
    const page = await asBeginner('/dashboard')
    const form = page.getByRole('form')
    /** @param {string} label */
    const field = (label) => form.getByLabel(label, { exact: true })
    /** @param {string} name */
    const heading = (name) => form.getByRole('heading', { name, exact: true })
    const row = page.getByRole('link', { name: 'Harbor Street Bakery' }).first()
    const timeline = page.getByRole('heading', { name: 'Timeline' })
    await film.turnTo(page)
    await film.step('On the dashboard, press Create Invoice.', async () => {
      await film.hold(1)
      await film.click(page.getByRole('link', { name: 'Create Invoice' }).first(), {
        until: heading('Client'),
      })
    })
    await film.step('Your own details are already filled in. They come from your business profile.', () =>
      film.moveTo(field('Company Name')),
    )
    await film.step('Enter your client. A name and an email address are enough.', async () => {
      await film.scrollTo(heading('Client'))
      await film.type(field('Client Company Name'), 'Harbor Street Bakery')
      await film.type(field('Client Email'), 'office@harbor-bakery.example', 3)
    })
    await film.step('Enter the amount, and what it’s for.', async () => {
      await film.scrollTo(heading('Charge'))
      await film.type(field('Amount'), '450.00', 1)
      await film.type(field('Description'), 'Espresso machine repaired, new pump')
    })
    await film.step('Choose the payment terms. They set the due date.', async () => {
      await film.scrollTo(heading('Details'))
      await film.choose(field('Payment Terms'), 'Net 15')
    })
    await film.step('Preview shows the invoice as your client will see it.', async () => {
      await film.click(page.getByRole('button', { name: 'Preview' }), { until: page.getByRole('dialog') })
      film.keepPoster()
      await film.hold(2)
      await film.click(page.getByRole('button', { name: 'Close' }).first())
    })
    await film.step('With Email now, it goes to your client with its PDF and a link to pay.', async () => {
      await film.scrollTo(heading('Sending'))
      await film.hold(1.5)
      await film.click(page.getByRole('button', { name: 'Create Invoice' }), { until: row })
    })
    await film.step('It’s now in your list, waiting for payment. Open it to see its history.', async () => {
      await film.scrollTo(row, 300)
      await film.click(row, { until: timeline })
      await film.scrollTo(timeline, 300)
    })
  },
}

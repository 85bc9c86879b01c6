/** @type {import('./run.mjs').Scene} */
export const payByCard = {
  slug: 'get-paid-by-card',
  title: 'Get paid by card',
  description:
    'What your client sees when they open the link in the email, and what you see once they’ve paid.',
  article: 'first-invoice',
  captions: 'bottom',
  async play(film, { api, asClient, asOwner }) {
    const { invoices } = await api('get', '/invoices?status=pending')
    const { id } = invoices[0]
    const page = await asClient(`/invoices/${id}/view`)
    const pay = page.getByRole('button', { name: /by Card$/ })
    const card = page.getByLabel('Card number')
    await film.turnTo(page)
    film.keepPoster()
    await film.step(
      'Your client opens the link in the email. It shows how much is due, and when.',
      async () => {
        await film.hold(1.5)
        await film.moveTo(page.getByText('Amount due').first(), { x: 150 })
      },
    )
    await film.step('Below it is the invoice itself, line by line.', async () => {
      await film.scrollTo(page.getByRole('article'), 40)
      await film.hold(2.2)
      await film.scrollTo(pay, 200)
    })
    await film.step('Pay by Card opens the card page. Here it is a sandbox: no real card is charged.', () =>
      film.click(pay, { until: card }),
    )
    await film.step('The client enters a card. This is a test card that always works.', async () => {
      await film.type(card, '4242 4242 4242 4242')
      await film.type(page.getByLabel('Expiration date'), '12 / 40', 1)
      await film.type(page.getByLabel('CVC'), '123', 1)
    })
    await film.step('Once it’s paid, your client gets a receipt by email.', async () => {
      const send = page.getByRole('button', { name: /^Pay / })
      await film.scrollTo(send, 380)
      await film.click(send, { until: page.getByRole('heading', { name: 'Payment Successful' }) })
    })
    const own = await asOwner(`/invoices/${id}`)
    await film.step(
      'On your side the invoice is marked as paid too. You didn’t have to record anything.',
      async () => {
        await film.turnTo(own)
        await film.hold(1)
        await film.moveTo(own.getByText('This invoice is paid'))
      },
    )
    await film.step('Its payments and timeline show when and how you were paid.', async () => {
      await film.scrollTo(own.getByRole('heading', { name: 'Payments', exact: true }), 110)
    })
    await film.step(
      'To take real cards, enter the keys of your own Stripe account under Integrations.',
      async () => {
        const integrations = await asOwner('/integrations')
        await film.turnTo(integrations)
        await film.moveTo(integrations.getByRole('heading', { name: 'Stripe', exact: true }))
      },
    )
  },
}

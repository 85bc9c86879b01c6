/** The app that serves the pages. */
interface PageHost {
  app: { request(url: string, init?: RequestInit): Response | Promise<Response> }
  deps: { appUrl: string }
}

/** Where the hosted page redirected the payer, or the error that it showed. */
type Paid = { location: string; error: null } | { location: null; error: string }

interface PayOptions {
  /** The cardholder's answer to the bank's question. */
  confirms?: boolean
}

/** Pays on the hosted page of a checkout like a person: opens it, enters a card and presses the button. */
export async function payByCard(
  app: PageHost,
  url: string,
  cardNumber = '4242424242424242',
  { confirms = true }: PayOptions = {},
): Promise<Paid> {
  await open(app, url)
  const paid = await post(app, url, { number: cardNumber, expiry: '12 / 40', cvc: '123' })
  if (!paid.location?.endsWith('/confirm')) return paid
  await open(app, paid.location)
  return post(app, paid.location, { answer: confirms ? 'complete' : 'fail' })
}

/** Starts a trial without a card, where none is required. */
export async function startTrial(app: PageHost, url: string): Promise<Paid> {
  await open(app, url)
  return post(app, url, { card: 'none' })
}

async function open(app: PageHost, url: string): Promise<void> {
  const page = await app.app.request(url)
  if (!page.ok) throw new Error(`${page.status} ${shownText(await page.text())}`)
}

async function post(app: PageHost, url: string, form: Record<string, string>): Promise<Paid> {
  const response = await app.app.request(url, {
    method: 'POST',
    headers: { origin: app.deps.appUrl },
    body: new URLSearchParams(form),
  })
  const location = response.headers.get('location')
  return location ? { location, error: null } : { location: null, error: shownText(await response.text()) }
}

/** Returns the alert or the field's error, or else the whole text of the page. */
function shownText(page: string): string {
  const main = /<main>(.*)<\/main>/s.exec(page)?.[1] ?? page
  const error =
    /(?:role="alert"|class="error-text").*?<(?:p|span)>(.*?)<\/(?:p|span)>/s.exec(main)?.[1] ?? main
  return error
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

import { z } from 'zod'
import { assertChargeable } from '../amounts.ts'
import { type SandboxScope, newId, newObject, pagesPath } from '../card-sandbox.ts'
import { getObject, insertObject } from '../object-store.ts'
import { type Input, currency, email, integer, mergeMetadata, metadata, webAddress } from '../read-input.ts'
import { invalidRequest } from '../sandbox-error.ts'
import type { CheckoutSession } from '../sandbox-objects.ts'
import { getSellablePrice } from '../subscriptions/prices.ts'
import { productFields } from '../subscriptions/products.ts'

const lineFields = z.strictObject({
  price: z.string().optional(),
  price_data: z
    .strictObject({
      currency,
      unit_amount: integer.pipe(z.number().nonnegative()),
      product_data: z.strictObject({ ...productFields, description: z.string().optional() }),
    })
    .optional(),
  quantity: integer.pipe(z.number().positive()).optional(),
})
export const sessionFields = {
  mode: z.enum(['payment', 'subscription']),
  line_items: z.array(lineFields).min(1).max(100),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  expires_at: integer.optional(),
  customer: z.string().optional(),
  customer_email: email.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  client_reference_id: z.string().max(200).optional(),
  metadata: metadata.optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  payment_intent_data: z
    .strictObject({
      description: z.string().max(1000).optional(),
      metadata: metadata.optional(),
      setup_future_usage: z.enum(['on_session', 'off_session']).optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({
      trial_period_days: integer.pipe(z.number().min(1).max(730)).optional(),
      trial_settings: z
        .strictObject({
          end_behavior: z.strictObject({
            missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']),
          }),
        })
        .optional(),
      metadata: metadata.optional(),
    })
    .optional(),
}
type SessionRequest = Input<typeof sessionFields>

export async function createSession(scope: SandboxScope, request: SessionRequest): Promise<CheckoutSession> {
  assertFitsMode(request)
  const start = newObject(scope, 'checkout.session', newId('cs_test', 24))
  const expiresAt = request.expires_at ?? start.created + day
  assertExpiry(expiresAt, start.created)
  if (request.customer) await getObject(scope, 'customer', request.customer, { param: 'customer' })
  const lines: CheckoutSession['_lines'] = []
  let sessionCurrency = ''
  for (const [index, given] of request.line_items.entries()) {
    const { currency: lineCurrency, ...line } = await readLine(scope, request.mode, given, index)
    if (index > 0 && lineCurrency !== sessionCurrency) {
      throw invalidRequest('All line items must have the same currency.', { param: 'line_items' })
    }
    sessionCurrency = lineCurrency
    lines.push(line)
  }
  const { trial_period_days: trialDays = null, trial_settings: trial } = request.subscription_data ?? {}
  const amount = trialDays === null ? lines.reduce((sum, line) => sum + line.amount, 0) : 0
  if (trialDays === null) assertChargeable(amount, sessionCurrency, 'line_items')
  const isPayment = request.mode === 'payment'
  const session: CheckoutSession = {
    ...start,
    mode: request.mode,
    status: 'open',
    payment_status: 'unpaid',
    url: `${scope.sandbox.appUrl}${pagesPath}/checkout/${start.id}`,
    success_url: request.success_url,
    cancel_url: request.cancel_url ?? null,
    expires_at: expiresAt,
    amount_subtotal: amount,
    amount_total: amount,
    currency: sessionCurrency,
    customer: request.customer ?? null,
    customer_email: request.customer_email ?? null,
    client_reference_id: request.client_reference_id ?? null,
    payment_intent: null,
    subscription: null,
    payment_method_collection: request.payment_method_collection ?? (isPayment ? 'if_required' : 'always'),
    metadata: mergeMetadata({}, request.metadata),
    customer_creation: isPayment ? (request.customer_creation ?? 'if_required') : null,
    _lines: lines,
    _payment: {
      description: request.payment_intent_data?.description ?? null,
      metadata: mergeMetadata({}, request.payment_intent_data?.metadata),
      setupFutureUsage: request.payment_intent_data?.setup_future_usage ?? null,
    },
    _subscription: {
      trial_period_days: trialDays,
      missing_payment_method: trial?.end_behavior.missing_payment_method ?? 'create_invoice',
      metadata: mergeMetadata({}, request.subscription_data?.metadata),
    },
    _asked: null,
  }
  await insertObject(scope, session, { parent: request.customer, dueAt: new Date(expiresAt * 1000) })
  return session
}

const day = 24 * 3600

function assertExpiry(expiresAt: number, now: number): void {
  const isTooSoon = expiresAt < now + 1800
  if (!isTooSoon && expiresAt <= now + day) return
  const bound = isTooSoon ? 'at least 30 minutes' : 'less than 24 hours'
  const message = `The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`
  throw invalidRequest(message, { param: 'expires_at' })
}

function assertFitsMode(request: SessionRequest): void {
  const otherField = request.mode === 'payment' ? 'subscription_data' : 'payment_intent_data'
  if (request[otherField]) {
    const message = `You can not pass \`${otherField}\` in \`${request.mode}\` mode.`
    throw invalidRequest(message, { param: otherField })
  }
  if (request.mode === 'payment' && request.payment_method_collection) {
    const message = 'You can only set `payment_method_collection` if there are recurring prices.'
    throw invalidRequest(message, { param: 'payment_method_collection' })
  }
  if (request.customer_creation && (request.mode !== 'payment' || request.customer !== undefined)) {
    const message = '`customer_creation` can only be used in `payment` mode and without a customer.'
    throw invalidRequest(message, { param: 'customer_creation' })
  }
  if (request.customer !== undefined && request.customer_email !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.')
  }
}

async function readLine(
  scope: SandboxScope,
  mode: SessionRequest['mode'],
  line: z.output<typeof lineFields>,
  index: number,
): Promise<CheckoutSession['_lines'][number] & { currency: string }> {
  const { quantity = 1, price_data: priceData } = line
  if (Boolean(line.price) === Boolean(priceData)) {
    const message = 'You must specify either `price` or `price_data` for each line item.'
    throw invalidRequest(message, { param: `line_items[${index}]` })
  }
  if (priceData) {
    if (mode === 'subscription') throw wrongKind(mode)
    const amount = priceData.unit_amount * quantity
    const { currency: code, product_data: product } = priceData
    return { description: product.name, amount, quantity, price: null, currency: code }
  }
  const price = await getSellablePrice(scope, line.price ?? '', `line_items[${index}][price]`)
  if ((price.type === 'recurring') !== (mode === 'subscription')) throw wrongKind(mode)
  const product = await getObject(scope, 'product', price.product)
  const amount = price.unit_amount * quantity
  return { description: product.name, amount, quantity, price: price.id, currency: price.currency }
}

function wrongKind(mode: SessionRequest['mode']) {
  return invalidRequest(
    mode === 'subscription'
      ? 'You must provide at least one recurring price in `subscription` mode when using prices.'
      : 'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    { param: 'line_items' },
  )
}

import { z } from 'zod'
import { type SandboxCall, type SandboxRoute, newId, pagesPath, secondsOf } from '../card-sandbox.ts'
import { listPage } from '../list-page.ts'
import { insertObject, readObject } from '../object-store.ts'
import { getCustomer } from '../payments/customers.ts'
import { readInput, webAddress } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { PortalConfiguration, PortalSession } from '../sandbox-objects.ts'
import { getSellablePrice } from '../subscriptions/prices.ts'
import { itemOf } from '../subscriptions/subscription-item.ts'
import { offeredPrices } from './portal-account.ts'
import { getConfiguration, portalConfigurationRoutes } from './portal-configurations.ts'

/** The page closes after a day; the row is deleted after another. */
const retentionSeconds = 2 * 86_400

const flowInput = z.strictObject({
  type: z.literal('subscription_update_confirm'),
  subscription_update_confirm: z.strictObject({
    subscription: z.string(),
    items: z
      .array(z.strictObject({ id: z.string(), price: z.string(), quantity: z.literal('1').optional() }))
      .length(1),
  }),
  after_completion: z
    .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: webAddress }) })
    .optional(),
})

async function create(call: SandboxCall): Promise<object> {
  const request = readInput(call.input, {
    customer: z.string(),
    return_url: webAddress,
    configuration: z.string().optional(),
    flow_data: flowInput.optional(),
    locale: z.string().optional(),
  })
  const customer = await getCustomer(call, request.customer, { param: 'customer' })
  const configuration = await chooseConfiguration(call, request.configuration)
  const id = newId('bps')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: secondsOf(call.sandbox.now()),
    livemode: false,
    customer: customer.id,
    configuration: configuration.id,
    return_url: request.return_url,
    url: `${call.sandbox.appUrl}${pagesPath}/portal/${id}`,
    flow: request.flow_data ? await readFlow(call, request.flow_data, { ...request, configuration }) : null,
  }
  const dueAt = new Date((session.created + retentionSeconds) * 1000)
  await insertObject(call.tx, { account: call.account, parent: customer.id, dueAt }, session)
  return { ...session, flow: request.flow_data ?? null }
}

async function chooseConfiguration(call: SandboxCall, id: string | undefined): Promise<PortalConfiguration> {
  if (id !== undefined) {
    const found = await getConfiguration(call, id, { param: 'configuration' })
    if (found.active) return found
    throw invalidRequest(`The configuration \`${id}\` is inactive.`, { param: 'configuration' })
  }
  const { data } = await listPage(call, 'billing_portal.configuration', {
    url: '',
    limit: 1,
    matching: { active: true },
  })
  if (data[0]) return data[0]
  throw invalidRequest(
    'No configuration provided and your test mode default configuration has not been created.',
  )
}

async function readFlow(
  call: SandboxCall,
  { subscription_update_confirm: confirm, after_completion: after }: z.output<typeof flowInput>,
  request: { customer: string; return_url: string; configuration: PortalConfiguration },
): Promise<PortalSession['flow']> {
  const field = 'flow_data[subscription_update_confirm]'
  const found = await readObject(call.tx, 'subscription', confirm.subscription, { account: call.account })
  if (found?.body.customer !== request.customer) {
    throw noSuch('subscription', confirm.subscription, `${field}[subscription]`)
  }
  const [item] = confirm.items
  if (!item || item.id !== itemOf(found.body).id) {
    throw noSuch('subscription_item', item?.id ?? '', `${field}[items][0][id]`)
  }
  if (found.body.status === 'canceled') {
    throw invalidRequest('The subscription is canceled and cannot be updated.', {
      param: `${field}[subscription]`,
    })
  }
  const price = await getSellablePrice(call, item.price, `${field}[items][0][price]`)
  if (!offeredPrices(request.configuration.features).includes(price.id)) {
    const message = `The price \`${price.id}\` is not among the products of the configuration's \`features[subscription_update]\`.`
    throw invalidRequest(message, { param: `${field}[items][0][price]` })
  }
  return {
    type: 'subscription_update_confirm',
    subscription: found.body.id,
    item: item.id,
    price: price.id,
    return_url: after?.redirect.return_url ?? request.return_url,
  }
}

export const portalRoutes: readonly SandboxRoute[] = [
  ...portalConfigurationRoutes,
  { method: 'POST', path: '/v1/billing_portal/sessions', handle: create },
]

import { z } from 'zod'
import { type SandboxScope, newId, newObject, pagesPath } from '../card-sandbox.ts'
import { listPage } from '../list-page.ts'
import { type StoreScope, findObject, getObject, insertObject } from '../object-store.ts'
import { type Input, webAddress } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { PortalConfiguration, PortalSession } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute } from '../sandbox-routes.ts'
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

const fields = {
  customer: z.string(),
  return_url: webAddress,
  configuration: z.string().optional(),
  flow_data: flowInput.optional(),
  locale: z.string().optional(),
}

async function create(scope: SandboxScope, request: Input<typeof fields>): Promise<object> {
  const { customer } = request
  await getObject(scope, 'customer', customer, { param: 'customer' })
  const configuration = await chooseConfiguration(scope, request.configuration)
  const start = newObject(scope, 'billing_portal.session', newId('bps'))
  const session: PortalSession = {
    ...start,
    customer,
    configuration: configuration.id,
    return_url: request.return_url,
    url: `${scope.sandbox.appUrl}${pagesPath}/portal/${start.id}`,
    flow: request.flow_data ? await readFlow(scope, request.flow_data, { ...request, configuration }) : null,
  }
  const dueAt = new Date((session.created + retentionSeconds) * 1000)
  await insertObject(scope, session, { parent: customer, dueAt })
  return { ...session, flow: request.flow_data ?? null }
}

async function chooseConfiguration(scope: StoreScope, id: string | undefined): Promise<PortalConfiguration> {
  if (id !== undefined) {
    const found = await getConfiguration(scope, id, { param: 'configuration' })
    if (found.active) return found
    throw invalidRequest(`The configuration \`${id}\` is inactive.`, { param: 'configuration' })
  }
  const newest = { url: '', limit: 1, matching: { active: true } }
  const { data } = await listPage(scope, 'billing_portal.configuration', newest)
  if (data[0]) return data[0]
  const message = 'No configuration provided and your test mode default configuration has not been created.'
  throw invalidRequest(message)
}

async function readFlow(
  scope: StoreScope,
  { subscription_update_confirm: confirm, after_completion: after }: z.output<typeof flowInput>,
  request: { customer: string; return_url: string; configuration: PortalConfiguration },
): Promise<PortalSession['flow']> {
  const field = 'flow_data[subscription_update_confirm]'
  const found = await findObject(scope, 'subscription', confirm.subscription)
  if (found?.customer !== request.customer) {
    throw noSuch('subscription', confirm.subscription, `${field}[subscription]`)
  }
  const [item] = confirm.items
  if (!item || item.id !== itemOf(found).id) {
    throw noSuch('subscription_item', item?.id ?? '', `${field}[items][0][id]`)
  }
  if (found.status === 'canceled') {
    const message = 'The subscription is canceled and cannot be updated.'
    throw invalidRequest(message, { param: `${field}[subscription]` })
  }
  const price = await getSellablePrice(scope, item.price, `${field}[items][0][price]`)
  if (!offeredPrices(request.configuration.features).includes(price.id)) {
    const message = `The price \`${price.id}\` is not among the products of the configuration's \`features[subscription_update]\`.`
    throw invalidRequest(message, { param: `${field}[items][0][price]` })
  }
  return {
    type: 'subscription_update_confirm',
    subscription: found.id,
    item: item.id,
    price: price.id,
    return_url: after?.redirect.return_url ?? request.return_url,
  }
}

export const portalRoutes: readonly SandboxRoute[] = [
  ...portalConfigurationRoutes,
  defineRoute('POST', '/v1/billing_portal/sessions', fields, create),
]

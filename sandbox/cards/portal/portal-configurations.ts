import { z } from 'zod'
import { type SandboxCall, type SandboxScope, newId, newObject } from '../card-sandbox.ts'
import { type StoreScope, findObject, insertObject, saveObject } from '../object-store.ts'
import { type Input, boolean, mergeMetadata, metadata, webAddress } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { PortalConfiguration, PortalFeatures } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute, listRoute } from '../sandbox-routes.ts'
import { getSellablePrice } from '../subscriptions/prices.ts'
import { offeredPrices } from './portal-account.ts'

const fields = {
  features: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  business_profile: z.record(z.string(), z.string()).optional(),
  default_return_url: webAddress.optional(),
  name: z.string().optional(),
  metadata: metadata.optional(),
}
const changeable = { ...fields, active: boolean.optional() }

const featureNames = [
  'customer_update',
  'invoice_history',
  'payment_method_update',
  'subscription_cancel',
  'subscription_update',
]

/** Converts flags, which arrive as text, to booleans. */
function withFlags(value: unknown): unknown {
  if (value === 'true' || value === 'false') return value === 'true'
  if (Array.isArray(value)) return value.map(withFlags)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFlags(inner)]))
}

/** Merges changes into the features. Features that are not named keep their values; initially all are off. */
async function mergeFeatures(
  scope: StoreScope,
  before: PortalFeatures,
  changes: Record<string, unknown> = {},
): Promise<PortalFeatures> {
  const features: PortalFeatures = {}
  for (const name of new Set([...featureNames, ...Object.keys(before), ...Object.keys(changes)])) {
    const former = before[name] ?? { enabled: false }
    const change = withFlags(changes[name]) ?? {}
    features[name] = { ...former, ...change }
  }
  features['subscription_update'] = withTrialUpdate(features['subscription_update'])
  for (const id of offeredPrices(features)) {
    await getSellablePrice(scope, id, 'features[subscription_update][products]')
  }
  return features
}

/** A change of plan ends a trial unless the configuration says otherwise. */
function withTrialUpdate(feature: PortalFeatures[string] = {}): PortalFeatures[string] {
  const whole = { trial_update_behavior: 'end_trial', ...feature }
  if (['continue_trial', 'end_trial'].includes(whole.trial_update_behavior)) return whole
  const message =
    'Invalid features[subscription_update][trial_update_behavior]: must be one of continue_trial or end_trial'
  throw invalidRequest(message, { param: 'features[subscription_update][trial_update_behavior]' })
}

export async function getConfiguration(
  scope: StoreScope,
  id: string,
  { param = 'id', lock = false }: { param?: string; lock?: boolean } = {},
): Promise<PortalConfiguration> {
  const found = await findObject(scope, 'billing_portal.configuration', id, { lock })
  if (!found) throw noSuch('configuration', id, param)
  return found
}

async function create(scope: SandboxScope, request: Input<typeof fields>): Promise<PortalConfiguration> {
  const configuration: PortalConfiguration = {
    ...newObject(scope, 'billing_portal.configuration', newId('bpc')),
    active: true,
    is_default: false,
    features: await mergeFeatures(scope, {}, request.features),
    metadata: mergeMetadata({}, request.metadata),
  }
  await insertObject(scope, configuration)
  return configuration
}

async function update(call: SandboxCall, request: Input<typeof changeable>): Promise<PortalConfiguration> {
  const configuration = await getConfiguration(call, call.id, { lock: true })
  configuration.active = request.active ?? configuration.active
  configuration.features = await mergeFeatures(call, configuration.features, request.features)
  configuration.metadata = mergeMetadata(configuration.metadata, request.metadata)
  await saveObject(call, configuration)
  return configuration
}

const path = '/v1/billing_portal/configurations'

export const portalConfigurationRoutes: readonly SandboxRoute[] = [
  defineRoute('POST', path, fields, create),
  listRoute(
    path,
    'billing_portal.configuration',
    { active: boolean.optional(), is_default: boolean.optional() },
    ({ active, is_default }) => ({ matching: { active, is_default } }),
  ),
  defineRoute('GET', `${path}/:id`, {}, (call) => getConfiguration(call, call.id)),
  defineRoute('POST', `${path}/:id`, changeable, update),
]

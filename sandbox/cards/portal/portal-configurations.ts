import { z } from 'zod'
import { type SandboxCall, type SandboxRoute, type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { listPage, pageInput } from '../list-page.ts'
import { insertObject, readObject, saveObject } from '../object-store.ts'
import { boolean, mergeMetadata, metadata, readInput, webAddress } from '../read-input.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { PortalConfiguration } from '../sandbox-objects.ts'
import { getSellablePrice } from '../subscriptions/prices.ts'
import { offeredPrices } from './portal-account.ts'

const fields = {
  features: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  business_profile: z.record(z.string(), z.string()).optional(),
  default_return_url: webAddress.optional(),
  name: z.string().optional(),
  metadata: metadata.optional(),
}

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
  scope: SandboxScope,
  before: Record<string, unknown>,
  changes: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const features: Record<string, unknown> = {}
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
function withTrialUpdate(feature: unknown): object {
  const whole = { trial_update_behavior: 'end_trial', ...(feature as object) }
  if (['continue_trial', 'end_trial'].includes(whole.trial_update_behavior)) return whole
  const message =
    'Invalid features[subscription_update][trial_update_behavior]: must be one of continue_trial or end_trial'
  throw invalidRequest(message, { param: 'features[subscription_update][trial_update_behavior]' })
}

export async function getConfiguration(
  { tx, account }: SandboxScope,
  id: string,
  { param = 'id', lock = false }: { param?: string; lock?: boolean } = {},
): Promise<PortalConfiguration> {
  const stored = await readObject(tx, 'billing_portal.configuration', id, { account, lock })
  if (!stored) throw noSuch('configuration', id, param)
  return stored.body
}

async function create(call: SandboxCall): Promise<PortalConfiguration> {
  const request = readInput(call.input, fields)
  const configuration: PortalConfiguration = {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    created: secondsOf(call.sandbox.now()),
    livemode: false,
    active: true,
    is_default: false,
    features: await mergeFeatures(call, {}, request.features),
    metadata: mergeMetadata({}, request.metadata),
  }
  await insertObject(call.tx, { account: call.account }, configuration)
  return configuration
}

async function update(call: SandboxCall): Promise<PortalConfiguration> {
  const request = readInput(call.input, { ...fields, active: boolean.optional() })
  const configuration = await getConfiguration(call, call.params['id'] ?? '', { lock: true })
  configuration.active = request.active ?? configuration.active
  configuration.features = await mergeFeatures(call, configuration.features, request.features)
  configuration.metadata = mergeMetadata(configuration.metadata, request.metadata)
  await saveObject(call.tx, configuration)
  return configuration
}

const path = '/v1/billing_portal/configurations'

export const portalConfigurationRoutes: readonly SandboxRoute[] = [
  { method: 'POST', path, handle: create },
  {
    method: 'GET',
    path,
    async handle(call) {
      const { active, is_default, ...request } = readInput(call.input, {
        ...pageInput,
        active: boolean.optional(),
        is_default: boolean.optional(),
      })
      return listPage(call, 'billing_portal.configuration', {
        ...request,
        url: path,
        matching: { active, is_default },
      })
    },
  },
  {
    method: 'GET',
    path: `${path}/:id`,
    async handle(call) {
      readInput(call.input, {})
      return getConfiguration(call, call.params['id'] ?? '')
    },
  },
  { method: 'POST', path: `${path}/:id`, handle: update },
]

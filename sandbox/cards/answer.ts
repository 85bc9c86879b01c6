import { type ObjectType, type StoreScope, findObject } from './object-store.ts'
import { invalidRequest } from './sandbox-error.ts'
import { withCurrentPrice } from './subscriptions/subscription-item.ts'

type Fields = Record<string, unknown>

/** Fields that hold an id, and the type of the object. */
const references = new Map<string, ObjectType>(
  Object.entries({
    charge: 'charge',
    configuration: 'billing_portal.configuration',
    customer: 'customer',
    default_payment_method: 'payment_method',
    latest_charge: 'charge',
    latest_invoice: 'invoice',
    payment_intent: 'payment_intent',
    balance_transaction: 'balance_transaction',
    payment_method: 'payment_method',
    price: 'price',
    product: 'product',
    subscription: 'subscription',
  }),
)

/** The source of a balance transaction can be of several types, which its id shows. */
const sources = new Map<string, ObjectType>([
  ['ch', 'charge'],
  ['re', 'refund'],
  ['dp', 'dispute'],
  ['po', 'payout'],
])

function typeOf(name: string, id: string): ObjectType | undefined {
  return name === 'source' ? sources.get(id.split('_')[0] ?? '') : references.get(name)
}

/** The object as the API returns it: without private fields. Metadata belongs to the caller. */
export function withoutPrivateFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrivateFields)
  if (typeof value !== 'object' || value === null) return value
  const visible = Object.entries(value).filter(([name]) => !name.startsWith('_'))
  return Object.fromEntries(
    visible.map(([name, inner]) => [name, name === 'metadata' ? inner : withoutPrivateFields(inner)]),
  )
}

/** The response for an object. `expand` names ids to replace by their objects: payment_intent.latest_charge */
export async function answer(scope: StoreScope, object: object, expand: unknown): Promise<object> {
  const whole = structuredClone(object) as Fields
  const paths = expand === undefined ? [] : [expand].flat()
  for (const path of paths) {
    if (typeof path !== 'string') throw invalidRequest('Invalid array', { param: 'expand' })
    await expandPath(scope, whole, path.split('.'), path)
  }
  return withoutPrivateFields(whole) as object
}

async function expandPath(scope: StoreScope, node: Fields, names: string[], path: string): Promise<void> {
  const [name = '', ...rest] = names
  const refused = invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  if (!Object.hasOwn(node, name) || name.startsWith('_')) throw refused
  let value = node[name]
  if (typeof value === 'string') {
    const type = typeOf(name, value)
    if (!type) throw refused
    value = (await readReference(scope, type, value)) ?? value
    node[name] = value
  }
  if (rest.length === 0) {
    if (typeof value === 'object' || references.has(name)) return
    throw refused
  }
  for (const inner of [value].flat()) {
    if (typeof inner === 'object' && inner !== null) await expandPath(scope, inner as Fields, rest, path)
  }
}

async function readReference(scope: StoreScope, type: ObjectType, id: string): Promise<unknown> {
  const found = await findObject(scope, type, id)
  if (found?.object === 'subscription') return withCurrentPrice(scope, found)
  if (found || type !== 'customer') return found
  return findObject(scope, 'deleted_customer', id)
}

import { z } from 'zod'
import { BankRefusal } from './bank-refusal.ts'

/** Postgres text cannot contain a null character. */
export const text = z.string().refine((value) => !value.includes('\0'))
export const accessToken = z.string().min(1)
export const products = z.array(z.string().min(1))
export const countryCodes = z.array(z.literal('US')).min(1)
/** Normalized to the URL as it is parsed. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .transform((value) => new URL(value).href)

/** Parses the body, which may also hold the API keys, or throws a refusal that names the invalid field. */
export function readBody<Shape extends z.ZodRawShape>(
  body: unknown,
  shape: Shape,
): z.output<z.ZodObject<Shape>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new BankRefusal('INVALID_BODY')
  const { client_id: _clientId, secret: _secret, ...fields } = body as Record<string, unknown>
  const read = z.strictObject(shape).safeParse(fields)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const path = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...path, key].join('.')).join(', ')
    const message = `the following fields are not recognized by this endpoint: ${names}`
    throw new BankRefusal('UNKNOWN_FIELDS', message)
  }
  const name = path.join('.')
  const value = path.reduce<unknown>(
    (node, part) => (node as Record<string, unknown> | undefined)?.[part],
    fields,
  )
  throw value === undefined
    ? new BankRefusal('MISSING_FIELDS', `the following required fields are missing: ${name}`)
    : new BankRefusal('INVALID_FIELD', `${name} is not valid`)
}

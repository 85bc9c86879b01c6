import { z } from 'zod'
import { stripeCurrencies } from '../../src/platform/cards/stripe-amounts.ts'
import { invalidRequest } from './sandbox-error.ts'

/** Every parameter arrives as text. */
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)
export const boolean = z.enum(['true', 'false']).transform((text) => text === 'true')
export const currency = z
  .string()
  .toLowerCase()
  .refine((code) => stripeCurrencies.has(code.toUpperCase()))
export const email = z.email()
/** A URL to which a page may redirect. */
export const webAddress = z.url({ protocol: /^https?$/ }).max(5000)
/** An empty value removes a key. */
export const metadata = z.record(z.string().max(40), z.string().max(500))

export function mergeMetadata(before: Record<string, string>, changes: Record<string, string> = {}) {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ''))
}

/** The parameters of a shape once they are parsed. */
export type Input<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

/** Parses the parameters of a route. Unknown parameters are refused, as by the provider. */
export function readInput<Shape extends z.ZodRawShape>(
  input: Record<string, unknown>,
  shape: Shape,
): Input<Shape> {
  const result = z.strictObject(shape).safeParse(input)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...path, issue.keys[0] ?? ''])
    throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = nameOf(path)
  const value = path.reduce<unknown>(
    (node, name) => (node as Record<string, unknown> | undefined)?.[name],
    input,
  )
  if (value === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (issue?.code === 'invalid_format' && issue.format === 'email') {
    throw invalidRequest(`Invalid email address: ${text}`, { code: 'email_invalid', param })
  }
  if (issue?.code === 'invalid_format' && issue.format === 'url') {
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param })
  }
  if (issue?.code === 'invalid_format' && issue.format === 'regex') {
    throw invalidRequest(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param })
  }
  if (path.at(-1) === 'currency') {
    const all = [...stripeCurrencies].join(', ').toLowerCase()
    throw invalidRequest(`Invalid currency: ${text}. Stripe currently supports these currencies: ${all}`, {
      param,
    })
  }
  throw invalidRequest(`Invalid ${param}: ${text}`, { param })
}

function nameOf([first = '', ...rest]: string[]): string {
  return first + rest.map((name) => `[${name}]`).join('')
}
